#include "regions/partner.hpp"

#include <set>
#include <string>
#include <vector>

#include "regions/remote.hpp"
#include "runtime/current.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::regions {

namespace {

using cluster::FetchPlan;
using cluster::Ranks;
using cluster::Reader;
using cluster::Writer;

// Of the run that there is. Set while nothing runs.
struct {
  std::uint32_t number = 0;
  const process::Team* team = nullptr;
  RunRequest request;
} the_run;

// Names of files in the source, which tasks keep for ever.
class Texts {
 public:
  const char* keep(const std::string& text) {
    const sync::Guard guard(lock_);
    return texts_.insert(text).first->c_str();
  }

 private:
  sync::Mutex<P> lock_;
  std::set<std::string> texts_ HEDDLE_GUARDED_BY(lock_);
};
Texts& texts() {
  static auto* const all = new Texts;  // tasks may outlive every destructor
  return *all;
}

/// A call of a far worker's, being made.
struct FarCall {
  Reader reader;
  Place place;
  bool wants_answer;
  CallError error;
};

Place read_place(Reader& reader) {
  Place place;
  std::string file;
  if (reader.get_text(file)) place.file = texts().keep(file);
  place.line = reader.get<int>();
  return place;
}

struct Arguments {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> types;
  bool are_typed = true;

  CallArguments given() const noexcept {
    return {words.data(), are_typed ? types.data() : nullptr, static_cast<unsigned>(words.size())};
  }
};
Arguments read_arguments(Reader& reader) {
  Arguments arguments;
  const auto count = reader.get<std::uint32_t>();
  arguments.are_typed = reader.get<bool>();
  for (std::uint32_t index = 0; index < count; ++index) arguments.words.push_back(reader.get<std::uint64_t>());
  for (std::uint32_t index = 0; arguments.are_typed && index < count; ++index)
    arguments.types.push_back(reader.get<std::uint32_t>());
  return arguments;
}

void write_error(Writer& answer, const CallError& error) {
  answer.put(static_cast<std::uint8_t>(error.code)).put_text(error.text.c_str());
}
Writer answer_of(const CallError& error) {
  Writer answer;
  answer.put(Say::answer);
  write_error(answer, error);
  return answer;
}

void make_spawn(FarCall& call) {
  const auto number = call.reader.get<std::uint32_t>();
  const Arguments arguments = read_arguments(call.reader);
  spawn({.call = the_run.request.task,
         .code = the_run.request.table[number],
         .arguments = arguments.given(),
         .place = call.place,
         .number = number},
        call.error);
}

// A call with an answer writes what it gives behind what may be wrong.
Writer make_memory_call(Say what, FarCall& call) {
  Writer result;
  if (what == Say::allocate) {
    const auto bytes = call.reader.get<std::size_t>();
    result.put(allocate(bytes, call.reader.get<Id>(), call.error));
  } else if (what == Say::allocate_many) {
    const auto bytes = call.reader.get<std::size_t>();
    const auto region = call.reader.get<Id>();
    const auto count = call.reader.get<int>();
    std::vector<void*> objects(count > 0 ? static_cast<std::size_t>(count) : 0);
    allocate_many(bytes, region, {count > 0 ? objects.data() : nullptr, count}, call.error);
    result.put_bytes(objects.data(), objects.size() * sizeof(void*));
  } else if (what == Say::make_region) {
    const auto parent = call.reader.get<Id>();
    result.put(make_region(parent, call.reader.get<int>(), call.error));
  } else {
    auto* const object = call.reader.get<void*>();
    const auto bytes = call.reader.get<std::size_t>();
    const Relocation moved = begin_move(object, bytes, call.reader.get<Id>(), call.error);
    result.put(moved);
  }
  return result;
}

void tell(const RegionsData& data, FarCall& call, Say what, const Writer& result) {
  Ranks& ranks = *Ranks::here();
  if (call.wants_answer) {
    Writer answer = answer_of(call.error);
    answer.put_bytes(result.data(), result.size());
    return ranks.send(data.rank, data.far_worker, answer);
  }
  if (!call.error) return;
  Writer refusal;
  refusal.put(Say::refused).put(what).put_text(call.place.file).put(call.place.line);
  write_error(refusal, call.error);
  ranks.send(data.rank, data.far_worker, refusal);
}

void make_call(RegionsData& data, Say what, FarCall& call) {
  Writer result;
  data.answered = false;
  switch (what) {
    case Say::spawn:
      make_spawn(call);
      break;
    case Say::wait:
      wait(read_arguments(call.reader).given(), call.place, call.error);
      if (data.answered) return;
      break;
    case Say::free:
      free(call.reader.get<void*>(), call.error);
      break;
    case Say::free_region:
      free_region(call.reader.get<Id>(), call.place, call.error);
      break;
    default:
      result = make_memory_call(what, call);
  }
  tell(data, call, what, result);
}

Writer run_message(const process::Worker& worker, const EngineTask& task) {
  Writer message;
  message.put(Say::run).put(the_run.number).put(task.number).put(worker.member->seat).put(worker.member->team->size);
  message.put(State::made()->manager().node_count());
  message.put_text(task.file).put(task.line).put(task.word_count);
  message.put_bytes(task.words, task.word_count * sizeof(std::uint64_t));
  return message;
}

void run_far(State& state, process::Worker& worker, RegionsData& data, EngineTask& task) {
  Ranks& ranks = *Ranks::here();
  const unsigned rank = data.rank;
  const unsigned number = data.far_worker;
  const Writer message = run_message(worker, task);
  ranks.expect(1);
  state.copies()->use(task.uses, task.use_count, rank,
                      [&](const FetchPlan& plan) { ranks.send(rank, number, message, plan); });
  for (;;) {
    const auto parcel = ranks.receive(rank, number);
    FarCall call{parcel->reader(), {}, false, {}};
    const Say what = call.reader.get<Say>();
    if (what == Say::done) break;
    call.wants_answer = call.reader.get<bool>();
    call.place = read_place(call.reader);
    make_call(data, what, call);
  }
  ranks.expect(-1);
}

void run_here(State& state, EngineTask& task) {
  Ranks& ranks = *Ranks::here();
  ranks.await(
      state.copies()->use(task.uses, task.use_count, 0, [&](const FetchPlan& plan) { return ranks.fetch(plan); }));
  cluster::note_running(task.file, task.line);
  task.call(task.code, task.words, task.word_count);
}

}  // namespace

