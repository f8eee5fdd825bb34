// A program to be replayed: its tasks in the order of their creation, what each takes, creates, waits for and accesses.
//
// Made by a recording (graph_file.hpp) or by a formula (shapes.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/access.hpp"

namespace heddle::sim {

using TaskIndex = std::uint32_t;
inline constexpr TaskIndex k_root = UINT32_MAX;  // as a parent: the program itself

/// Where, in a task's own time, it waits for its children.
struct WaitPoint {
  std::uint64_t offset_ns = 0;
};

struct ProgramTask {
  TaskIndex parent = k_root;
  std::uint64_t duration_ns = 0;  // its own time
  std::uint64_t offset_ns = 0;    // of its parent's own time, when it is created
  std::uint32_t kind = 0;         // tasks with one body have one kind
  std::int32_t priority = 0;
  bool undeferred = false;
  bool final = false;
  std::uint64_t bytes = 0;              // of all accesses; 0: not known
  std::vector<graph::Access> accesses;  // addresses are names here; nothing lies behind them
  std::vector<WaitPoint> waits;         // in rising order
};

/// Iterations [first, last) of a loop, and what they take together.
struct LoopPart {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t ns = 0;
};

/// A worksharing loop.
struct ProgramLoop {
  std::uint64_t before_ns = 0;  // of each thread's own code, since the last loop of the region
  std::uint64_t trip = 0;
  std::uint64_t chunk = 0;          // 0: the schedule chooses
  std::string schedule = "idws";    // a name in the table of loop schedules (runtime/policies.hpp)
  bool may_balance = false;         // chunks may come in any order
  bool nowait = false;              // no barrier behind it
  std::vector<LoopPart> parts;      // each begins where the one before ends
  std::vector<std::uint64_t> sums;  // of the parts before each, and of all

  /// Of the iterations [first, last): each of a part takes the same.
  std::uint64_t ns_of(std::uint64_t first, std::uint64_t last) const noexcept { return below(last) - below(first); }
  std::uint64_t work_ns() const noexcept { return sums.empty() ? 0 : sums.back(); }
  /// The longest iteration.
  std::uint64_t least_ns() const noexcept;
  /// Once `parts` is complete.
  void add_up();

 private:
  std::uint64_t below(std::uint64_t iteration) const noexcept;
};

/// A parallel region in which threads run loops, and nobody creates tasks.
struct LoopRegion {
  std::uint64_t offset_ns = 0;     // of the program's own time
  std::uint32_t tasks_before = 0;  // so many tasks of the program are created before it
  std::uint64_t after_ns = 0;      // of each thread's own code, behind the last loop
  std::vector<ProgramLoop> loops;

  std::uint64_t work_ns() const noexcept;
  std::uint64_t least_ns() const noexcept;
};

/// What bodies move, and how fast one core can: a body alone takes no less than that.
struct MemoryPace {
  double core_bytes_per_ns = 0;   // 0: memory is no limit
  double usual_bytes_per_ns = 0;  // where no sizes count; 0: nothing
  bool sizes_count = true;

  std::uint64_t least_ns(const ProgramTask& task) const noexcept;
  /// Of code without sizes.
  std::uint64_t least_ns(std::uint64_t ns) const noexcept;

 private:
  std::uint64_t least_ns(std::uint64_t ns, double bytes) const noexcept;
};

struct Program {
  std::string name;
  std::vector<ProgramTask> tasks;
  std::uint64_t own_ns = 0;           // the program's own time, in which it creates the tasks of k_root
  std::vector<WaitPoint> waits;       // of the program
  std::vector<LoopRegion> regions;    // in rising order
  std::vector<std::string> left_out;  // what the recording has that a replay does not: sentences
  std::vector<std::string> doubts;    // why its times may be wrong: sentences

  /// Work of all tasks and loops, and of the program itself.
  std::uint64_t work_ns() const noexcept;
  /// Of all tasks' accesses.
  std::uint64_t bytes() const noexcept;
  /// The longest chain of dependences, creations and waits: no number of cores is faster.
  std::uint64_t critical_path_ns(const MemoryPace& pace = {}) const;
};

}  // namespace heddle::sim
