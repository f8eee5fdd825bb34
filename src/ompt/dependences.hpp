// Which tasks a new task must wait for, as a tool wants to hear it (ompt_callback_task_dependence).
//
// Engines differ in how they link tasks, so this follows from the accesses alone (OpenMP 5.2, 15.9.5): a table of the
// tasks that have not ended, per parent and address, kept only while a tool listens to that event.
#pragma once

#include <cstdint>

#include "graph/access.hpp"
#include "omp/region.hpp"

namespace heddle::ompt {

/// So that no other thread holds the table when the process is forked; the child's is empty. While the library is
/// loaded, before the engine says what it does at a fork: its locks are then taken before this one.
void prepare_for_forks() noexcept;

/// A task with accesses has been made, by its creator: tells which of its siblings it waits for.
void tell_predecessors(omp::Task& task, const graph::Access* accesses, std::uint32_t count) noexcept;

/// Whether the calling thread is telling a tool of a child of this task: the child has been counted, and can start only
/// after the tool's answer, so who waits here for all children waits for ever.
bool tells_of_child_of(const omp::Task& parent) noexcept;

/// Its body is over, or its event has happened: of a detachable task both must come.
void end_as_predecessor(omp::Task& task) noexcept;
/// It will not run: its event counts no more.
void drop_as_predecessor(omp::Task& task) noexcept;

}  // namespace heddle::ompt
