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

inline constexpr std::array<Word<SchedulerName>, 2> k_scheduler_names = {
    {{"steal", SchedulerName::steal}, {"dbf", SchedulerName::dbf}}};
inline constexpr std::array<Word<DependenceName>, 5> k_dependence_names = {{{"adaptive", DependenceName::adaptive},
                                                                            {"direct", DependenceName::direct},
                                                                            {"locked", DependenceName::locked},
                                                                            {"async", DependenceName::async},
                                                                            {"handover", DependenceName::handover}}};
inline constexpr std::array<Word<LoopKind>, 7> k_schedule_names = {{{"static", LoopKind::static_chunks},
                                                                    {"dynamic", LoopKind::dynamic},
                                                                    {"guided", LoopKind::guided},
                                                                    {"auto", LoopKind::automatic},
                                                                    {"idws", LoopKind::idws},
                                                                    {"steal", LoopKind::steal},
                                                                    {"steal_most", LoopKind::steal_most}}};
inline constexpr std::array<Word<Permission>, 2> k_permissions = {
    {{"off", Permission::denied}, {"on", Permission::granted}}};
inline constexpr std::array<Word<LoopOverride>, 7> k_loop_names = {{{"asked", LoopOverride::asked},
                                                                    {"static", LoopOverride::static_chunks},
                                                                    {"dynamic", LoopOverride::dynamic},
                                                                    {"guided", LoopOverride::guided},
                                                                    {"idws", LoopOverride::idws},
                                                                    {"steal", LoopOverride::steal},
                                                                    {"steal_most", LoopOverride::steal_most}}};

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
