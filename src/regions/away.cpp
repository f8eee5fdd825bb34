#include "regions/away.hpp"

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/message.hpp"
#include "regions/remote.hpp"
#include "regions/table_place.hpp"

namespace heddle::regions::away {

namespace {

using cluster::Ranks;
using cluster::Reader;
using cluster::Writer;

/// A worker of this rank.
struct Seat {
  unsigned number = 0;
  unsigned depth = 0;      // of tasks on its stack
  void** table = nullptr;  // worker 0: what this rank calls its run with
  // Of the innermost task.
  unsigned worker_id = 0;
  unsigned workers = 1;
  unsigned schedulers = 1;
  Place place;
};
thread_local Seat* own = nullptr;  // of the calling thread; null: it is none of the workers

// Of the run that there is. A task says which that is: its worker waits until worker 0 has begun it.
struct {
  RunRequest request;  // the first: of later ones the table alone counts. Set before there are other workers
  P::atomic<void**> table{nullptr};
  P::atomic<std::uint32_t> number{0};  // 0: none yet
} the_run;
P::atomic<int> running{0};       // tasks on this rank
P::atomic<bool> serving{false};  // worker 0 takes messages, and nobody else may
bool threads_started = false;
bool parted = false;  // by worker 0

Writer begin_call(Say what, bool wants_answer, Place place = {}) {
  Writer call;
  call.put(what).put(wants_answer).put_text(place.file).put(place.line);
  return call;
}
CallError read_error(Reader& reader) {
  CallError error;
  error.code = static_cast<Fault>(reader.get<std::uint8_t>());
  reader.get_text(error.text);
  return error;
}

const char* name_of(Say what) noexcept {
  switch (what) {
    case Say::spawn:
      return "sys_spawn";
    case Say::free:
      return "sys_free";
    default:
      return "sys_rfree";
  }
}

// It was refused on rank 0 while this worker went on. Does not come back where the program has no handler.
void tell_refusal(Reader& reader) {
  const Say what = reader.get<Say>();
  std::string file;
  Place place;
  if (reader.get_text(file)) place.file = file.c_str();
  place.line = reader.get<int>();
  the_run.request.refused(name_of(what), place, read_error(reader));
}

void run_task(Seat& seat, Reader& reader) {
  const Seat before = seat;
  const auto run = reader.get<std::uint32_t>();
  const auto number = reader.get<std::uint32_t>();
  seat.worker_id = reader.get<std::uint32_t>();
  seat.workers = reader.get<std::uint32_t>();
  seat.schedulers = reader.get<std::uint32_t>();
  std::string file;
  seat.place = {};
  if (reader.get_text(file)) seat.place.file = file.c_str();
  seat.place.line = reader.get<int>();
  std::vector<std::uint64_t> words(reader.get<std::uint32_t>());
  const std::size_t bytes = words.size() * sizeof(std::uint64_t);
  if (const char* const from = reader.skip(bytes); from != nullptr && bytes != 0)
    std::memcpy(words.data(), from, bytes);
  ++seat.depth;
  // order: acquire (both) — pairs with begin_run(): the table, here and at the program's door.
  for (std::uint32_t seen = the_run.number.load(std::memory_order_acquire); seen != run;
       seen = the_run.number.load(std::memory_order_acquire))
    P::park(the_run.number, seen);
  // order: relaxed (all) — a count for last words; the table is there, as above.
  running.fetch_add(1, std::memory_order_relaxed);
  cluster::note_running(seat.place.file, seat.place.line);
  void** const table = the_run.table.load(std::memory_order_relaxed);
  the_run.request.task(table[number], words.data(), static_cast<unsigned>(words.size()));
  cluster::note_running(before.place.file, before.place.line);
  running.fetch_sub(1, std::memory_order_relaxed);  // order: relaxed — as above
  seat = before;
  Writer done;
  done.put(Say::done);
  Ranks::here()->send(0, seat.number, done);
}

// The program has ended on rank 0: so it does here.
[[noreturn]] void end_as_rank_0(int status) {
  parted = true;
  Ranks::here()->part();
  std::exit(status);
}

// By worker 0. No task runs here: the run before is over.
void begin_run(Reader& reader, void** own_table) {
  const auto number = reader.get<std::uint32_t>();
  std::string library;
  void** const table = read_table(reader, own_table, library);
  if (table == nullptr) {
    Ranks& ranks = *Ranks::here();
    cluster::say_of_rank("myrmics_run: the table lies in " + library + ", which rank " + std::to_string(ranks.rank()) +
                         " on " + ranks.host() + " has not loaded, load it on all ranks before their first run");
    ranks.abort(1);
  }
  the_run.request.begins(table);
  the_run.table.store(table, std::memory_order_relaxed);  // order: published by the number
  // order: release — pairs with run_task().
  the_run.number.store(number, std::memory_order_release);
  P::unpark_all(the_run.number);
}

/// Takes messages until one is an answer (to a call that waits), or a run is over.
std::unique_ptr<cluster::Parcel> serve_until(Seat& seat, Say until, Reader& rest) {
  for (;;) {
    auto parcel = Ranks::here()->receive(0, seat.number);
    Reader reader = parcel->reader();
    const Say what = reader.get<Say>();
    if (what == Say::run) {
      run_task(seat, reader);
    } else if (what == Say::refused) {
      tell_refusal(reader);
    } else if (what == Say::begin) {
      begin_run(reader, seat.table);
    }
    if (what == until) {
      rest = reader;
      return parcel;
    }
    if (what == Say::bye) end_as_rank_0(reader.get<int>());
  }
}

// A call that waits for its answer. @returns what comes behind the error
std::unique_ptr<cluster::Parcel> ask(const Writer& call, Reader& result, CallError& error) {
  Ranks& ranks = *Ranks::here();
  ranks.expect(1);
  ranks.send(0, own->number, call);
  auto parcel = serve_until(*own, Say::answer, result);
  ranks.expect(-1);
  error = read_error(result);
  return parcel;
}
// One that does not, unless the program wants to hear of errors itself.
bool say(const Writer& call, bool waits, CallError& error) {
  if (!waits) {
    Ranks::here()->send(0, own->number, call);
    return true;
  }
  Reader result{nullptr, 0};
  const auto parcel = ask(call, result, error);
  return !error;
}

void put_arguments(Writer& call, const CallArguments& arguments) {
  call.put(static_cast<std::uint32_t>(arguments.count)).put(arguments.types != nullptr);
  call.put_bytes(arguments.words, arguments.count * sizeof(std::uint64_t));
  if (arguments.types != nullptr) call.put_bytes(arguments.types, arguments.count * sizeof(std::uint32_t));
}

bool refuse_outside(CallError& error) {
  error.set(Fault::outside_task, "the thread that calls runs no task, call it from the task's own thread");
  return false;
}

void* work(void* number) {
  Seat seat;
  seat.number = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(number));
  own = &seat;
  Reader rest{nullptr, 0};
  serve_until(seat, Say::bye, rest);  // which the first worker alone is told
  return nullptr;
}

Seat& first_seat() {
  static Seat seat;
  own = &seat;
  return seat;
}

}  // namespace

