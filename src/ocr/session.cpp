#include "ocr/session.hpp"

#include <pthread.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "base/message.hpp"
#include "ocr/body_call.hpp"
#include "ocr/caller.hpp"
#include "ocr/report.hpp"
#include "probe/context.hpp"
#include "probe/order.hpp"
#include "probe/unseen.hpp"
#include "process/process.hpp"
#include "process/room.hpp"
#include "process/standing.hpp"
#include "process/team_size.hpp"
#include "runtime/region.hpp"

namespace heddle::ocr {

namespace {

using Region = runtime::Region<P>;
using Tasking = runtime::Tasking<P>;

constinit P::atomic<Session*> the_session{nullptr};
constinit P::atomic<std::uint64_t> sessions{0};
constinit P::atomic<std::uint32_t> visitors{0};  // calls of threads that are none of the team's

process::Room room{.worker_made = process::RoomData<WorkerData, process::Keeper::ocr>::make};

// Before the constructor of the library starts the process (front/c/load.cpp).
[[gnu::constructor(1000)]] void enter_process() noexcept { process::enter_room(room); }

// A child of a fork has one thread, and no runtime: OCR's calls do nothing there.
void forget_in_child() noexcept {
  // order: relaxed (all) — one thread.
  the_session.store(nullptr, std::memory_order_relaxed);
  visitors.store(0, std::memory_order_relaxed);
  // It is no member of the team that is gone, so its calls do not count on one.
  // In an arena's seat the thread has its own worker behind it, to which it will go back.
  for (auto* one = static_cast<process::Worker*>(P::self()); one != nullptr; one = one->sits_for) {
    WorkerData& data = worker_data(*one);
    data.thread.member = false;
    data.forget_kept();
    data.running.store(false, std::memory_order_relaxed);  // order: relaxed — as above
  }
}

// A session stays while its EDTs run; so this is a child that an EDT has forked, and its body has returned here.
[[noreturn, gnu::cold]] void end_forked_child() noexcept {
  base::warn({"the child of a fork has returned from the EDT that forked; OCR does not run in it, and it ends"});
  std::_Exit(EXIT_FAILURE);
}

// The block that the first EDT gets: a count, offsets, strings.
Guid argument_block(Engine<P>& engine, Thread<P>& thread, int count, char** arguments) noexcept {
  std::size_t bytes = sizeof(std::uint64_t) * (1 + static_cast<std::size_t>(count));
  std::size_t at = bytes;
  for (int index = 0; index < count; ++index) bytes += std::strlen(arguments[index]) + 1;
  Guid guid = k_null;
  void* data = nullptr;
  if (engine.create_block(thread, guid, data,
                          {.bytes = bytes,
                           .acquire = true,
                           .flags = 0,
                           .hints = nullptr,  //
                           .origin = nullptr,
                           .label = k_null}) != k_ok)
    return k_null;
  auto* const words = static_cast<std::uint64_t*>(data);
  words[0] = static_cast<std::uint64_t>(count);
  for (int index = 0; index < count; ++index) {
    words[1 + index] = at;
    const std::size_t length = std::strlen(arguments[index]) + 1;
    std::memcpy(static_cast<char*>(data) + at, arguments[index], length);
    at += length;
  }
  (void)engine.release_block(thread, guid);
  return guid;
}

}  // namespace

Session* current_session() noexcept {
  // order: seq_cst — acquire pairs with run_session(); of a visitor see close(). A plain load on most machines.
  return the_session.load(std::memory_order_seq_cst);
}

// order: seq_cst, release — see Session::close().
void Visitors::come() noexcept { visitors.fetch_add(1, std::memory_order_seq_cst); }
void Visitors::go() noexcept { visitors.fetch_sub(1, std::memory_order_release); }

int run_session(const Settings& settings, const Session::Program& program) noexcept {
  [[maybe_unused]] static const int once = ::pthread_atfork(nullptr, nullptr, forget_in_child);
  const std::unique_ptr<Session> session(new Session(settings));
  Session* none = nullptr;
  // order: release — pairs with current_session(); relaxed on failure: it is not looked at.
  if (!the_session.compare_exchange_strong(none, session.get(), std::memory_order_release, std::memory_order_relaxed)) {
    base::warn({"OCR is running in this process already; a second session is not begun"});
    return EXIT_FAILURE;
  }
  return session->run(program);
}

void Session::enter(process::Worker& worker) noexcept {
  WorkerData& data = worker_data(worker);
  Thread<P>& thread = data.thread;
  thread.cache.forget();
  thread.frame = nullptr;
  thread.outside.made_count = 0;
  thread.returns = {};
  thread.destroyed = nullptr;
  thread.destroyed_count = 0;
  thread.destroyed_bytes = 0;
  thread.enough_destroyed = Thread<P>::k_many;
  thread.much_destroyed = Thread<P>::k_much;
  data.quiet.store(!thread.member,
                   std::memory_order_relaxed);  // order: relaxed — published below; idle() makes it quiet
  thread.session = number_;
  thread.traced = worker.recorder != nullptr && worker.recorder->writes();
  data.data_cache = nullptr;
  data.watched = nullptr;
  data.forget_kept();
  engine_.enter(thread);
  // order: relaxed, release on success — pairs with close() and still().
  WorkerData* head = threads_.load(std::memory_order_relaxed);
  do data.next = head;
  while (!threads_.compare_exchange_weak(head, &data, std::memory_order_release, std::memory_order_relaxed));
  // order: relaxed — see still().
  if (!thread.member) strangers_.fetch_add(1, std::memory_order_relaxed);
}

int Session::run(const Program& program) noexcept {
  process::Worker& worker = runtime::current();
  if (!engine_.open()) {
    base::warn({"the system grants no addresses for OCR's objects; see ulimit -v"});
    return EXIT_FAILURE;
  }
  // order: relaxed — numbers only have to differ.
  number_ = sessions.fetch_add(1, std::memory_order_relaxed) + 1;
  prepare_placement();
  if (settings_.verify) {
    verifier_ = std::make_unique<Verifier>(engine_);
    engine_.be_watched_by(*verifier_);
  }
  P::prepare_heavy_fences();
  // order: relaxed — before there are workers. Whoever has called for a session without a first EDT calls from outside.
  legacy_ = program.first == nullptr;
  if (legacy_) strangers_.store(1, std::memory_order_relaxed);
  process::make_way(worker);
  const std::uint32_t threads = settings_.workers != 0 ? settings_.workers : process::threads_for(worker, 0);
  const runtime::Launch launch{serve, this, threads, worker.task->environment};
  Region::open(worker, launch, [this](process::Team& team) noexcept {
    team.region_front = nullptr;
    team_ = &team;
    workers_ = team.size;
  });
  WorkerData& data = worker_data(worker);
  data.thread.member = true;
  data.spare = false;
  enter(worker);
  lending_.begin(settings_.spares);
  make_affinities(data.thread);
  decide_on_keeping(worker);
  if (program.first != nullptr) {
    (void)make_first(data.thread, program);
  }
  if (program.begun != nullptr) {
    // order: release — the session stands.
    program.begun->store(1, std::memory_order_release);
    P::unpark_all(*program.begun);
  }
  help(worker);
  Region::close(worker);
  lending_.end();
  probe::acquired(this);
  data.thread.member = false;
  close();
  return code();
}

Guid Session::make_first(Thread<P>& thread, const Program& program) noexcept {
  Template<P> what{};
  what.body = program.first;
  what.slot_count = 1;
  what.title = "mainEdt";
  Guid from = k_null;
  Guid edt = k_null;
  const Guid block = argument_block(engine_, thread, program.argument_count, program.arguments);
  int code = engine_.create_template(thread, from, what);
  if (code == k_ok) {
    code = engine_.create_edt(thread, edt, {.from = from, .slot_count = 1}, [](Guid) {});
  }
  if (code == k_ok) code = engine_.add_dependence(thread, block, 0, edt, 0, Mode::read_write);
  (void)engine_.destroy_template(thread, from);
  if (code != k_ok) late_error("the first EDT could not be made", k_null, code, nullptr);
  return edt;
}

void Session::serve(void* session) noexcept {
  auto& self = *static_cast<Session*>(session);
  process::Worker& worker = runtime::current();
  WorkerData& data = worker_data(worker);
  data.thread.member = true;
  data.spare = false;
  self.enter(worker);
  self.help(worker);
  data.thread.member = false;
}

void Session::help(process::Worker& worker) noexcept {
  process::Member& own = *worker.member;
  const runtime::Until stopped{[this] { return stopping(); }, [&] { return idle(worker, TakesOver::after_a_while); },
                               [&] { return take_over(worker, TakesOver::before_sleep) || !may_sleep(worker); }};
  runtime::wait_for(worker, stopped, runtime::Runs::any, runtime::WaitTarget::barrier);
  lending_.go_home(worker, own);
}

// An EDT has ended, and the worker has none on its stack: its seat may be wanted.
void Session::ended_one(process::Worker& worker, WorkerData& data) noexcept {
  if (!data.spare && data.thread.member && worker.member->team == team_) (void)lending_.pass_on(worker, false);
}

void Session::stop(int code) noexcept {
  if (stopping()) return;
  int first = 0;
  // order: relaxed — published by the next line. A code of 0 may be overwritten: nobody can tell who came first.
  code_.compare_exchange_strong(first, code, std::memory_order_relaxed);
  // order: release — pairs with stopping().
  stopping_.store(true, std::memory_order_release);
  // order: fence seq_cst — the Dekker pair of prepare_to_park: a sleeper sees it, or is seen.
  P::fence(std::memory_order_seq_cst);
  runtime::wake_everybody(*team_);
  lending_.wake_all();
  pause_.end();
  callers_.stop();
}

// A ready EDT becomes a task of the seat.
void Session::put(process::Worker& worker, Edt<P>& edt) noexcept {
  runtime::Spawn what{.body = run_edt, .data = &edt};
  if (edt.hints != nullptr) [[unlikely]] {
    what.priority = priority_of(*edt.hints);
    // order: relaxed — see may_keep().
    if (what.priority != 0) keeps_.store(false, std::memory_order_relaxed);
  }
  if (localities() > 1) [[unlikely]]
    prefer(worker, edt, what);
  if (worker.recorder != nullptr) [[unlikely]]
    note_origin(worker, edt);
  Tasking::spawn_rooted(worker, what);
  lending_.wake_a_spare();
}

void Session::ready(Thread<P>& thread, Edt<P>& edt) noexcept {
  process::Worker& worker = runtime::current();
  if (thread.member && worker.member->team == team_) [[likely]] {
    WorkerData& data = worker_data(worker);
    return data.keeps && edt.hints == nullptr && may_keep(worker) ? keep(worker, data, edt) : put(worker, edt);
  }
  (void)inbox_.push(&edt);
  runtime::wake_for_task(*team_, 0);
  lending_.wake_a_spare();
}

// From its begin to its end, on one stack: to who looks for races all that is a thread of its own.
void Session::run_whole(void* argument) noexcept {
  const EdtRun& run = *static_cast<EdtRun*>(argument);
  Session& self = *run.session;
  Edt<P>& edt = *run.edt;
  Frame<P> frame;
  self.engine_.begin(run.data->thread, edt, frame);
  const std::uint32_t parameters = edt.parameter_count();
  const Guid returned = heddle_ocr_call_body(parameters, parameters == 0 ? nullptr : edt.parameters(), edt.slot_count,
                                             edt.slot_count == 0 ? nullptr : edt.slots(), edt.body);
  if (current_session() != &self) [[unlikely]]
    end_forked_child();
  self.pause_.stands(*run.data);
  self.engine_.end(run.data->thread, frame, returned);
  probe::released(&self);  // to who has waited for the session's end
}

void Session::run_one(process::Worker& worker, WorkerData& data, Edt<P>& edt) noexcept {
  data.runs_one();
  if (stopping()) [[unlikely]]
    return engine_.drop(data.thread, edt);
  pause_.runs(worker, data);
  EdtRun run{this, &data, &edt};
  if (probe::context_maker == nullptr) [[likely]] {
    run_whole(&run);
  } else {
    probe::context_maker->run(run_whole, &run);
  }
  if (lending_.somebody_waits() && data.thread.frame == nullptr) [[unlikely]]
    ended_one(worker, data);
}

void Session::run_edt(void* argument) noexcept {
  process::Worker& worker = runtime::current();
  WorkerData& data = worker_data(worker);
  Session& self = *current_session();
  const bool kept_before = std::exchange(data.keeps, self.may_keep(worker));
  auto* edt = static_cast<Edt<P>*>(argument);
  do {
    self.run_one(worker, data, *edt);
  } while ((edt = self.next_kept(worker, data)) != nullptr);
  data.keeps = kept_before;
  (void)self.empty_inbox(worker);
}

void Session::tell_caller(Slot<P>& slot, Guid value) noexcept {
  WaitingCaller& caller = WaitingCaller::of(slot);
  slot.guid = value;
  probe::released(&slot);
  stillness_.tells();
  // order: release — pairs with WaitingCaller::sleep(). The caller may be gone afterwards.
  caller.told.store(WaitingCaller::k_told, std::memory_order_release);
  P::unpark_all(caller.told);
}

void Session::label_changed() noexcept {
  callers_.label_changed([this](WaitingCaller& caller) { tell_caller(caller.slot, k_null); });
}

void Session::close() noexcept {
  // order: seq_cst (both) — the Dekker pair of a visitor, who comes before he looks for the session: he is seen, or
  // finds none.
  the_session.store(nullptr, std::memory_order_seq_cst);
  while (visitors.load(std::memory_order_seq_cst) != 0) P::yield();
  // order: acquire — pairs with enter().
  for (WorkerData* data = threads_.load(std::memory_order_acquire); data != nullptr; data = data->next) {
    data->thread.destroyed = nullptr;
    data->thread.cache.forget();
    data->thread.session = 0;
  }
  if (verifier_ != nullptr) verifier_->tell_what_is_left();
  engine_.close();
}

void Session::late_error(const char* what, Guid guid, int code, Edt<P>* edt) noexcept {
  tell_late_error(what, guid, code, edt);
}

}  // namespace heddle::ocr
