// Tasks that begin when all their slots are satisfied.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tasks/words.hpp"

namespace heddle::event_door {

using Body = void (*)(void* argument);

/// Something that tasks wait for; it happens once.
class Signal {
 public:
  void satisfy() noexcept;
  void wait() noexcept;
  bool satisfied() const noexcept { return words().done(); }

  heddle_event* raw() noexcept { return &event_; }

 private:
  tasks::EventWords& words() noexcept { return tasks::words_of(event_); }
  const tasks::EventWords& words() const noexcept { return tasks::words_of(event_); }
  heddle_event event_ = HEDDLE_EVENT;
};

/// Makes a task that runs body(argument) when as many signals have happened as it has slots.
class Slots {
 public:
  Slots(std::size_t count, Body body, void* argument) noexcept;
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  /// Slot after slot. @param signal  null: satisfied at once
  void connect(Signal* signal) noexcept;
  /// Happens when the task is over.
  Signal& output() noexcept { return output_; }

 private:
  struct Entry {
    heddle_continuation entry;
    Slots* slots;
  };
  static void told(heddle_continuation* entry);
  void satisfied_one() noexcept;

  static constexpr std::size_t k_most = 8;
  Entry entries_[k_most];
  std::size_t connected_ = 0;
  process::P::atomic<std::size_t> missing_;
  Body body_;
  void* argument_;
  Signal output_;
};

/// Runs body(argument) and all that it makes on workers of its own, so many, and returns when all is over.
/// @returns 0, or what is wrong (heddle/error.h)
int run(unsigned workers, Body body, void* argument) noexcept;

}  // namespace heddle::event_door
