// Circles: who waits for whom, so that tasks that wait for each other are told so instead of waiting for ever.
// README.md has the rules. Any thread; a worker's waits are entered and left in the order of its stack.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "probe/unseen.hpp"
#include "tasks/words.hpp"

namespace heddle::tasks {

/// A wait of a worker's current task; lies on the worker's stack.
struct Waiting {
  explicit Waiting(process::Worker& who) noexcept : worker(&who), task(who.task), inside(who.task->group) {}
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() {
    const probe::Unseen unseen;  // another thread may have written it
    circle = {};
    circle.shrink_to_fit();
  }

  process::Worker* worker;
  const process::Task* task;
  const process::Group* inside;           // the innermost group that the task is in
  const EventWords* event = nullptr;      // null: for tasks that the task has made,
  const process::Group* group = nullptr;  // those of this group; null: for all
  std::uint64_t depth = 0;                // so many other waits lie below it on the worker's stack
  std::string circle;                     // why it must be given up; written before `given_up`
  P::atomic<bool> given_up{false};        // only if it is for an event
};

class DeadlockDetector {
 public:
  /// The wait begins. If it closes a circle, a wait for an event in it is given up: this one if it is for an event.
  static void enter(Waiting& waiting) noexcept;
  static void leave(Waiting& waiting) noexcept;

  /// Each wait that has begun and not ended, the first one of a worker first. Nobody enters or leaves meanwhile.
  static void for_each(const std::function<void(const Waiting&)>& visit);

  /// fork() is about to happen, has happened in this process, in the child.
  static void before_fork() noexcept;
  static void after_fork_in_parent() noexcept;
  static void after_fork_in_child() noexcept;
};

/// A wait for tasks, entered when its worker is about to sleep for the first time.
class WaitForTasks {
 public:
  /// @param group  null: for all tasks that the worker's current task has made; else it is not that task's innermost
  /// yet
  WaitForTasks(process::Worker& worker, const process::Group* group) noexcept
      : worker_(worker), group_(group), inside_(worker.task->group) {}
  WaitForTasks(const WaitForTasks&) = delete;
  WaitForTasks& operator=(const WaitForTasks&) = delete;
  ~WaitForTasks() {
    if (waiting_) [[unlikely]]
      DeadlockDetector::leave(*waiting_);
  }

  void operator()() noexcept {
    if (waiting_) return;
    waiting_.emplace(worker_);
    waiting_->group = group_;
    waiting_->inside = inside_;
    DeadlockDetector::enter(*waiting_);
  }

 private:
  process::Worker& worker_;
  const process::Group* group_;
  const process::Group* inside_;
  std::optional<Waiting> waiting_;
};

}  // namespace heddle::tasks
