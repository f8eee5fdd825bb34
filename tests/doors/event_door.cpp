#include "event_door.hpp"

#include "base/check.hpp"
#include "tasks/event.hpp"
#include "tasks/scope.hpp"
#include "tasks/spawn.hpp"

namespace heddle::event_door {

void Signal::satisfy() noexcept { HEDDLE_CHECK(tasks::complete(words()) == HEDDLE_OK, "a signal was satisfied twice"); }

void Signal::wait() noexcept { HEDDLE_CHECK(tasks::wait(words(), {}) == HEDDLE_OK, "a signal cannot be waited for"); }

Slots::Slots(std::size_t count, Body body, void* argument) noexcept
    : missing_(count), body_(body), argument_(argument) {
  HEDDLE_CHECK(count != 0 && count <= k_most, "a task of this door has between one and eight slots");
}

void Slots::connect(Signal* signal) noexcept {
  Entry& entry = entries_[connected_++];
  entry = {{nullptr, told}, this};
  if (signal == nullptr || !tasks::words_of(*signal->raw()).happening.listen(entry.entry)) satisfied_one();
}

void Slots::told(heddle_continuation* entry) { reinterpret_cast<Entry*>(entry)->slots->satisfied_one(); }

void Slots::satisfied_one() noexcept {
  // order: acq_rel — the last one sees what was done before the others.
  if (missing_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  heddle_task task = HEDDLE_TASK;
  Slots* self = this;
  task.body = [](void* argument) {
    Slots& slots = **static_cast<Slots**>(argument);
    slots.body_(slots.argument_);
    slots.output_.satisfy();
  };
  task.argument = &self;
  task.argument_bytes = sizeof self;
  task.argument_alignment = alignof(Slots*);
  task.name = "slots";
  HEDDLE_CHECK(tasks::spawn(task) == HEDDLE_OK, "a task of this door was refused");
}

int run(unsigned workers, Body body, void* argument) noexcept {
  heddle_scope scope = HEDDLE_SCOPE;
  scope.workers = workers;
  return tasks::run_scope(scope, body, argument, nullptr);
}

}  // namespace heddle::event_door
