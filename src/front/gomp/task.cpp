// GOMP_task and what waits for tasks.
#include <algorithm>
#include <optional>

#include "base/frame.hpp"
#include "front/gomp/depend.hpp"
#include "front/gomp/export.hpp"
#include "front/gomp/task_flags.hpp"
#include "omp/tasks.hpp"
#include "process/verify.hpp"
#include "runtime/tasking.hpp"

using namespace heddle;  // the whole file is extern "C"

namespace {

using Tasking = runtime::Tasking<platform::Threads>;

// The arguments after `if_clause` as the flags declare them: those that a flag does not announce may be garbage, as old
// binaries do not pass them.
struct TaskArguments {
  void (*body)(void*);
  void* data;
  void (*copy)(void*, void*);
  long bytes;
  long alignment;
  bool if_clause;
  unsigned flags;
  void** depend;
  int priority;
  void* detach;

  /// Of the flags, those that count.
  unsigned clauses() const noexcept { return flags & ~gomp::k_task_without_effect; }
};

void spawn(omp::Worker& worker, const TaskArguments& arguments) noexcept {
  std::optional<gomp::Accesses> accesses;
  if ((arguments.flags & gomp::k_task_depend) != 0) {
    accesses.emplace(arguments.depend);
    if (process::verifying()) [[unlikely]] {
      process::verify(worker, {accesses->data(), accesses->size(), reinterpret_cast<const void*>(arguments.body),
                               arguments.data, static_cast<std::size_t>(arguments.bytes)});
    }
  }
  runtime::Spawn what{.body = arguments.body,
                      .data = arguments.data,
                      .copy = arguments.copy,
                      .bytes = static_cast<std::size_t>(arguments.bytes),
                      .alignment = static_cast<std::size_t>(arguments.alignment)};
  if (accesses) {
    what.accesses = accesses->data();
    what.access_count = accesses->size();
  }
  if ((arguments.flags & gomp::k_task_priority) != 0) {
    what.priority = omp::allowed_priority(arguments.priority);
  }
  if ((arguments.flags & gomp::k_task_final) != 0) what.flags |= graph::k_final;
  if ((arguments.flags & gomp::k_task_untied) != 0) what.flags |= graph::k_untied;
  what.undeferred = !arguments.if_clause;
  if ((arguments.flags & gomp::k_task_detach) == 0) return Tasking::spawn(worker, what);
  what.flags |= graph::k_detachable;
  // OpenMP lets the creator of an undeferred task wait for its code only, as libomp does. On libgomp it waits for the
  // event, too, and programs may have come to need that: the group waits for both.
  const bool awaits_event = what.undeferred && omp::global().dialect == omp::Dialect::gnu;
  if (awaits_event) omp::taskgroup_start(worker);
  Tasking::spawn(worker, what, static_cast<void**>(arguments.detach));
  if (awaits_event) omp::taskgroup_end(worker);
}

// All but the common case, and that of a thread without a worker.
[[gnu::noinline]] void make_task(const TaskArguments& arguments) noexcept {
  omp::Worker& worker = runtime::current();
  const auto bytes = static_cast<std::size_t>(arguments.bytes);
  const auto alignment = static_cast<std::size_t>(arguments.alignment);
  if (!arguments.if_clause || arguments.copy != nullptr || (arguments.clauses() & ~gomp::k_task_priority) != 0)
    return spawn(worker, arguments);
  if (arguments.clauses() == 0) return Tasking::spawn_plain(worker, arguments.body, arguments.data, bytes, alignment);
  Tasking::spawn_urgent(worker, {.body = arguments.body,
                                 .data = arguments.data,
                                 .bytes = bytes,
                                 .alignment = alignment,
                                 .priority = omp::allowed_priority(arguments.priority)});
}

}  // namespace

extern "C" {

// The common case has no frame here: it ends in the function that makes the task, or runs it.
void HEDDLE_GOMP_EXPORT(GOMP_task)(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes,
                                   long alignment, bool if_clause, unsigned flags, void** depend, int priority,
                                   void* detach) {
  omp::Worker* const worker = runtime::attached();
  if (worker != nullptr && if_clause && copy == nullptr && (flags & ~gomp::k_task_without_effect) == 0) [[likely]] {
    return Tasking::spawn_plain(*worker, body, data, static_cast<std::size_t>(bytes),
                                static_cast<std::size_t>(alignment));
  }
  base::read_late(depend);
  base::read_late(priority);
  base::read_late(detach);
  make_task({body, data, copy, bytes, alignment, if_clause, flags, depend, priority, detach});
}

void HEDDLE_GOMP_EXPORT(GOMP_taskwait)() {
  omp::Worker& worker = runtime::current();
  if (process::verifying()) [[unlikely]]
    process::verify_waits(worker);
  Tasking::wait_children(worker);
}

void HEDDLE_GOMP_EXPORT(GOMP_taskwait_depend)(void** depend) {
  const gomp::Accesses accesses(depend);
  omp::Worker& worker = runtime::current();
  if (process::verifying()) [[unlikely]] {
    const void* const call = static_cast<char*>(__builtin_return_address(0)) - 1;
    process::verify(worker, {accesses.data(), accesses.size(), call});
  }
  Tasking::wait_accesses(worker, accesses.data(), accesses.size());
}

// A task without a body: the creator goes on, and others may depend on it.
void HEDDLE_GOMP_EXPORT(GOMP_taskwait_depend_nowait)(void** depend) {
  const gomp::Accesses accesses(depend);
  Tasking::spawn(runtime::current(),
                 {.body = [](void*) {}, .accesses = accesses.data(), .access_count = accesses.size()});
}

void HEDDLE_GOMP_EXPORT(GOMP_taskyield)() { Tasking::yield(runtime::current()); }

void HEDDLE_GOMP_EXPORT(GOMP_taskgroup_start)() { omp::taskgroup_start(runtime::current()); }
void HEDDLE_GOMP_EXPORT(GOMP_taskgroup_end)() { omp::taskgroup_end(runtime::current()); }

}  // extern "C"
