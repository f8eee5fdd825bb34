#include "tasks/event.hpp"

#include <new>
#include <span>
#include <utility>

#include "base/check.hpp"
#include "probe/unseen.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/deadlock_detector.hpp"
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
  // order: seq_cst — release pairs with the load in wait_listed(): what was done before; with prepare_to_park's fence
  // the Dekker pair: the sleeper sees this, or its nap is seen here.
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
bool may_run_any(const process::Worker& worker, const EventWords& event) noexcept {
  // order: relaxed — a hint: it is set when that task begins.
  return has_tasks(worker) && event.runs_on.load(std::memory_order_relaxed) == nullptr;
}

/// What is run while the event is waited for: the current task's own, or any if that may be.
class TasksForEvent {
 public:
  static constexpr runtime::Rest k_rest = runtime::Rest::own_work;
  static constexpr runtime::Jobs k_jobs = runtime::Jobs::of_team_and_runtime;

  TasksForEvent(process::Worker& worker, const EventWords& event) noexcept : worker_(worker), event_(event) {}
  process::Task* find() noexcept { return found_ != nullptr ? kept() : look(); }
  // The scheduler spares what is meant for other workers for a few looks (graph/preferences.hpp).
  bool missed() noexcept {
    const process::Member& member = *worker_.member;
    return (found_ = look()) != nullptr ||
           (has_tasks(worker_) && (found_ = Tasking::uncover_descendant(worker_)) != nullptr) ||
           (may_run_any(worker_, event_) && member.team->ready->finds_work(member.seat));
  }
  process::Task* kept() noexcept { return std::exchange(found_, nullptr); }
  runtime::Backoff<P> backoff() const noexcept { return runtime::backoff_of(worker_); }

 private:
  process::Task* look() noexcept {
    if (!has_tasks(worker_)) return nullptr;
    if (process::Task* const own = Tasking::find_descendant(worker_); own != nullptr) return own;
    return may_run_any(worker_, event_) ? Tasking::find_any(worker_) : nullptr;
  }

  process::Worker& worker_;
  const EventWords& event_;
  process::Task* found_ = nullptr;  // by missed()
};

// Until the event has happened, or the wait is given up.
template <class GivenUp>
void wait_listed(process::Worker& worker, EventWords& event, const GivenUp& given_up,
                 runtime::WaitDescription what) noexcept {
  auto* const sleeper = make_sleeper(worker);
  if (!event.happening.listen(sleeper->entry)) {
    sleeper->drop();
    return sleeper->drop();
  }
  // order: acquire — pairs with tell(), and through it with EventProtocol::complete().
  const auto done = [&] { return sleeper->told.load(std::memory_order_acquire) || given_up(); };
  TasksForEvent source(worker, event);
  runtime::wait_with(worker, runtime::Until{done, done}, source, what);
  sleeper->drop();
}

// @param circle  what it was given up for
int wait_entered(process::Worker& worker, EventWords& event, std::span<char> circle) noexcept {
  Waiting waiting(worker);
  waiting.event = &event;
  DeadlockDetector::enter(waiting);
  // order: acquire — pairs with Circles: why.
  const auto given_up = [&waiting] { return waiting.given_up.load(std::memory_order_acquire); };
  if (!given_up()) wait_listed(worker, event, given_up, runtime::WaitTarget::others);
  DeadlockDetector::leave(waiting);
  if (!given_up()) {  // nobody writes it any more
    probe::acquired(&event.happening);
    return HEDDLE_OK;
  }
  if (!circle.empty()) circle[waiting.circle.copy(circle.data(), circle.size() - 1)] = '\0';
  return HEDDLE_DEADLOCK;
}

// Only tasks of its own are run before the wait is entered: who waits for this task's tasks waits for those, too. That
// a stranger holds it up is told by the entry alone.
int run_own_then_wait(process::Worker& worker, EventWords& event, std::span<char> circle) noexcept {
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

int reserve(EventWords& event) noexcept { return event.happening.reserve() ? HEDDLE_OK : HEDDLE_EVENT_USED; }

void forgo(EventWords& event) noexcept { event.happening.forgo(); }

void bind(EventWords& event, heddle_continuation& end) noexcept {
  if (!event.happening.listen(end)) end.call(&end);
}

int complete(EventWords& event) noexcept { return event.happening.complete() ? HEDDLE_OK : HEDDLE_EVENT_USED; }

int wait(EventWords& event, std::span<char> circle) noexcept {
  if (event.done()) return HEDDLE_OK;
  const CurrentSeat place;
  if (!place.may_wait()) return HEDDLE_EARLY_WAIT;
  return run_own_then_wait(place.worker(), event, circle);
}

int wait_for(EventWords& event, std::uint64_t ns) noexcept {
  if (ns == UINT64_MAX) return wait(event, {});  // 584 years: who waits so long says so when nothing moves
  if (event.done()) return HEDDLE_OK;
  const CurrentSeat place;
  if (!place.may_wait()) return HEDDLE_EARLY_WAIT;
  const std::uint64_t now = P::now_ns();
  runtime::WaitDescription what(runtime::WaitTarget::others);
  what.deadline_ns = ns > UINT64_MAX - now ? UINT64_MAX : now + ns;
  Tasking::flush(place.worker());
  wait_listed(place.worker(), event, [&what] { return P::now_ns() >= what.deadline_ns; }, what);
  Tasking::flush(place.worker());  // as in run_own_then_wait()
  return event.done() ? HEDDLE_OK : HEDDLE_TIMED_OUT;
}

void wait_seated(process::Worker& worker, EventWords& event) noexcept {
  if (event.done()) return;
  Tasking::flush(worker);
  wait_listed(worker, event, [] { return false; }, runtime::WaitTarget::others);
  Tasking::flush(worker);  // as in run_own_then_wait()
  probe::acquired(&event.happening);
}

void complete_here(EventWords& event, const char* name) noexcept {
  const process::Worker& worker = runtime::current();
  // order: relaxed (both) — published by the next store.
  event.by.store(name, std::memory_order_relaxed);
  event.above.store(worker_data(worker).event_waits, std::memory_order_relaxed);
  // order: release — pairs with DeadlockDetector::enter(): name and depth.
  event.runs_on.store(const_cast<process::Worker*>(&worker), std::memory_order_release);
}

}  // namespace heddle::tasks
