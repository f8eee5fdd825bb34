// Settings of the runtime: what it needs to know before the first team, in its own words. The room `omp` fills them in
// from the environment; a C++ program through the API.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "dependence/async/parameters.hpp"
#include "probe/recording.hpp"

namespace heddle::runtime {

struct Settings {
  const char* scheduler = "steal";          // a name in policies.hpp
  const char* dependence = "adaptive";      // a name in policies.hpp
  std::uint32_t processors = 1;             // what the process may use at once (affinity mask, cgroup quota)
  std::uint32_t thread_limit = UINT32_MAX;  // threads of the process, its pool's and their masters, in all
  std::uint32_t pool_limit = UINT32_MAX;    // of these the pool's
  std::size_t stack_bytes = 0;              // of a pool thread; 0: the system's default
  std::uint32_t spin_ns = 300'000;          // how long an idle worker looks for work before it sleeps
  std::uint32_t crowded_spin_ns = 100'000;  // the same in a team with more threads than processors
  std::uint32_t window = 2048;              // pending tasks per team beyond which a producer runs tasks itself
  std::uint32_t backlog = 64;               // ready tasks per worker in a queue beyond which new ones run at once,
  std::uint32_t least_backlog = 256;        // and at least so many: what libgomp and libomp would queue
  dependence::AsyncParameters async = {};   // of the dependence manager "async"
  std::span<const std::uint32_t> localities = {};  // cpus of each, for the scheduler "numa". They stay
  std::uint64_t numa_patience_ns = 100'000;        // after which a task leaves its locality; UINT64_MAX: none does
  std::uint32_t large_team = 8;                    // threads from which on a team counts who seeks work (sleepers.hpp)
  std::uint64_t patience_ns = 10'000'000'000;      // for which a whole team sleeps before that is said; 0: never
  std::uint64_t linger_ns = 0;            // for which a pool thread too many sleeps before it ends; 0: none does
  std::uint32_t kept_threads = 0;         // pool threads of which none is one too many
  bool cancellation = false;              // whether tasks of cancelled groups are looked for
  probe::Recording* recording = nullptr;  // the trace that workers write; null: none

  /// Ready tasks in one queue of a team beyond which its worker runs new ones at once.
  std::uint32_t enough(std::uint32_t threads) const noexcept {
    if (backlog > UINT32_MAX / threads) return UINT32_MAX;
    return backlog * threads > least_backlog ? backlog * threads : least_backlog;
  }
};

}  // namespace heddle::runtime
