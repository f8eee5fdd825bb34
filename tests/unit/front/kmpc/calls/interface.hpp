// Calls as Clang writes them, from closures: regions, tasks, and the numbers that go with them.
#pragma once

#include <cstdint>
#include <new>
#include <type_traits>

#include "front/kmpc/depend.hpp"
#include "front/kmpc/exports.hpp"
#include "front/kmpc/task_block.hpp"

namespace heddle::kmpc::test {

template <class Function>
Microtask as_microtask(Function* function) noexcept {
  return reinterpret_cast<Microtask>(reinterpret_cast<void*>(function));
}

/// #pragma omp parallel num_threads(threads)
template <class Body>
void parallel(int threads, Body body) {
  heddle___kmpc_push_num_threads(nullptr, 0, threads);
  void (*code)(ThreadNumber*, ThreadNumber*, Body*) = [](ThreadNumber*, ThreadNumber*, Body* it) { (*it)(); };
  heddle___kmpc_fork_call(nullptr, 1, as_microtask(code), &body);
}

inline int seat() noexcept { return heddle___kmpc_bound_thread_num(nullptr); }
inline int team_size() noexcept { return heddle___kmpc_bound_num_threads(nullptr); }
inline void barrier() noexcept { heddle___kmpc_barrier(nullptr, 0); }
inline void taskwait() noexcept { heddle___kmpc_omp_taskwait(nullptr, 0); }

/// A closure's task, not yet made; its body is what the compiler would call the private variables.
template <class Body>
struct TaskOf {
  CompilersTask head;
  Body body;
};

template <class Body>
TaskOf<Body>* allocate(Body body, std::int32_t flags = k_tied, std::size_t shared_bytes = 0) {
  static_assert(std::is_trivially_copyable_v<Body>);
  const TaskCode code = [](ThreadNumber, CompilersTask* task) {
    reinterpret_cast<TaskOf<Body>*>(task)->body();
    return std::int32_t{0};
  };
  CompilersTask* const task = heddle___kmpc_omp_task_alloc(nullptr, 0, flags, sizeof(TaskOf<Body>), shared_bytes, code);
  auto* const whole = reinterpret_cast<TaskOf<Body>*>(task);
  new (&whole->body) Body(body);
  return whole;
}

template <class Body>
void spawn(Body body, std::int32_t flags = k_tied) {
  heddle___kmpc_omp_task(nullptr, 0, &allocate(body, flags)->head);
}

/// Depend clauses: in 1, out and inout 3, mutexinoutset 4, inoutset 8.
inline Dependence on(void* address, std::uint8_t kind) {
  return {reinterpret_cast<std::intptr_t>(address), sizeof(int), kind};
}

template <class Body, std::size_t count>
void spawn_depending(const Dependence (&list)[count], Body body, std::int32_t flags = k_tied) {
  heddle___kmpc_omp_task_with_deps(nullptr, 0, &allocate(body, flags)->head, static_cast<std::int32_t>(count), list, 0,
                                   nullptr);
}

/// The program runs the task between two calls, as for if(0).
template <class Task>
void run_between(Task* task) {
  heddle___kmpc_omp_task_begin_if0(nullptr, 0, &task->head);
  task->head.code(0, &task->head);
  heddle___kmpc_omp_task_complete_if0(nullptr, 0, &task->head);
}

}  // namespace heddle::kmpc::test
