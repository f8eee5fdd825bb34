#include "tasks/ending.hpp"

#include <pthread.h>

#include <cstdlib>

#include "process/standing.hpp"
#include "tasks/deadlock_detector.hpp"
#include "tasks/failures.hpp"
#include "tasks/forks.hpp"

namespace heddle::tasks {

namespace {

enum class Stage : std::uint32_t { nothing_made, open, ended };
P::atomic<Stage> stage{Stage::nothing_made};

// The thread that ends the process waits for its tasks, unless it is inside one. The others' are given up, like their
// threads.
void end_process(int status) noexcept {
  if (auto* const worker = static_cast<process::Worker*>(P::self()); worker != nullptr)
    process::close_standing(*worker);
  // order: relaxed — who makes tasks in other threads now is too late in any order.
  stage.store(Stage::ended, std::memory_order_relaxed);
  // glibc goes on with the handlers that are left, and ends with the status given last.
  if (tell_failures() && status == 0) std::exit(EXIT_FAILURE);
}

void before_fork() noexcept {
  DeadlockDetector::before_fork();
  failures_before_fork();
}
void after_fork_in_parent() noexcept {
  failures_after_fork_in_parent();
  DeadlockDetector::after_fork_in_parent();
}
void after_fork_in_child() noexcept {
  ++forks;
  failures_after_fork_in_child();
  DeadlockDetector::after_fork_in_child();
}

// Who links this links the room's entry, too.
[[gnu::used]] void (*const entry)() noexcept = enter_process;

}  // namespace

bool ending() noexcept {
  // order: relaxed (all) — only one thread registers the handler; the end comes after everything.
  Stage now = stage.load(std::memory_order_relaxed);
  if (now == Stage::nothing_made &&
      stage.compare_exchange_strong(now, Stage::open, std::memory_order_relaxed, std::memory_order_relaxed)) {
    on_exit([](int status, void* /*nothing*/) { end_process(status); }, nullptr);
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  }
  return now == Stage::ended;
}

}  // namespace heddle::tasks
