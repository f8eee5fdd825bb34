// Remote: what rank 0 and the workers of other ranks say to each other.
//
// A worker of another rank has a partner on rank 0: a worker of the team there, on whose stack the engine's task
// stands. The partner says `run`; the far worker runs the body, and each of its calls goes to the partner, which makes
// it as if it had been made there; then `done`. While a body waits its partner may run descendants of it, which go to
// the same far worker, on top of its stack. So both ends are a stack, and what is said last is answered first.
//
// Calls that have no result go without an answer, unless the program handles errors itself; what was wrong with them
// then comes as `refused`, which the far worker tells as its own.
#pragma once

#include <cstdint>

#include "cluster/ranks.hpp"

namespace heddle::regions {

enum class Say : std::uint8_t {
  // -- from rank 0
  begin,    // a run begins: its number and table; to worker 0 alone
  run,      // a task, of the run with that number
  answer,   // to a call
  refused,  // a call that has had no answer
  over,     // the run is over
  bye,      // the program is
  // -- to rank 0
  done,
  spawn,
  wait,
  allocate,
  allocate_many,
  free,
  reallocate,
  make_region,
  free_region,
};

/// Whether this process is another rank than 0.
inline bool on_other_rank() noexcept {
  const cluster::Ranks* const ranks = cluster::Ranks::here();
  return ranks != nullptr && ranks->rank() != 0;
}

/// Enters the end of the process among what all ranks do together.
void watch_end() noexcept;

}  // namespace heddle::regions
