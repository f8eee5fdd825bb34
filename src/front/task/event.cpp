#include "front/task/event.hpp"

#include "front/task/place.hpp"
#include "omp/process.hpp"

#define HEDDLE_TASK_EXPORT [[gnu::visibility("default")]]

namespace heddle::task {

namespace {

/// A thread that waits: an entry of the event's list, on the thread's stack.
struct Sleeper {
  heddle_continuation entry;  // first, so that its address is the sleeper's
  omp::Worker* worker;
  P::atomic<bool> told{false};
};

void tell(heddle_continuation* entry) {
  auto* const sleeper = reinterpret_cast<Sleeper*>(entry);
  omp::Worker* const worker = sleeper->worker;
  // order: seq_cst — release pairs with the load in wait(): from now on the entry may be gone; with lie_down's fence
  // the Dekker pair: the sleeper sees this, or its nap is seen here.
  sleeper->told.store(true, std::memory_order_seq_cst);
  P::fence(std::memory_order_seq_cst);
  runtime::Sleepers<P>::wake(worker->bed);
}

int complete(Event& event) noexcept {
  const auto end = [](void* task) { Tasking::fulfill(runtime::current(), *static_cast<omp::Task*>(task)); };
  return event.happening.complete(end) ? HEDDLE_OK : HEDDLE_EVENT_USED;
}

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

void wait_listed(omp::Worker& worker, Event& event) noexcept {
  Sleeper sleeper{{nullptr, tell}, &worker};
  if (!event.happening.listen(sleeper.entry)) return;
  // order: acquire — pairs with tell(), and through it with Happening::complete().
  const auto done = [&] { return sleeper.told.load(std::memory_order_acquire); };
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
}

int wait(omp::Worker& worker, Event& event, char* circle, std::size_t bytes) noexcept {
  while (!event.done()) {
    omp::Task* const task = find_task(worker, event);
    if (task == nullptr) break;
    Tasking::run(worker, task);
  }
  if (!event.done()) {
    Tasking::flush(worker);
    if (Circles::enter(worker, event, circle, bytes)) return HEDDLE_DEADLOCK;
    wait_listed(worker, event);
    Circles::leave(worker);
  }
  Tasking::flush(worker);  // the program goes on: somebody may wait for a task that was run here
  return HEDDLE_OK;
}

}  // namespace

int reserve(Event& event) noexcept { return event.happening.reserve() ? HEDDLE_OK : HEDDLE_EVENT_USED; }

void bind(Event& event, omp::Task& task) noexcept {
  if (!event.happening.bind(&task)) Tasking::fulfill(runtime::current(), task);
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
  return task::wait(place.worker(), words_of(*event), circle, bytes);
}

HEDDLE_TASK_EXPORT void heddle_event_by_me(heddle_event* event, const char* name) {
  const omp::Worker& worker = runtime::current();
  task::Event& words = words_of(*event);
  // order: relaxed (both) — published by the next store.
  words.by.store(name, std::memory_order_relaxed);
  words.above.store(omp::Process::data(worker).event_waits, std::memory_order_relaxed);
  // order: release — pairs with Circles::enter(): name and depth.
  words.runs_on.store(const_cast<omp::Worker*>(&worker), std::memory_order_release);
}

HEDDLE_TASK_EXPORT int heddle_event_then(heddle_event* event, heddle_continuation* continuation) {
  return words_of(*event).happening.listen(*continuation) ? 1 : 0;
}

}  // extern "C"
