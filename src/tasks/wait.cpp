// Waiting for tasks, what tasks may ask of their group, and the end of the process.
#include <pthread.h>

#include <cstdlib>
#include <functional>

#include "process/process.hpp"
#include "process/room.hpp"
#include "process/verify.hpp"
#include "process/watching.hpp"
#include "sync/mutex.hpp"
#include "tasks/circles.hpp"
#include "tasks/failures.hpp"
#include "tasks/group.hpp"
#include "tasks/standstill.hpp"
#include "tasks/wait.hpp"
#include "tasks/words.hpp"
#include "tasks/worker_data.hpp"

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

void wait_for_tasks(process::Worker& worker) noexcept {
  WaitForTasks waiting(worker, nullptr);
  wait_for_descendants(worker, std::ref(waiting));
}

[[gnu::cold]] int early_wait(heddle_failure* failure) noexcept {
  if (failure != nullptr) *failure = {};
  return HEDDLE_EARLY_WAIT;
}

void before_fork() noexcept {
  Circles::before_fork();
  failures_before_fork();
}
void after_fork_in_parent() noexcept {
  failures_after_fork_in_parent();
  Circles::after_fork_in_parent();
}
void after_fork_in_child() noexcept {
  failures_after_fork_in_child();
  Circles::after_fork_in_child();
}

process::Room room{
    .worker_made = process::Kept<WorkerData, process::Keeper::tasks>::make,
    .thread_goes = [](process::Worker& worker) noexcept { tell_failures_of(worker); },
};

// Before the constructor of the library starts the process (front/c/load.cpp).
[[gnu::constructor(1000)]] void enter() noexcept { process::enter_room(room); }

}  // namespace

void note_descendants_awaited(process::Worker& worker) noexcept {
  if (auto* const watcher = process::watcher; watcher != nullptr) watcher->descendants_awaited(worker);
}

bool ending() noexcept {
  // order: relaxed (all) — only one thread registers the handler; the end comes after everything.
  Stage now = stage.load(std::memory_order_relaxed);
  if (now == Stage::nothing_made &&
      stage.compare_exchange_strong(now, Stage::open, std::memory_order_relaxed, std::memory_order_relaxed)) {
    on_exit([](int status, void* /*nothing*/) { end_process(status); }, nullptr);
    tell_standstills();
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  }
  return now == Stage::ended;
}

int wait(heddle_failure* failure) noexcept {
  const Place place;
  if (!place.may_wait()) [[unlikely]]
    return early_wait(failure);
  wait_for_tasks(place.worker());
  if (process::verifying()) [[unlikely]]
    process::verify_waits(place.worker());
  const bool in_task = !place.worker().task->has(graph::k_implicit);
  if (in_task) {
    if (failure != nullptr) *failure = {};
    return HEDDLE_OK;  // what fails in a task is its group's affair
  }
  return take_failure(&root_of(*place.worker().task), failure) ? HEDDLE_TASK_FAILED : HEDDLE_OK;
}

bool skipped() noexcept {
  process::Worker& worker = runtime::current();
  if (!Tasking::skipped(worker, *worker.task)) return false;
  order_after_cancels(worker.task->group);
  return true;
}

bool cancelled() noexcept {
  const process::Group* const group = runtime::current().task->group;
  if (group == nullptr || !group->is_cancelled()) return false;
  order_after_cancels(group);
  return true;
}

unsigned workers() noexcept {
  const process::Worker& worker = runtime::current();
  return process::Visit::outermost(worker) ? process::default_team_size(worker) : worker.member->team->size;
}

}  // namespace heddle::tasks
