// What is kept with a task, a seat, a region and a thread while a tool looks.
//
// A task's state lies in its block, or, for an implicit task, in the seat (runtime/watcher.hpp): it lives as long as
// the engine's object. Each is written by the thread that runs the task, or, before that, by the one that makes it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "graph/task_memory.hpp"
#include "heddle/omp-tools.h"
#include "omp/region.hpp"

namespace heddle::ompt {

struct Ordering;  // ordering.hpp
struct SharedCopy;

struct TaskState {
  ompt_data_t data;
  ompt_frame_t frame;
  std::int32_t flags;   // ompt_task_flag_t
  std::uint32_t waits;  // only its address counts: what children's ends and its own waits have in common
  Ordering* ordering;   // null: no ThreadSanitizer
  SharedCopy* copies;   // that it uses
};
static_assert(sizeof(TaskState) <= sizeof(graph::TaskMark) && std::is_trivial_v<TaskState>);

/// Of a team, for the region that it has open.
struct RegionState {
  ompt_data_t data;
  std::int32_t flags;  // ompt_parallel_flag_t
  const void* caller;
  char fork, join, ordered, copy, barriers[2];  // only their addresses count, see races.hpp
};

/// A worksharing construct.
struct OpenWork {
  ompt_work_t kind{};  // 0: none
  std::uint64_t count = 0;
};

/// Of a seat. Never freed, as seats are not.
struct SeatState {
  TaskState task;
  OpenWork work;                                     // the one that its implicit task is in
  platform::Threads::atomic<std::uint64_t> over{0};  // the last region whose master is through
};

/// A worker that has left its seat, and may still help with the tasks of the region.
struct Leaving {
  SeatState* seat = nullptr;  // null: it has not left, or all has been said
  std::uint64_t region = 0;
  std::uint32_t threads = 0;
  std::uint32_t index = 0;
};

struct ThreadState {
  ompt_data_t data{};
  ompt_state_t state = ompt_state_undefined;
  ompt_wait_id_t wait = 0;
  const void* caller = nullptr;  // where the program has called the runtime
  bool program_runs_region = false;
  Leaving leaving;
};

inline constinit thread_local ThreadState this_thread;

inline TaskState& state_of(omp::Task& task) noexcept {
  if (task.has(graph::k_implicit)) return static_cast<SeatState*>(omp::Member::of_implicit(task).watched)->task;
  return reinterpret_cast<TaskState&>(graph::mark_in_block(task));
}

inline RegionState& state_of(omp::Team& team) noexcept { return *static_cast<RegionState*>(team.watched); }

}  // namespace heddle::ompt
