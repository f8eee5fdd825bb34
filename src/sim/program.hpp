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
  std::vector<graph::Access> accesses;  // addresses are names here; nothing lies behind them
  std::vector<WaitPoint> waits;         // in rising order
};

struct Program {
  std::string name;
  std::vector<ProgramTask> tasks;
  std::uint64_t own_ns = 0;           // the program's own time, in which it creates the tasks of k_root
  std::vector<WaitPoint> waits;       // of the program
  std::vector<std::string> left_out;  // what the recording has that a replay does not: sentences

  /// Work of all tasks, and of the program itself.
  std::uint64_t work_ns() const noexcept;
  /// The longest chain of dependences, creations and waits: no number of cores is faster.
  std::uint64_t critical_path_ns() const;
};

}  // namespace heddle::sim
