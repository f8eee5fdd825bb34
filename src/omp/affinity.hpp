// Which place each thread of a team goes to (OpenMP 5.2, 10.1.3), as arithmetic on place numbers.
//
// Pure, constant time and without memory, so every thread computes its own. Where the standard leaves a choice this
// chooses as libgomp does; tests/unit/omp compares them. One departure: where threads outnumber places unevenly, the
// threads of a place keep consecutive numbers, as the standard says; libgomp starts over at the first place.
#pragma once

#include "omp/icv.hpp"

namespace heddle::omp {

/// place-partition-var: places first, first + 1, ... of the place list. `length` is at least 1.
struct PlacePartition {
  unsigned first = 0;
  unsigned length = 1;

  friend bool operator==(const PlacePartition&, const PlacePartition&) = default;
};

/// The encountering thread and the team it makes. `parent_place` lies in `partition`; `threads` is at least 1.
struct TeamPlacement {
  Bind policy = Bind::close;  // not Bind::no; Bind::yes is treated as close
  unsigned parent_place = 0;
  PlacePartition partition;
  unsigned threads = 1;

  friend bool operator==(const TeamPlacement&, const TeamPlacement&) = default;
};

struct ThreadPlacement {
  unsigned place = 0;
  PlacePartition partition;  // the thread's own place-partition-var

  friend bool operator==(const ThreadPlacement&, const ThreadPlacement&) = default;
};

/// @param thread  number within the team, in [0, team.threads)
ThreadPlacement place_thread(const TeamPlacement& team, unsigned thread) noexcept;

}  // namespace heddle::omp
