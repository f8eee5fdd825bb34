// Which tasks a new task must wait for, as a tool wants to hear it (ompt_callback_task_dependence).
//
// Engines differ in how they link tasks, so this follows from the accesses alone, by graph/order_rule.hpp: a table of
// the tasks that have not ended, per parent and address, kept only while a tool listens to that event.
#pragma once

#include <cstdint>

#include "graph/access.hpp"
#include "omp/region.hpp"

namespace heddle::ompt {

/// So that no other thread holds the table when the process is forked; the child's is empty. While the library is
/// loaded, before the engine says what it does at a fork: its locks are then taken before this one.
void prepare_for_forks() noexcept;

/// While one lives, the calling thread tells a tool of a task that it has made: the task has been counted, and can
/// start only after the tool's answer.
class TellsOf {
 public:
  explicit TellsOf(const omp::Task& task) noexcept;
  ~TellsOf();
  TellsOf(const TellsOf&) = delete;
  TellsOf& operator=(const TellsOf&) = delete;

  /// Whether the calling thread tells of a child of this task: who then waits for all children waits for ever.
  static bool a_child_of(const omp::Task& parent) noexcept;

 private:
  const omp::Task& task_;
  const TellsOf* outer_;  // it was telling of another when the tool came back
};

/// A task with accesses has been made, by its creator: tells which of its siblings it waits for.
void tell_predecessors(omp::Task& task, const graph::Access* accesses, std::uint32_t count) noexcept;

/// Its body is over, or its event has happened: of a detachable task both must come.
void end_as_predecessor(omp::Task& task) noexcept;
/// It will not run: its event counts no more.
void drop_as_predecessor(omp::Task& task) noexcept;

}  // namespace heddle::ompt
