// The four parameters of the asynchronous manager, in the paper's order: DDAST §3.3; defaults: Table 5, "tuned value".
// And a switch back to its Listing 2.
#pragma once

#include <cstdint>

namespace heddle::dependence {

/// 0 stands for the default.
struct AsyncParameters {
  static constexpr std::uint32_t k_all = UINT32_MAX;  // as `managers`: no limit, the paper's initial value
  static constexpr std::uint32_t k_workers_per_manager = 8;
  static constexpr std::uint32_t k_default_spins = 1;
  static constexpr std::uint32_t k_default_operations = 8;
  static constexpr std::uint32_t k_default_ready = 4;

  std::uint32_t managers = 0;    // MAX_DDAST_THREADS: workers that manage at a time; default: one in eight, rounded up
  std::uint32_t spins = 0;       // MAX_SPINS: scans in vain before a manager leaves
  std::uint32_t operations = 0;  // MAX_OPS_THREAD: messages of one worker that are satisfied before the next one's turn
  std::uint32_t ready = 0;       // MIN_READY_TASKS: ready tasks at which a manager leaves
  bool as_printed = false;       // one count for a worker's Submits and Dones, and all scans in one order (README.md)

  /// The parameters as they are in force in a team of so many workers.
  constexpr AsyncParameters in_team_of(std::uint32_t workers) const noexcept {
    return {.managers = managers != 0 ? managers : (workers + k_workers_per_manager - 1) / k_workers_per_manager,
            .spins = spins != 0 ? spins : k_default_spins,
            .operations = operations != 0 ? operations : k_default_operations,
            .ready = ready != 0 ? ready : k_default_ready,
            .as_printed = as_printed};
  }
};

}  // namespace heddle::dependence
