// The fronts' calls as a watched process makes them: through what takes the place of each function in the table.
#pragma once

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "front/gomp/exports.hpp"
#include "front/gomp/watched.hpp"
#include "front/kmpc/depend.hpp"
#include "front/kmpc/exports.hpp"
#include "front/kmpc/task_block.hpp"
#include "front/kmpc/watched.hpp"
#include "process/real_library.hpp"

namespace heddle::ompt::test {

using kmpc::CompilersTask;
using kmpc::Dependence;
using kmpc::Microtask;
using kmpc::ThreadNumber;

/// What the stub jumps to; the function itself, where a tool need not be told of it.
template <class Function>
Function* watched(Function* function) {
  void* const wanted = reinterpret_cast<void*>(function);
  for (const auto list :
       {kmpc::watched_functions(), gomp::watched_functions(), gomp::watched_loops(), gomp::watched_unsigned_loops()}) {
    for (const process::Replacement& each : list)
      if (each.function == wanted) return reinterpret_cast<Function*>(each.by);
  }
  return function;
}
#define CALL(name) (::heddle::ompt::test::watched(heddle_##name))

template <class Function>
Microtask as_microtask(Function* function) noexcept {
  return reinterpret_cast<Microtask>(reinterpret_cast<void*>(function));
}

/// #pragma omp parallel num_threads(threads), of Clang's.
template <class Body>
void parallel(int threads, Body body) {
  heddle___kmpc_push_num_threads(nullptr, 0, threads);
  void (*code)(ThreadNumber*, ThreadNumber*, Body*) = [](ThreadNumber*, ThreadNumber*, Body* it) { (*it)(); };
  CALL(__kmpc_fork_call)(nullptr, 1, as_microtask(code), &body);
}
/// The same of GCC's.
template <class Body>
void parallel_of_gcc(unsigned threads, Body body) {
  CALL(GOMP_parallel)([](void* it) { (*static_cast<Body*>(it))(); }, &body, threads, 0);
}

inline int seat() noexcept { return heddle___kmpc_bound_thread_num(nullptr); }

/// A closure's task, not yet made.
template <class Body>
struct TaskOf {
  CompilersTask head;
  Body body;
};
template <class Body>
TaskOf<Body>* allocate(Body body, std::int32_t flags = kmpc::k_tied) {
  const kmpc::TaskCode code = [](ThreadNumber, CompilersTask* task) {
    reinterpret_cast<TaskOf<Body>*>(task)->body();
    return std::int32_t{0};
  };
  CompilersTask* const task = CALL(__kmpc_omp_task_alloc)(nullptr, 0, flags, sizeof(TaskOf<Body>), 0, code);
  auto* const whole = reinterpret_cast<TaskOf<Body>*>(task);
  new (&whole->body) Body(body);
  return whole;
}
template <class Body>
void spawn(Body body, std::int32_t flags = kmpc::k_tied) {
  CALL(__kmpc_omp_task)(nullptr, 0, &allocate(body, flags)->head);
}
/// @returns the task's event
template <class Body>
std::uintptr_t spawn_with_event(Body body) {
  auto* const task = allocate(body, kmpc::k_tied | kmpc::k_detachable);
  void* const event = heddle___kmpc_task_allow_completion_event(nullptr, 0, &task->head);
  CALL(__kmpc_omp_task)(nullptr, 0, &task->head);
  return reinterpret_cast<std::uintptr_t>(event);
}
/// The program runs it between two calls.
template <class Task>
void run_between(Task* task) {
  CALL(__kmpc_omp_task_begin_if0)(nullptr, 0, &task->head);
  task->head.code(0, &task->head);
  CALL(__kmpc_omp_task_complete_if0)(nullptr, 0, &task->head);
}
inline Dependence on(void* address, std::uint8_t kind) {
  return {reinterpret_cast<std::intptr_t>(address), sizeof(int), kind};
}
template <class Body>
void spawn_depending(const std::vector<Dependence>& list, Body body) {
  CALL(__kmpc_omp_task_with_deps)(nullptr, 0, &allocate(body)->head, static_cast<std::int32_t>(list.size()),
                                  list.data(), 0, nullptr);
}
inline void taskwait() { CALL(__kmpc_omp_taskwait)(nullptr, 0); }
inline void fulfill(std::uintptr_t event) { CALL(omp_fulfill_event)(event); }

}  // namespace heddle::ompt::test