void* allocate(std::size_t bytes, Id region, CallError& error) {
  if (own == nullptr) return refuse_outside(error), nullptr;
  Writer call = begin_call(Say::allocate, true);
  call.put(bytes).put(region);
  Reader result{nullptr, 0};
  const auto parcel = ask(call, result, error);
  auto* const object = result.get<void*>();
  Ranks::here()->pages().open(object, object == nullptr ? 0 : bytes);
  return object;
}

bool allocate_many(std::size_t bytes, Id region, std::pair<void**, int> objects, CallError& error) {
  if (own == nullptr) return refuse_outside(error);
  if (objects.first == nullptr && objects.second > 0) {
    error.set(Fault::null_array, "the array for the objects is null, give one of as many pointers as objects");
    return false;
  }
  Writer call = begin_call(Say::allocate_many, true);
  call.put(bytes).put(region).put(objects.second);
  Reader result{nullptr, 0};
  const auto parcel = ask(call, result, error);
  for (int index = 0; !error && index < objects.second; ++index) {
    objects.first[index] = result.get<void*>();
    Ranks::here()->pages().open(objects.first[index], bytes);
  }
  return !error;
}

bool free(void* object, CallError& error) {
  if (own == nullptr) return refuse_outside(error);
  if (object == nullptr) return true;
  const bool waits = the_run.request.handles();
  Writer call = begin_call(Say::free, waits, own->place);
  return say(call.put(object), waits, error);
}

