// The routines of omp.h: those that set ICVs and ask for them, those of devices, those of memory. Those of locks are in
// locks.hpp, questions about places and teams in routines_affinity.hpp and routines_team.hpp.
//
// Called by the doors that export them, on the thread that asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "omp/device.hpp"
#include "omp/display.hpp"
#include "omp/memory_allocators.hpp"
#include "omp/team_data.hpp"

namespace heddle::omp {

inline constexpr std::uint32_t k_sched_trapezoidal = 101;        // libomp's own number, for programs of both
inline constexpr std::uint32_t k_sched_monotonic = 0x80000000U;  // omp_sched_monotonic

// -- Setting ICVs by omp_set_*, and asking for them: what is out of range is ignored or bounded, as libgomp does
// (OpenMP 5.2, 18.2 to 18.4); omp_display_env. Each function concerns the settings of the calling thread's current
// task; what it sets, the tasks that this one makes from then on inherit.

void set_num_threads(Worker& worker, int threads) noexcept;
int max_threads(const Worker& worker) noexcept;
int thread_limit(const Worker& worker) noexcept;
void set_dynamic(Worker& worker, bool dynamic) noexcept;
bool dynamic(const Worker& worker) noexcept;
void set_nested(Worker& worker, int nested) noexcept;
bool nested(const Worker& worker) noexcept;
void set_max_active_levels(Worker& worker, int levels) noexcept;
int max_active_levels(const Worker& worker) noexcept;
void set_schedule(Worker& worker, std::uint32_t kind, int chunk) noexcept;
/// The kind as omp_sched_t.
std::uint32_t schedule_kind(const Worker& worker) noexcept;
int schedule_chunk(const Worker& worker) noexcept;

void set_num_teams(Worker& worker, int teams) noexcept;
void set_teams_thread_limit(Worker& worker, int limit) noexcept;
void set_default_device(Worker& worker, int device) noexcept;
int max_teams(const Worker& worker) noexcept;
int teams_thread_limit(const Worker& worker) noexcept;
int default_device(const Worker& worker) noexcept;

// Of the process.
int num_procs() noexcept;
bool cancellation() noexcept;
int max_task_priority() noexcept;

/// Writes all settings to standard error, in one piece.
void display_settings(Detail detail) noexcept;

// -- The device routines of omp.h (OpenMP 5.2, 18.7 and 18.8), on the host; omp_pause_resource. Any thread.

/// Whether a conforming device number means the host: its own, omp_initial_device (5.2) or omp_default_device (6.0).
constexpr bool is_host(int device) noexcept {
  return device == k_host_device || device == k_initial_device || device == k_default_device;
}

/// What names the host for omp_get_uid_from_device.
inline constexpr const char* k_host_uid = "OMP_INITIAL_DEVICE";

/// omp_get_device_from_uid. @returns omp_initial_device, or omp_invalid_device
int device_from_uid(std::string_view uid) noexcept;

/// omp_target_is_accessible: whether `bytes` (more than 0) from `address` on can be read on `device`.
bool target_is_accessible(const void* address, std::size_t bytes, int device) noexcept;

/// omp_get_mapped_ptr: where `address` is on `device`; null where that is nowhere.
void* mapped_pointer(const void* address, int device) noexcept;

/// omp_target_memset. @returns `memory`, or null for a device that is not there
void* target_fill(void* memory, int value, std::size_t bytes, int device) noexcept;

/// omp_pause_resource: sleeping threads hold nothing that a program could miss, so pausing is no work. @returns 0, or
/// -1 inside a region and for another device
int pause_resource(int device) noexcept;

void* target_alloc(std::size_t bytes, int device) noexcept;
void target_free(void* memory, int device) noexcept;
bool target_is_present(const void* address, int device) noexcept;

/// What is at the host is at the device already: nothing can be associated. @returns EINVAL
int target_associate() noexcept;

/// omp_target_memcpy within the host's memory. @returns 0
int target_copy(void* to, const void* from, std::size_t bytes) noexcept;

/// omp_target_memcpy_rect within the host's memory. @returns 0, or EINVAL when a number is wrong
int target_copy(const RectangleSide& to, const RectangleSide& from, const Rectangle& what) noexcept;

// -- The memory routines of omp.h (OpenMP 5.2, 18.13). Any thread; null stands for the calling task's default
// allocator.

/// omp_alloc, and with an alignment (0: none) omp_aligned_alloc.
void* routine_alloc(std::size_t bytes, std::size_t alignment, AllocatorHandle allocator) noexcept;

/// `count` elements of `size` bytes.
struct Elements {
  std::size_t count;
  std::size_t size;
};
/// omp_calloc, and with an alignment (0: none) omp_aligned_calloc.
void* routine_calloc(const Elements& elements, std::size_t alignment, AllocatorHandle allocator) noexcept;

/// omp_realloc. Blocks know the allocator that they come from.
void* routine_realloc(void* block, std::size_t bytes, AllocatorHandle allocator) noexcept;

/// omp_init_allocator. @returns k_null_allocator when a trait or the space cannot be had
AllocatorHandle init_allocator(std::uintptr_t space, std::int64_t count, const Trait* traits) noexcept;

/// The routines of OpenMP 6.0 (section 20.6) that ask for memory of devices: the host has all spaces, no other device
/// has any.
inline constexpr std::uintptr_t k_no_space = 0;  // omp_null_mem_space, as omp.h of LLVM 22 has it
struct Devices {
  int count;
  const int* numbers;
};
/// `space` where all devices are the host, and there is at least one; else k_no_space.
std::uintptr_t space_of_devices(const Devices& devices, std::uintptr_t space) noexcept;
/// The predefined allocator of that space; k_null_allocator where there is none.
AllocatorHandle allocator_of_devices(const Devices& devices, std::uintptr_t space) noexcept;
/// How many resources a space has: 1, and 0 for what is no space.
int resources_of(std::uintptr_t space) noexcept;

/// omp_set_default_allocator; null means the predefined one.
void set_default_allocator(AllocatorHandle allocator) noexcept;
AllocatorHandle default_allocator() noexcept;

}  // namespace heddle::omp
