// Task reductions described by functions: how to make a private copy, to combine it, to end it (LLVM's form; GCC's is
// in reduction.hpp).
//
// A taskgroup, or a parallel region or worksharing construct with the task modifier, registers its variables in
// Group::reductions; tasks find their thread's copy by the variable's address. When the group has ended, who registered
// them combines all copies. Copies are made on first use, each by the thread that uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "omp/region.hpp"

namespace heddle::omp {

/// One variable to reduce.
struct ReducedVariable {
  void* shared;    // gets the result; tasks ask by its address
  void* original;  // what the copies are initialised from; null: `shared`
  std::size_t bytes;
  void (*initialise)(void* copy, void* original);  // null: zeroed
  void (*end)(void* copy);                         // null: nothing to do
  void (*combine)(void* into, void* copy);
};

/// taskgroup task_reduction(...): registers with the innermost group of the current task, which it has just opened.
void* register_reductions(Worker& worker, std::span<const ReducedVariable> variables) noexcept;

/// reduction(task, ...) of a region or construct: every thread of the team calls it, each with its own `shared`, and
/// gets a taskgroup opened. The copies are the team's; the last thread to leave combines them into its own.
void* join_team_reductions(Worker& worker, std::span<const ReducedVariable> variables) noexcept;

/// The innermost group ends: waits for its tasks, and combines what is registered with it.
void end_group_with_reductions(Worker& worker) noexcept;

/// The calling thread's copy of what has the address `variable`, or of what that is somebody's copy of.
/// @param registered  what one of the functions above returned; null: searches from the innermost group outwards
void* reduction_copy(Worker& worker, void* registered, void* variable) noexcept;

}  // namespace heddle::omp
