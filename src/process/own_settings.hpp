// Heddle's own settings: what the variables HEDDLE_* and heddle_set() decide, whatever door a program comes in by.
//
// Those of a programming model (OpenMP's ICVs) are the model's room's. A new one is a member here, a row in
// own_variables.cpp and its class in base/trust.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "dependence/async/parameters.hpp"
#include "memory/where.hpp"
#include "runtime/settings.hpp"

namespace heddle::process {

/// In the order of docs/environment.md, which is that of the table.
enum class OwnSetting : std::uint8_t {
  disable,
  real_libgomp,
  real_libomp,
  scheduler,
  numa_patience,
  bind,
  topology,
  ocr_memory,
  ocr_spill,
  dependence,
  async_managers,
  async_spins,
  async_operations,
  async_ready,
  async_as_printed,
  loop,
  signals,
  run_inline,
  window,
  patience,
  linger,
  thread_limit,
  verify,
  trace,
  verbose,
};
inline constexpr std::size_t k_own_setting_count = static_cast<std::size_t>(OwnSetting::verbose) + 1;

/// Whether the runtime may do something that a user may not want.
enum class Permission : std::uint8_t { denied, granted };

/// What HEDDLE_LOOP holds beside the names of loop schedules: each loop as the program wrote it.
inline constexpr const char* k_asked = "asked";

/// HEDDLE_BIND: where a worker of a group runs, on any cpu of its locality, or on one of its own.
enum class GroupBinding : std::uint8_t { locality, core };

/// What HEDDLE_NUMA_PATIENCE holds for "never".
inline constexpr std::uint64_t k_numa_never = UINT64_MAX;

inline constexpr const char* k_default_loop = "idws";
inline constexpr const char* k_default_scheduler = runtime::Settings{}.scheduler;
inline constexpr const char* k_default_dependence = runtime::Settings{}.dependence;

struct OwnSettings {
  const char* scheduler = k_default_scheduler;      // a name in the table of schedulers
  std::uint64_t numa_patience_us = 100;             // until a task leaves its locality; k_numa_never: it stays
  GroupBinding bind = GroupBinding::locality;       // numa: what its workers are bound to
  std::string topology;                             // a file of hwloc's or a description; empty: this machine
  std::optional<memory::PlacementMode> ocr_memory;  // where OCR's data blocks lie; nothing: by scheduler and machine
  memory::Spill ocr_spill = memory::Spill::on;
  const char* dependence = k_default_dependence;  // a name in the table of dependence managers
  dependence::AsyncParameters async;              // of the manager "async"; 0 in each: the default
  /// A name in the table of loop schedules, or k_asked. It replaces the schedule of those loops that reach the runtime
  /// and promise no order: dynamic, guided, runtime and auto; one that balances itself only that of loops whose threads
  /// may get their chunks in any order.
  const char* loop = k_default_loop;
  Permission signals = Permission::denied;      // to the program's threads
  Permission run_inline = Permission::granted;  // tasks inside their creators
  std::size_t window = 0;                       // pending tasks; 0: the runtime's default; SIZE_MAX: no limit
  std::uint64_t patience = 10;                  // seconds: a team that sleeps so long says so; 0: never
  std::uint64_t linger_ms = 1000;               // a thread too many ends when it has slept so long; 0: never
  std::uint64_t thread_limit = 0;               // most threads of the pool; 0: any number
  std::string trace;                            // the file for the raw trace; empty: none
  std::string real_libgomp;                     // who takes over; empty: the first that is found
  std::string real_libomp;                      // the same for Clang's programs
  std::uint8_t verbose = 0;                     // 0 quiet, 1 what was chosen, 2 more
  bool verify = false;                          // look at depend clauses
  bool verify_fails = false;                    // and end with status 1 where something was found
  bool disabled = false;                        // the front hands over to libgomp

  std::array<bool, k_own_setting_count> given{};  // by a variable or a program; else it is the default

  bool is_given(OwnSetting setting) const noexcept { return given[static_cast<std::size_t>(setting)]; }
};

}  // namespace heddle::process
