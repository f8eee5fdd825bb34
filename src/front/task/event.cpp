#include "front/task/event.hpp"

#include "front/task/place.hpp"

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

// @returns whether it will be called
bool listen(Event& event, heddle_continuation& entry) noexcept {
  // order: acquire — as in Event::done().
  std::uintptr_t last = event.listeners.load(std::memory_order_acquire);
  for (;;) {
    if (last == Event::k_completed) return false;
    entry.next = reinterpret_cast<heddle_continuation*>(last);
    // order: release, acquire — release pairs with the exchange in complete(): the entry; acquire as above.
    if (event.listeners.compare_exchange_weak(last, reinterpret_cast<std::uintptr_t>(&entry), std::memory_order_release,
                                              std::memory_order_acquire)) {
      return true;
    }
  }
}

int complete(Event& event) noexcept {
  // order: acq_rel — whoever comes second, this or bind(), ends the task and sees all that was done for it.
  const std::uintptr_t bound = event.bound.exchange(Event::k_completed, std::memory_order_acq_rel);
  if (bound == Event::k_completed) return HEDDLE_EVENT_USED;
  // order: acq_rel — release pairs with done() and listen(), acquire: the entries. The last touch of the event.
  const std::uintptr_t last = event.listeners.exchange(Event::k_completed, std::memory_order_acq_rel);
  for (auto* entry = reinterpret_cast<heddle_continuation*>(last); entry != nullptr;) {
    heddle_continuation* const next = entry->next;
    entry->call(entry);
    entry = next;
  }
  if (bound > Event::k_reserved) Tasking::fulfill(runtime::current(), *reinterpret_cast<omp::Task*>(bound));
  return HEDDLE_OK;
}

// A task to run while the event is waited for: one of the current task's own; any, if nobody has begun what will
// complete the event, for that must not wait until this worker has time.
omp::Task* find_task(omp::Worker& worker, const Event& event) noexcept {
  const omp::Team& team = *worker.member->team;
  // order: relaxed — a hint; a task that comes into sight later is run later.
  if (team.tasking.load(std::memory_order_relaxed) != team.region) return nullptr;
  if (omp::Task* const own = Tasking::find_descendant(worker); own != nullptr) return own;
  // order: relaxed — a hint: it is set when that task begins.
  return event.runs_on.load(std::memory_order_relaxed) == nullptr ? Tasking::find_any(worker) : nullptr;
}

void wait_listed(omp::Worker& worker, Event& event) noexcept {
  Sleeper sleeper{{nullptr, tell}, &worker};
  if (!listen(event, sleeper.entry)) return;
  // order: acquire — pairs with tell(), and through it with complete().
  const auto done = [&] { return sleeper.told.load(std::memory_order_acquire); };
  const auto idle = [&] {
    Tasking::flush(worker);
    return done();
  };
  omp::Task* found = nullptr;  // by missed(), for find()
  const auto find = [&] { return found != nullptr ? std::exchange(found, nullptr) : find_task(worker, event); };
  const auto missed = [&] { return (found = find_task(worker, event)) != nullptr; };
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

int reserve(Event& event) noexcept {
  std::uintptr_t empty = 0;
  // order: relaxed (both) — a claim; nothing is read because of it.
  return event.bound.compare_exchange_strong(empty, Event::k_reserved, std::memory_order_relaxed,
                                             std::memory_order_relaxed)
             ? HEDDLE_OK
             : HEDDLE_EVENT_USED;
}

void bind(Event& event, omp::Task& task) noexcept {
  std::uintptr_t reserved = Event::k_reserved;
  // order: acq_rel, acquire — as in complete(): the second one ends the task.
  if (event.bound.compare_exchange_strong(reserved, reinterpret_cast<std::uintptr_t>(&task), std::memory_order_acq_rel,
                                          std::memory_order_acquire)) {
    return;
  }
  Tasking::fulfill(runtime::current(), task);
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
  return task::wait(place.worker(), words_of(*event), circle, bytes);
}

HEDDLE_TASK_EXPORT void heddle_event_by_me(heddle_event* event, const char* name) {
  // order: relaxed, release — read under the lock of a list, or as a hint.
  words_of(*event).by.store(name, std::memory_order_relaxed);
  words_of(*event).runs_on.store(&runtime::current(), std::memory_order_release);
}

HEDDLE_TASK_EXPORT int heddle_event_then(heddle_event* event, heddle_continuation* continuation) {
  return task::listen(words_of(*event), *continuation) ? 1 : 0;
}

}  // extern "C"
