// OpenMP's tasks on the engine's: the pieces that the two ABIs share.
//
// Each function concerns the calling thread's current task.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/access.hpp"
#include "omp/region.hpp"

namespace heddle::omp {

/// taskgroup. A group may carry task reductions (Group::reductions).
Group& taskgroup_start(Worker& worker) noexcept;
void taskgroup_end(Worker& worker) noexcept;

/// What a priority clause comes to: OMP_MAX_TASK_PRIORITY caps it.
std::int32_t allowed_priority(std::int32_t asked) noexcept;

/// omp_fulfill_event. Any thread.
void fulfill_event(std::uintptr_t handle) noexcept;

/// What `cancel` and `cancellation point` bind to (the constants of the GOMP interface).
enum class CancelKind : unsigned { parallel = 1, loop = 2, sections = 4, taskgroup = 8 };

/// Requests cancellation. @returns true when the caller must leave the construct.
bool cancel(CancelKind kind) noexcept;
/// @returns true when the construct is cancelled.
bool cancellation_point(CancelKind kind) noexcept;

/// How a taskloop cuts its iterations into tasks (OpenMP 5.2 §12.6).
enum class TaskloopClause : std::uint8_t { evenly, by_grainsize, by_grainsize_strict, by_count, by_count_strict };

/// Task k of a taskloop runs `size` iterations, plus one if k < `longer`; the last one only what is left.
struct TaskloopCut {
  std::uint64_t tasks;
  std::uint64_t size;
  std::uint64_t longer;
};

/// @param trip  iterations, at least 1  @param amount  the grainsize or num_tasks clause's value  @param threads  of
/// the team
TaskloopCut cut_taskloop(std::uint64_t trip, TaskloopClause cut, std::uint64_t amount, std::uint64_t threads) noexcept;

}  // namespace heddle::omp
