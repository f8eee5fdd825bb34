// What a recorded run says about itself: where its workers' time went, which tasks took it, and what kept it from
// ending sooner.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "critical_path.hpp"
#include "tools/heddle/trace/story.hpp"

namespace heddle::tools {

/// 0 of nothing.
inline double share_of(std::uint64_t part, std::uint64_t all) noexcept {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

/// What a worker's time went into.
enum class TimeUse : std::uint8_t {
  tasks,    // bodies of tasks
  threads,  // the threads' own code in parallel regions: loops, and making tasks
  serial,   // the program's own code between regions
  waits,    // taskwait, taskgroup, barriers
  idle,     // nothing to run was found
  manages,  // dependences, for others
  outside,  // between regions: asleep, or doing what is not Heddle's
};
inline constexpr std::size_t k_time_uses = 7;
struct UsedTime {
  std::array<std::uint64_t, k_time_uses> ns{};

  std::uint64_t& operator[](TimeUse use) noexcept { return ns[static_cast<std::size_t>(use)]; }
  std::uint64_t operator[](TimeUse use) const noexcept { return ns[static_cast<std::size_t>(use)]; }
  std::uint64_t all() const noexcept;
};

/// What a task is.
enum class TaskRole : std::uint8_t {
  task,
  thread,   // of a parallel region
  program,  // the program's own code, around its regions
};
TaskRole role_of(const TaskHistory& task) noexcept;

/// Tasks with one function and line, and the others by their role.
struct TaskKind {
  SourceLine place;
  TaskRole role = TaskRole::task;
  std::size_t first = 0;  // the index of the first one made
  std::size_t count = 0;
  std::uint64_t own_ns = 0;
  std::uint64_t median_ns = 0, longest_ns = 0;
  std::uint64_t waited_ns = 0;  // from ready to begun, of those of which both were noted
  std::size_t waited = 0;       // so many
  std::size_t by_creator = 0;   // run by the worker that made them
  std::uint64_t path_ns = 0;    // on the critical path

  /// Whether half of them take less than two microseconds.
  bool is_short() const noexcept { return role == TaskRole::task && median_ns < 2000; }
};

/// What keeps a run from ending sooner; in the order in which they are asked.
enum class Obstacle : std::uint8_t {
  nothing_recorded,  // no task, no region
  critical_path,     // it takes nine tenths of the time
  workers,           // all were busy for nine tenths of it
  outside,           // half of what is lost is lost outside of regions
  producer,          // one worker made the tasks, and nothing else, for nine tenths of the time in which there were any
  waits,             // half of what is lost was waited, at barriers above all
  runtime,           // tasks were there, but short ones: Analysis::short_tasks_cost()
  dependences,       // half of what is lost goes into handling them
  parallelism,       // too few tasks were ready
};

struct Analysis {
  std::uint64_t duration_ns = 0;
  std::vector<UsedTime> workers;
  UsedTime total;
  std::uint64_t waited_for_cpu_ns = 0;  // in all of that: ready to run, while something else had the cpu
  std::uint64_t work_ns = 0;            // of all tasks and threads of regions
  std::vector<TaskKind> kinds;          // by own_ns, the greatest first
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> between;  // dependences, by kinds before and after
  std::size_t tasks = 0, dependences = 0, regions = 0, loops = 0;
  CriticalPath path;
  std::uint64_t serial_path_ns = 0;  // of it, the program's own between regions
  std::uint64_t making_ns = 0;  // of the worker that made nine tenths of the tasks: its own code meanwhile; 0: none did
  std::uint64_t tasks_ns = 0;   // from the first task made to the last one's end
  Obstacle obstacle = Obstacle::nothing_recorded;

  double busy() const noexcept;
  /// Whether making and handing out the short ones takes a twentieth of all time, at 300 ns each.
  bool short_tasks_cost() const noexcept;
};

/// @param run  with all but its obstacle
Obstacle obstacle_of(const Analysis& run);

Analysis analyse(Story& story);

}  // namespace heddle::tools
