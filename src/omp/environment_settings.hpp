// Every setting as text: what it is, what it is set to, and where that came from.
//
// For warnings, OMP_DISPLAY_ENV and `heddle info`. Pure; nothing here runs on a task's path.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "omp/environment.hpp"
#include "omp/environment_scanner.hpp"

namespace heddle::omp {

/// The predefined allocators; the values are those of omp_allocator_handle_t.
inline constexpr std::array<Word<std::uintptr_t>, 8> k_allocator_names = {{{"omp_default_mem_alloc", 1},
                                                                           {"omp_large_cap_mem_alloc", 2},
                                                                           {"omp_const_mem_alloc", 3},
                                                                           {"omp_high_bw_mem_alloc", 4},
                                                                           {"omp_low_lat_mem_alloc", 5},
                                                                           {"omp_cgroup_mem_alloc", 6},
                                                                           {"omp_pteam_mem_alloc", 7},
                                                                           {"omp_thread_mem_alloc", 8}}};

inline constexpr std::array<Word<Permission>, 2> k_permissions = {
    {{"off", Permission::denied}, {"on", Permission::granted}}};

/// What HEDDLE_LOOP holds beside the names of loop schedules: each loop as the program wrote it.
inline constexpr std::string_view k_asked = "asked";

/// @returns the value as the variable that sets it would be written
std::string value_of(Setting setting, const Environment& environment);

struct SettingReport {
  std::string_view name;     // the variable to set: OMP_NUM_THREADS
  std::string value;         // its value now
  std::string_view origin;   // the variable it came from; empty: the default
  std::string_view meaning;  // half a sentence
};

/// Every setting, in the order of docs/environment.md.
std::vector<SettingReport> report_settings(const Environment& environment);

}  // namespace heddle::omp
