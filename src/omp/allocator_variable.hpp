// OMP_ALLOCATOR's text (OpenMP 5.2, 21.5.1): a predefined allocator, or a memory space, alone or with traits, as
// omp_large_cap_mem_space:alignment=64,pool_size=1048576. Read once, before there are threads.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/scanner.hpp"
#include "omp/memory_allocators.hpp"

namespace heddle::omp {

inline constexpr std::string_view k_allocators_allowed =
    "the name of a predefined allocator, as omp_default_mem_alloc, or that of a memory space, as "
    "omp_default_mem_space, alone "
    "or with traits that this machine has: [:trait=value,...], where traits are sync_hint, alignment, access, "
    "pool_size, "
    "fallback, fb_data, pinned, partition";

/// The predefined allocators; the values are those of omp_allocator_handle_t.
inline constexpr std::array<base::Word<std::uintptr_t>, 8> k_allocator_names = {{{"omp_default_mem_alloc", 1},
                                                                                 {"omp_large_cap_mem_alloc", 2},
                                                                                 {"omp_const_mem_alloc", 3},
                                                                                 {"omp_high_bw_mem_alloc", 4},
                                                                                 {"omp_low_lat_mem_alloc", 5},
                                                                                 {"omp_cgroup_mem_alloc", 6},
                                                                                 {"omp_pteam_mem_alloc", 7},
                                                                                 {"omp_thread_mem_alloc", 8}}};

/// An allocator with traits is made, and stays for as long as the process. Nothing: the text is malformed, or the
/// traits cannot be had.
std::optional<AllocatorHandle> parse_allocator(base::Scanner& text, Dialect dialect);

/// As it would be written; an allocator with traits by those that make a difference here.
std::string allocator_text(AllocatorHandle allocator);

}  // namespace heddle::omp