// The bytes are here: rank 0 makes the new object, this worker copies, rank 0 frees the old one.
void* reallocate(void* object, std::size_t bytes, Id region, CallError& error) {
  if (object == nullptr) return away::allocate(bytes, region, error);
  if (bytes == 0) return away::free(object, error), nullptr;
  if (own == nullptr) return refuse_outside(error), nullptr;
  Writer call = begin_call(Say::reallocate, true);
  call.put(object).put(bytes).put(region);
  Reader result{nullptr, 0};
  const auto parcel = ask(call, result, error);
  const auto moved = result.get<Relocation>();
  if (error || moved.object == object) return moved.object;
  Ranks::here()->pages().open(moved.object, bytes);
  std::memcpy(moved.object, object, moved.bytes);
  Writer rest = begin_call(Say::free, false);
  say(rest.put(object), false, error);
  return moved.object;
}

Id make_region(Id parent, int level, CallError& error) {
  if (own == nullptr) return refuse_outside(error), 0;
  Writer call = begin_call(Say::make_region, true);
  call.put(parent).put(level);
  Reader result{nullptr, 0};
  const auto parcel = ask(call, result, error);
  return result.get<Id>();
}

bool free_region(Id region, Place place, CallError& error) {
  if (own == nullptr) return refuse_outside(error);
  const bool waits = the_run.request.handles();
  Writer call = begin_call(Say::free_region, waits, place);
  return say(call.put(region), waits, error);
}

bool spawn(const NewTask& what, CallError& error) {
  if (own == nullptr) return refuse_outside(error);
  const bool waits = the_run.request.handles();
  Writer call = begin_call(Say::spawn, waits, what.place);
  call.put(what.number);
  put_arguments(call, what.arguments);
  return say(call, waits, error);
}

bool wait(const CallArguments& arguments, Place place, CallError& error) {
  if (own == nullptr) return refuse_outside(error);
  Writer call = begin_call(Say::wait, true, place);
  put_arguments(call, arguments);
  return say(call, true, error);
}

unsigned worker_id() noexcept { return own == nullptr ? 0 : own->worker_id; }
unsigned workers() noexcept { return own == nullptr ? 1 : own->workers; }
unsigned schedulers() noexcept { return own == nullptr ? 1 : own->schedulers; }
bool inside() noexcept { return own != nullptr && own->depth != 0; }

// order: relaxed — for a message.
bool is_busy() noexcept { return running.load(std::memory_order_relaxed) != 0; }
bool serves() noexcept { return serving.load(std::memory_order_relaxed); }  // order: relaxed — for a message

void serve(const RunRequest& request) {
  if (!threads_started) the_run.request = request;
  Ranks& ranks = *Ranks::here();
  for (unsigned number = 1; number < ranks.workers() && !threads_started; ++number)
    if (!P::start_thread(work, reinterpret_cast<void*>(static_cast<std::uintptr_t>(number)), 0))  // NOLINT
      base::fatal({"the system starts no thread for a worker, see ulimit -u"});
  threads_started = true;
  Seat& seat = first_seat();
  seat.table = request.table;
  Reader rest{nullptr, 0};
  // order: relaxed (both) — for a message.
  serving.store(true, std::memory_order_relaxed);
  serve_until(seat, Say::over, rest);
  serving.store(false, std::memory_order_relaxed);
  request.over();
}

void await_end() {
  Reader rest{nullptr, 0};
  const auto parcel = serve_until(first_seat(), Say::bye, rest);
}
bool has_parted() noexcept { return parted; }

}  // namespace heddle::regions::away
