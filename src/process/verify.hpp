// HEDDLE_VERIFY: looks at depend clauses for what OpenMP forbids, or what cannot have been meant.
//
// Costs one look at a flag where a task with a depend clause is made, and at taskwait. What is found is said once per
// pair of places in the program, with source lines where they can be had (verify_report.hpp); docs/verify.md says what
// is found and what cannot be. Called by the fronts, by the worker that runs the parent.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/access.hpp"
#include "process/types.hpp"
#include "process/verifying.hpp"

namespace heddle::process {

/// Who names memory: that decides what the ranges mean.
enum class NamedBy : std::uint8_t { by_construct, by_task };  // OpenMP's; heddle_task, where the first address counts

/// One depend clause, or all of one construct.
struct DependClause {
  const graph::Access* accesses;
  std::uint32_t count;
  const void* place;                // the task's body, the call that waits, or what know_place() knows
  const void* arguments = nullptr;  // the task's, before they are copied
  std::size_t argument_bytes = 0;
  NamedBy named = NamedBy::by_construct;
};

/// A child of the current task is about to be made (or waited for: taskwait depend).
[[gnu::cold]] void verify(Worker& worker, const DependClause& clause) noexcept;

/// The current task waits for all its children: what they named may be freed then, and named anew in other pieces.
[[gnu::cold]] void verify_waits(Worker& worker) noexcept;

/// The current task has waited for the tasks of a group that ends: the same for what these were the last to name.
[[gnu::cold]] void verify_waits_of(Worker& worker, const Group* group) noexcept;

/// The program says how long the piece of memory at `address` is that the next depend clause of this thread names.
void verify_range(const void* address, std::size_t bytes) noexcept;

}  // namespace heddle::process
