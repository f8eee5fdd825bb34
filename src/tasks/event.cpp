#include "tasks/event.hpp"

#include <new>
#include <span>

#include "base/check.hpp"
#include "probe/unseen.hpp"
#include "tasks/circles.hpp"
#include "tasks/place.hpp"
#include "tasks/worker_data.hpp"

namespace heddle::tasks {

namespace {

/// A thread that waits: an entry of the event's list. Shared by thread and list, as a wait may be given up.
struct Sleeper {
  heddle_continuation entry;  // first, so that its address is the sleeper's
  process::Worker* worker;
  P::atomic<bool> told{false};
  P::atomic<std::uint32_t> shares{2};

  void drop() noexcept {
    // order: acq_rel — the second one frees what the first has used.
    if (shares.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    const probe::Unseen unseen;
    delete this;
  }
};

void tell(heddle_continuation* entry);

Sleeper* make_sleeper(process::Worker& worker) noexcept {
  const probe::Unseen unseen;
  auto* const sleeper = new (std::nothrow) Sleeper{{nullptr, tell}, &worker};
  HEDDLE_CHECK(sleeper != nullptr, "no memory left to wait for an event");
  return sleeper;
}

void tell(heddle_continuation* entry) {
  auto* const sleeper = reinterpret_cast<Sleeper*>(entry);
  // order: seq_cst — release pairs with the load in wait_listed(): what was done before; with lie_down's fence the
  // Dekker pair: the sleeper sees this, or its nap is seen here.
  sleeper->told.store(true, std::memory_order_seq_cst);
  P::fence(std::memory_order_seq_cst);
  runtime::Sleepers<P>::wake(sleeper->worker->bed);
  sleeper->drop();
}

bool has_tasks(const process::Worker& worker) noexcept {
  const process::Team& team = *worker.member->team;
  // order: relaxed — a hint; a task that comes into sight later is run later.
  return team.tasking.load(std::memory_order_relaxed) == team.region;
}

// If nobody has begun what will complete the event, for that must not wait until this worker has time.
bool may_run_any(const process::Worker& worker, const Event& event) noexcept {
  // order: relaxed — a hint: it is set when that task begins.
  return has_tasks(worker) && event.runs_on.load(std::memory_order_relaxed) == nullptr;
}

// A task to run while the event is waited for: one of the current task's own, or any if that may be.
process::Task* find_task(process::Worker& worker, const Event& event) noexcept {
  if (!has_tasks(worker)) return nullptr;
  if (process::Task* const own = Tasking::find_descendant(worker); own != nullptr) return own;
  return may_run_any(worker, event) ? Tasking::find_any(worker) : nullptr;
}

// Until the event has happened, or the wait was given up.
void wait_listed(process::Worker& worker, Event& event, const Waiting& waiting) noexcept {
  auto* const sleeper = make_sleeper(worker);
  if (!event.happening.listen(sleeper->entry)) {
    sleeper->drop();
    return sleeper->drop();
  }
  // order: acquire (both) — pairs with tell(), and through it with Happening::complete(); with Circles: why.
  const auto done = [&] {
    return sleeper->told.load(std::memory_order_acquire) || waiting.given_up.load(std::memory_order_acquire);
  };
  const auto idle = [&] {
    Tasking::flush(worker);
    return done();
  };
  process::Task* found = nullptr;  // by missed(), for find()
  const auto find = [&] { return found != nullptr ? std::exchange(found, nullptr) : find_task(worker, event); };
  // The scheduler spares what is meant for other workers for a few looks (graph/preferences.hpp).
  const auto spared = [&] {
    const runtime::Member<P>& member = *worker.member;
    return may_run_any(worker, event) && member.team->scheduler->finds_work(member.seat);
  };
  const auto missed = [&] { return (found = find_task(worker, event)) != nullptr || spared(); };
  runtime::wait_until(worker, runtime::Wait{runtime::Rest::own_work, done, idle, find, missed,
                                            runtime::Jobs::of_team_and_runtime, runtime::Awaited::others});
  if (found != nullptr) Tasking::run(worker, found);
  sleeper->drop();
}

// @param circle  what it was given up for
int wait_entered(process::Worker& worker, Event& event, std::span<char> circle) noexcept {
  Waiting waiting(worker);
  waiting.event = &event;
  Circles::enter(waiting);
  // order: acquire — pairs with Circles: why.
  if (!waiting.given_up.load(std::memory_order_acquire)) wait_listed(worker, event, waiting);
  Circles::leave(waiting);
  // order: acquire — as above; nobody writes it any more.
  if (!waiting.given_up.load(std::memory_order_acquire)) {
    probe::acquired(&event.happening);
    return HEDDLE_OK;
  }
  if (!circle.empty()) circle[waiting.circle.copy(circle.data(), circle.size() - 1)] = '\0';
  return HEDDLE_DEADLOCK;
}

// Only tasks of its own are run before the wait is entered: who waits for this task's tasks waits for those, too. That
// a stranger holds it up is told by the entry alone.
int run_own_then_wait(process::Worker& worker, Event& event, std::span<char> circle) noexcept {
  while (!event.done() && has_tasks(worker)) {
    process::Task* const task = Tasking::find_descendant(worker);
    if (task == nullptr) break;
    Tasking::run(worker, task);
  }
  int code = HEDDLE_OK;
  if (!event.done()) {
    Tasking::flush(worker);
    code = wait_entered(worker, event, circle);
  }
  Tasking::flush(worker);  // the program goes on: somebody may wait for a task that was run here
  return code;
}

}  // namespace

int reserve(Event& event) noexcept { return event.happening.reserve() ? HEDDLE_OK : HEDDLE_EVENT_USED; }

void forgo(Event& event) noexcept { event.happening.forgo(); }

void bind(Event& event, heddle_continuation& end) noexcept {
  if (!event.happening.listen(end)) end.call(&end);
}

int complete(Event& event) noexcept { return event.happening.complete() ? HEDDLE_OK : HEDDLE_EVENT_USED; }

int wait(Event& event, std::span<char> circle) noexcept {
  if (event.done()) return HEDDLE_OK;
  const Place place;
  if (!place.may_wait()) return HEDDLE_EARLY_WAIT;
  return run_own_then_wait(place.worker(), event, circle);
}

void complete_here(Event& event, const char* name) noexcept {
  const process::Worker& worker = runtime::current();
  // order: relaxed (both) — published by the next store.
  event.by.store(name, std::memory_order_relaxed);
  event.above.store(worker_data(worker).event_waits, std::memory_order_relaxed);
  // order: release — pairs with Circles::enter(): name and depth.
  event.runs_on.store(const_cast<process::Worker*>(&worker), std::memory_order_release);
}

}  // namespace heddle::tasks
