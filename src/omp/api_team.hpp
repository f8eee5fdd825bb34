// Questions about where the calling thread is: which team, which level, which thread (OpenMP 5.2, 18.2).
#pragma once

#include "omp/types.hpp"

namespace heddle::omp {

/// The seat in which the region of `level` around `worker` was entered; null when there is no such level.
inline const Member* member_at(const Worker& worker, int level) noexcept {
  const Member* member = worker.member;
  int here = static_cast<int>(member->team->level);
  if (level < 0 || level > here) return nullptr;
  for (; here > level; --here) member = member->team->outer;
  return member;
}

/// omp_get_ancestor_thread_num: -1 when there is no such level.
inline int ancestor_thread_num(const Worker& worker, int level) noexcept {
  const Member* member = member_at(worker, level);
  return member == nullptr ? -1 : static_cast<int>(member->seat);
}

/// omp_get_team_size: -1 when there is no such level.
inline int team_size(const Worker& worker, int level) noexcept {
  const Member* member = member_at(worker, level);
  return member == nullptr ? -1 : static_cast<int>(member->team->size);
}

}  // namespace heddle::omp
