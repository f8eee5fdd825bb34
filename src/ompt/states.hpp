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

constexpr std::uint16_t k_skipped = 1;    // TaskState::waits: it has not run, its group was cancelled
constexpr std::uint16_t k_cancelled = 2;  // it has left for that reason

/// What a tool has been told of a task that ends with an event. Its body's end and the event may come at the same time,
/// on two threads: who is first decides what both say, and says it first.
enum class EventTold : std::uint16_t { nothing, telling_early, early, telling_detach, detach };

struct TaskState {
  ompt_data_t data;
  ompt_frame_t frame;
  std::int32_t flags;   // ompt_task_flag_t
  std::uint16_t waits;  // its address is what children's ends and its own waits have in common; 0, or one of the above
  EventTold event;      // read and written as an atomic
  Ordering* ordering;   // null: no ThreadSanitizer
  SharedCopy* copies;   // that it uses
  omp::Task* below;     // what the thread that runs it has left for it
};
static_assert(sizeof(TaskState) <= sizeof(graph::TaskMark) && std::is_trivial_v<TaskState>);

/// Of a team, for the region that it has open.
struct RegionState {
  ompt_data_t data;
  std::int32_t flags;  // ompt_parallel_flag_t
  const void* caller;
  bool of_target;  // a target region's, which no parallel construct has opened: it has an initial task
  char fork, join, ordered, copy, barriers[2];  // only their addresses count, see races.hpp
};

/// A worksharing construct.
struct OpenWork {
  ompt_work_t kind{};  // 0: none
  std::uint64_t count = 0;
};

/// Of a seat. Masters' belong to their seats, which are never freed. The others' belong to the threads, since such a
/// thread may tell the end of its implicit task when another already sits in its seat.
struct SeatState {
  TaskState task;
  OpenWork work;           // the one that its implicit task is in
  bool in_league = false;  // its implicit task is that of a team now, of a league
  SeatState* next_spare = nullptr;
  std::uint32_t team_index = 0;
  TaskState team;  // the team's initial task
  RegionState league;
  platform::Threads::atomic<bool> over{false};  // the region's master is through
};

/// A worker that has left its seat, and may still help with the tasks of the region.
struct Leaving {
  SeatState* seat = nullptr;  // null: it has not left, or all has been said
  std::uint32_t index = 0;
};

struct ThreadState {
  ompt_data_t data{};
  ompt_state_t state = ompt_state_undefined;
  ompt_wait_id_t wait = 0;
  const void* caller = nullptr;  // where the program has called the runtime
  bool program_runs_region = false;
  std::uint32_t open_tasks = 0;       // begun here and not ended
  const TaskState* yields = nullptr;  // this task, which the thread may leave now, is in a taskyield
  Leaving leaving;
  SeatState* own_seat = nullptr;  // of a pool thread, wherever it sits
};

inline constinit thread_local ThreadState this_thread;

inline TaskState& state_of(omp::Task& task) noexcept {
  if (!task.has(graph::k_implicit)) return reinterpret_cast<TaskState&>(graph::mark_in_block(task));
  auto& seat = *static_cast<SeatState*>(omp::Member::of_implicit(task).watched);
  return seat.in_league ? seat.team : seat.task;
}

inline RegionState& state_of(omp::Team& team) noexcept { return *static_cast<RegionState*>(team.watched); }

/// What the seat's tasks belong to: the team's region, or a league that its implicit task has met.
inline RegionState& region_of(const omp::Member& member) noexcept {
  auto& seat = *static_cast<SeatState*>(member.watched);
  return seat.in_league ? seat.league : state_of(*member.team);
}

}  // namespace heddle::ompt
