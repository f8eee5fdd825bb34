// heddle/observer.hpp: objects that are told when a task begins and when it ends, on the thread that runs it.
//
//     struct Counter : heddle::observer {
//       void task_begins(const heddle::observed_task& task) noexcept override { ... }
//     };
//     heddle::observation counting = heddle::observe(std::make_shared<Counter>());
//
// The page is docs/tasks.md. Any thread may call these functions.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <source_location>
#include <utility>

#include "errors.hpp"
#include "observer.h"

namespace heddle {

/// What is known of a task that begins or ends.
class observed_task {
 public:
  /// @param plain  must live as long as this
  explicit observed_task(const heddle_observed_task& plain) noexcept : plain_(plain) {}

  /// Of spawn_options or task_options; null: it has none. A plan's: until the replay is over.
  const char* name() const noexcept { return plain_.name; }
  /// Where it was made; line() is 0 where that is not known, as with plans.
  std::source_location where() const noexcept {
    return plain_.place == nullptr ? std::source_location{} : std::bit_cast<std::source_location>(plain_.place);
  }
  /// As heddle::worker().
  unsigned worker() const noexcept { return plain_.worker; }
  /// Number of the thread in the process: small, and no two threads have the same at the same time.
  unsigned thread() const noexcept { return plain_.thread; }

 private:
  const heddle_observed_task& plain_;
};

/// Who is told. Several threads call it at once. It must not wait for tasks.
class observer {
 public:
  observer() = default;
  observer(const observer&) = delete;
  observer& operator=(const observer&) = delete;
  virtual ~observer() = default;

  /// Before the task's body.
  virtual void task_begins(const observed_task& /*task*/) noexcept {}
  /// After it, for those that were told of the begin.
  virtual void task_ends(const observed_task& /*task*/) noexcept {}
};

/// An observer is told as long as this lives.
class [[nodiscard]] observation {
 public:
  /// Takes over; `other` stops nothing any more.
  observation(observation&& other) noexcept : number_(std::exchange(other.number_, k_none)) {}
  /// Exchanges them.
  observation& operator=(observation&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~observation() { stop(); }

  /// No call begins any more. One that another thread has begun may still go on; the observer stays for it.
  void stop() noexcept {
    if (number_ != k_none) heddle_observe_stop(std::exchange(number_, k_none));
  }

 private:
  friend observation observe(std::shared_ptr<observer> told);
  explicit observation(std::uint32_t number) noexcept : number_(number) {}
  static constexpr std::uint32_t k_none = UINT32_MAX;
  std::uint32_t number_;
};

/// Tells `told` of every task that is made by name, and of every plan that is replayed, from now on. It is never
/// destroyed, for a call may be under way at any time. Throws null_body where there is none.
inline observation observe(std::shared_ptr<observer> told) {
  if (told == nullptr) throw null_body();
  auto kept = std::make_unique<std::shared_ptr<observer>>(std::move(told));
  heddle_observer plain = HEDDLE_OBSERVER;
  plain.data = kept.get();  // and not the observer: who looks for leaks finds by it what is kept
  plain.begins = [](void* data, const heddle_observed_task* task) {
    (*static_cast<std::shared_ptr<observer>*>(data))->task_begins(observed_task(*task));
  };
  plain.ends = [](void* data, const heddle_observed_task* task) {
    (*static_cast<std::shared_ptr<observer>*>(data))->task_ends(observed_task(*task));
  };
  std::uint32_t number = 0;
  if (heddle_observe(&plain, &number) == HEDDLE_NO_MEMORY) throw std::bad_alloc();
  static_cast<void>(kept.release());
  return observation(number);
}

}  // namespace heddle
