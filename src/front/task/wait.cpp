// Waiting for tasks, what tasks may ask of their group, and the end of the process.
#include <pthread.h>

#include <cstdlib>
#include <functional>

#include "front/task/circles.hpp"
#include "front/task/failures.hpp"
#include "front/task/group.hpp"
#include "front/task/standstill.hpp"
#include "front/task/wait.hpp"
#include "front/task/words.hpp"
#include "process/process.hpp"
#include "process/room.hpp"
#include "process/verify.hpp"
#include "sync/mutex.hpp"
#include "tasks/worker_data.hpp"

#define HEDDLE_TASK_EXPORT [[gnu::visibility("default")]]

namespace heddle::task {

namespace {

enum class Stage : std::uint32_t { nothing_made, open, ended };
P::atomic<Stage> stage{Stage::nothing_made};

// The thread that ends the process waits for its tasks, unless it is inside one. The others' are given up, like their
// threads.
void end_process(int status) noexcept {
  if (auto* const worker = static_cast<omp::Worker*>(P::self()); worker != nullptr) process::close_standing(*worker);
  // order: relaxed — who makes tasks in other threads now is too late in any order.
  stage.store(Stage::ended, std::memory_order_relaxed);
  // glibc goes on with the handlers that are left, and ends with the status given last.
  if (tell_failures() && status == 0) std::exit(EXIT_FAILURE);
}

void wait_for_tasks(omp::Worker& worker) noexcept {
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
    .worker_made = process::Kept<tasks::WorkerData, process::Keeper::tasks>::make,
    .thread_goes = [](omp::Worker& worker) noexcept { tell_failures_of(worker); },
};

// Before the constructor of the library starts the process (front/c/load.cpp).
[[gnu::constructor(1000)]] void enter() noexcept { process::enter_room(room); }

}  // namespace

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

}  // namespace heddle::task

using namespace heddle;  // the rest of the file is extern "C"
using task::Place;
using task::Tasking;

extern "C" {

HEDDLE_TASK_EXPORT int heddle_wait(heddle_failure* failure) {
  const Place place;
  if (!place.may_wait()) [[unlikely]]
    return task::early_wait(failure);
  task::wait_for_tasks(place.worker());
  if (process::verifying()) [[unlikely]]
    process::verify_waits(place.worker());
  const bool in_task = !place.worker().task->has(graph::k_implicit);
  if (in_task) {
    if (failure != nullptr) *failure = {};
    return HEDDLE_OK;  // what fails in a task is its group's affair
  }
  return task::take_failure(&task::root_of(*place.worker().task), failure) ? HEDDLE_TASK_FAILED : HEDDLE_OK;
}

HEDDLE_TASK_EXPORT void heddle_yield() {
  const Place place;
  Tasking::yield(place.worker());
}

HEDDLE_TASK_EXPORT int heddle_task_skipped() {
  omp::Worker& worker = runtime::current();
  if (!Tasking::skipped(worker, *worker.task)) return 0;
  task::order_after_cancels(worker.task->group);
  return 1;
}

HEDDLE_TASK_EXPORT int heddle_cancelled() {
  const omp::Group* const group = runtime::current().task->group;
  if (group == nullptr || !group->is_cancelled()) return 0;
  task::order_after_cancels(group);
  return 1;
}

HEDDLE_TASK_EXPORT uint32_t heddle_workers() {
  const omp::Worker& worker = runtime::current();
  return process::Visit::outermost(worker) ? process::default_team_size(worker) : worker.member->team->size;
}

}  // extern "C"
