// Questions about where the calling thread is: which team, which level, which thread (OpenMP 5.2, 18.2); and when
// (18.10). Without side effects; any thread.
#pragma once

#include "omp/current_icv.hpp"
#include "omp/team_data.hpp"

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

inline int thread_num(const Worker& worker) noexcept { return static_cast<int>(worker.member->seat); }
inline int num_threads(const Worker& worker) noexcept { return static_cast<int>(worker.member->team->size); }
inline int level(const Worker& worker) noexcept { return static_cast<int>(worker.member->team->level); }
inline int active_level(const Worker& worker) noexcept { return static_cast<int>(worker.member->team->active_level); }
inline bool in_parallel(const Worker& worker) noexcept { return worker.member->team->active_level > 0; }
inline bool in_final(const Worker& worker) noexcept { return worker.task->has(graph::k_final); }
inline bool in_explicit_task(const Worker& worker) noexcept { return !worker.task->has(graph::k_implicit); }
inline int team_num(const Worker& worker) noexcept { return icv(worker).team_num; }
inline int num_teams(const Worker& worker) noexcept { return icv(worker).num_teams; }

/// Seconds since some time in the past that is the same for all threads.
double wall_time() noexcept;
/// Seconds between two ticks of that clock.
double wall_tick() noexcept;

}  // namespace heddle::omp
