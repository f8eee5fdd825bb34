// Contention groups: whose threads OMP_THREAD_LIMIT and thread_limit clauses count (OpenMP 5.2, 1.2.2 and 10.1.1).
//
// A group is an initial thread with all the teams below it: a thread of the program's own, each team of a league (they
// follow one another, on the same initial thread), a target region. Two threads of a program never take threads from
// each other.
//
// A group that has no limit counts nothing. In one that has, the team directly below the initial thread is known
// from the way up (Team::outer); the threads of deeper regions, which their siblings do not see, are counted in the
// initial thread's team: Team::deeper_threads.
#pragma once

#include <climits>

#include "process/types.hpp"

namespace heddle::process {

inline constexpr unsigned k_no_limit = UINT_MAX;  // of threads

/// Threads that a region of the worker's may have, itself among them: at least 1.
unsigned places_in_group(const Worker& worker, unsigned limit) noexcept;

/// Places of a group that a region takes when it is opened and gives back when it is closed. Only regions inside of
/// another one take any.
class PlacesInGroup {
 public:
  /// Whether a region of this worker, with this limit, must take its places. Its standing region has made way.
  static bool needed(const Worker& worker, unsigned limit) noexcept {
    return limit != k_no_limit && is_beside_others(worker);
  }

  /// Takes places for up to `wanted` threads. @returns how many the region may have, at least 1
  unsigned take(Worker& worker, unsigned limit, unsigned wanted) noexcept;
  /// The region got so few threads.
  void keep(unsigned threads) noexcept;
  void give_back() noexcept { keep(1); }

 private:
  static bool is_beside_others(const Worker& worker) noexcept;

  P::atomic<std::uint32_t>* deeper_ = nullptr;  // of the group; null: none are taken
  unsigned taken_ = 0;                          // beside that of the region's master
};

/// In a forked child only the calling thread is left.
void forget_group(const Worker& worker) noexcept;

}  // namespace heddle::process