void note_run(std::uint32_t number, const process::Team* team, const RunRequest& request) noexcept {
  the_run = {number, team, request};
}

FarWorker far_worker_of(State& state, const process::Worker& worker) noexcept {
  const process::Member& member = *worker.member;
  if (member.team != the_run.team) return {};
  const unsigned rank = state.leaves().leaf_of(worker);
  const unsigned first = state.leaves().first_seat_of(rank, member.team->size);
  const unsigned number = member.seat - first;
  return rank == 0 || number >= Ranks::here()->workers() ? FarWorker{} : FarWorker{rank, number};
}

void run_on_rank(State& state, process::Worker& worker, EngineTask& task) {
  RegionsData& data = regions_data(worker);
  const FarWorker below{data.rank, data.far_worker};
  const FarWorker where = task.number == k_no_number ? FarWorker{} : far_worker_of(state, worker);
  data.rank = where.rank;
  data.far_worker = where.number;
  for (std::uint32_t index = 0; index < task.entry_count; ++index)
    if (const QueueEntry& entry = task.entries[index]; !entry.reads() && entry.moves != 0)
      Leaves::locate(*entry.target, where.rank);
  where.rank == 0 ? run_here(state, task) : run_far(state, worker, data, task);
  data.rank = below.rank;
  data.far_worker = below.number;
}

void bring(State& state, RegionsData& data, EngineTask& task) {
  Ranks& ranks = *Ranks::here();
  if (data.rank == 0) {
    ranks.await(
        state.copies()->use(task.uses, task.use_count, 0, [&](const FetchPlan& plan) { return ranks.fetch(plan); }));
    return;
  }
  data.answered = true;
  state.copies()->use(task.uses, task.use_count, data.rank,
                      [&](const FetchPlan& plan) { ranks.send(data.rank, data.far_worker, answer_of({}), plan); });
}

}  // namespace heddle::regions
