// Every setting of OpenMP's as text: what it is, what it is set to, and where that came from.
//
// For warnings, OMP_DISPLAY_ENV and `heddle info`. Pure; nothing here runs on a task's path.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/scanner.hpp"
#include "omp/environment.hpp"
#include "process/own_environment.hpp"

namespace heddle::omp {

/// The predefined allocators; the values are those of omp_allocator_handle_t.
inline constexpr std::array<base::Word<std::uintptr_t>, 8> k_allocator_names = {{{"omp_default_mem_alloc", 1},
                                                                                 {"omp_large_cap_mem_alloc", 2},
                                                                                 {"omp_const_mem_alloc", 3},
                                                                                 {"omp_high_bw_mem_alloc", 4},
                                                                                 {"omp_low_lat_mem_alloc", 5},
                                                                                 {"omp_cgroup_mem_alloc", 6},
                                                                                 {"omp_pteam_mem_alloc", 7},
                                                                                 {"omp_thread_mem_alloc", 8}}};

/// @returns the value as the variable that sets it would be written
std::string value_of(Setting setting, const Environment& environment);

using process::SettingReport;

/// Every setting, in the order of docs/environment.md.
std::vector<SettingReport> report_settings(const Environment& environment);

}  // namespace heddle::omp
