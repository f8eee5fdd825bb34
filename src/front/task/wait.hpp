// Waiting for all that the current task has made, and for what that has made.
#pragma once

#include "front/task/place.hpp"
#include "ompt/races.hpp"

namespace heddle::task {

/// @param about_to_sleep  as in Tasking::wait_subtrees()
template <class Sleepy>
void wait_for_descendants(omp::Worker& worker, const Sleepy& about_to_sleep) noexcept {
  Tasking::wait_subtrees(worker, about_to_sleep);
  if (worker.recorder != nullptr) [[unlikely]]
    ompt::order_after_descendants(*worker.task);
}

}  // namespace heddle::task
