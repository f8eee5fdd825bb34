#include "front/task/event.hpp"

#include <new>
#include <span>

#include "base/check.hpp"
#include "front/task/circles.hpp"
#include "front/task/place.hpp"
#include "probe/unseen.hpp"
#include "tasks/worker_data.hpp"

#define HEDDLE_TASK_EXPORT [[gnu::visibility("default")]]

namespace heddle::task {

namespace {

/// A thread that waits: an entry of the event's list. Shared by thread and list, as a wait may be given up.
struct Sleeper {
  heddle_continuation entry;  // first, so that its address is the sleeper's
  omp::Worker* worker;
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

Sleeper* make_sleeper(omp::Worker& worker) noexcept {
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

int complete(Event& event) noexcept { return event.happening.complete() ? HEDDLE_OK : HEDDLE_EVENT_USED; }

bool has_tasks(const omp::Worker& worker) noexcept {
  const omp::Team& team = *worker.member->team;
  // order: relaxed — a hint; a task that comes into sight later is run later.
  return team.tasking.load(std::memory_order_relaxed) == team.region;
}

// If nobody has begun what will complete the event, for that must not wait until this worker has time.
bool may_run_any(const omp::Worker& worker, const Event& event) noexcept {
  // order: relaxed — a hint: it is set when that task begins.
  return has_tasks(worker) && event.runs_on.load(std::memory_order_relaxed) == nullptr;
}

// A task to run while the event is waited for: one of the current task's own, or any if that may be.
omp::Task* find_task(omp::Worker& worker, const Event& event) noexcept {
  if (!has_tasks(worker)) return nullptr;
  if (omp::Task* const own = Tasking::find_descendant(worker); own != nullptr) return own;
  return may_run_any(worker, event) ? Tasking::find_any(worker) : nullptr;
}

// Until the event has happened, or the wait was given up.
void wait_listed(omp::Worker& worker, Event& event, const Waiting& waiting) noexcept {
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
  omp::Task* found = nullptr;  // by missed(), for find()
  const auto find = [&] { return found != nullptr ? std::exchange(found, nullptr) : find_task(worker, event); };
  // The scheduler spares what is meant for other workers for a few looks (graph/preferences.hpp).
  const auto spared = [&] { return may_run_any(worker, event) && worker.member->team->scheduler->has_work(); };
  const auto missed = [&] { return (found = find_task(worker, event)) != nullptr || spared(); };
  runtime::wait_until(worker, runtime::Wait{runtime::Rest::own_work, done, idle, find, missed,
                                            runtime::Jobs::of_team_and_runtime, runtime::Awaited::others});
  if (found != nullptr) Tasking::run(worker, found);
  sleeper->drop();
}

// @param circle  what it was given up for
int wait_entered(omp::Worker& worker, Event& event, std::span<char> circle) noexcept {
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
int wait(omp::Worker& worker, Event& event, std::span<char> circle) noexcept {
  while (!event.done() && has_tasks(worker)) {
    omp::Task* const task = Tasking::find_descendant(worker);
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

}  // namespace heddle::task

using namespace heddle;  // the rest of the file is extern "C"
using task::words_of;

extern "C" {

HEDDLE_TASK_EXPORT int heddle_event_complete(heddle_event* event) {
  return event == nullptr ? HEDDLE_NULL_BODY : task::complete(words_of(*event));
}

HEDDLE_TASK_EXPORT int heddle_event_done(const heddle_event* event) {
  return event != nullptr && words_of(*event).done() ? 1 : 0;
}

HEDDLE_TASK_EXPORT int heddle_event_wait(heddle_event* event, char* circle, size_t bytes) {
  if (event == nullptr) return HEDDLE_NULL_BODY;
  if (words_of(*event).done()) return HEDDLE_OK;
  const task::Place place;
  if (!place.may_wait()) return HEDDLE_EARLY_WAIT;
  return task::wait(place.worker(), words_of(*event), {circle, circle == nullptr ? 0 : bytes});
}

HEDDLE_TASK_EXPORT void heddle_event_by_me(heddle_event* event, const char* name) {
  const omp::Worker& worker = runtime::current();
  task::Event& words = words_of(*event);
  // order: relaxed (both) — published by the next store.
  words.by.store(name, std::memory_order_relaxed);
  words.above.store(tasks::worker_data(worker).event_waits, std::memory_order_relaxed);
  // order: release — pairs with Circles::enter(): name and depth.
  words.runs_on.store(const_cast<omp::Worker*>(&worker), std::memory_order_release);
}

HEDDLE_TASK_EXPORT int heddle_event_then(heddle_event* event, heddle_continuation* continuation) {
  return words_of(*event).happening.listen(*continuation) ? 1 : 0;
}

}  // extern "C"
