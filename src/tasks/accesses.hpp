// The accesses of a task, checked and in the engine's words.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "heddle/task.h"
#include "process/types.hpp"

namespace heddle::tasks {

/// HEDDLE_OK, or what is wrong with a task's accesses: HEDDLE_NULL_BODY, HEDDLE_BAD_OPTION, HEDDLE_OVERLAP.
int check_accesses(const heddle_access* accesses, std::size_t count) noexcept;

/// False when one overlaps another access and one of the two writes: the task would wait for itself.
bool weak_ones_stand_alone(const heddle_access* accesses, std::size_t count) noexcept;

class Accesses {
 public:
  /// Of checked accesses. With HEDDLE_TASK_RANGES the worker's current task knows of each range afterwards.
  /// @throws std::bad_alloc
  Accesses(process::Worker& worker, const heddle_access* accesses, std::size_t count, std::uint32_t flags);

  const graph::Access* data() const noexcept { return many_.empty() ? few_.data() : many_.data(); }
  std::uint32_t size() const noexcept { return count_; }

 private:
  std::uint32_t count_ = 0;
  std::array<graph::Access, 6> few_;
  std::vector<graph::Access> many_;
};

}  // namespace heddle::tasks
