// The rules for the values of omp_set_*; devices and memory as the program sees them.
#include "omp/routines.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>

#include "omp/current_icv.hpp"
#include "omp/settings.hpp"
#include "process/settings.hpp"
#include "runtime/current.hpp"

namespace heddle::omp {

namespace {

int bounded(unsigned value) noexcept { return static_cast<int>(std::min<unsigned>(value, INT_MAX)); }

}  // namespace

void set_num_threads(Worker& worker, int threads) noexcept {
  writable_icv(worker).nthreads = static_cast<unsigned>(std::max(threads, 1));
}

int max_threads(const Worker& worker) noexcept { return bounded(icv(worker).nthreads); }

int thread_limit(const Worker& worker) noexcept { return bounded(icv(worker).thread_limit); }

void set_dynamic(Worker& worker, bool dynamic) noexcept { writable_icv(worker).dynamic = dynamic; }
bool dynamic(const Worker& worker) noexcept { return icv(worker).dynamic; }

void set_nested(Worker& worker, int nested) noexcept {
  if (nested != 0) {
    writable_icv(worker).max_active_levels = k_supported_active_levels;
  } else if (icv(worker).max_active_levels > 1) {
    writable_icv(worker).max_active_levels = 1;
  }
}

bool nested(const Worker& worker) noexcept {
  const unsigned levels = icv(worker).max_active_levels;
  return levels > 1 && levels > worker.member->team->active_level;
}

void set_max_active_levels(Worker& worker, int levels) noexcept {
  if (levels < 0) return;
  const unsigned bounded = std::min(static_cast<unsigned>(levels), k_supported_active_levels);
  writable_icv(worker).max_active_levels = static_cast<std::uint8_t>(bounded);
}

int max_active_levels(const Worker& worker) noexcept { return icv(worker).max_active_levels; }

void set_schedule(Worker& worker, std::uint32_t kind, int chunk) noexcept {
  const std::uint32_t plain = kind & ~k_sched_monotonic;
  const bool trapezoidal = plain == k_sched_trapezoidal;
  const bool automatic = plain == static_cast<std::uint32_t>(ScheduleKind::automatic);
  if (!trapezoidal && !automatic && !is_loop_schedule(plain)) return;  // ours are what schedule_kind() may have said
  RunSchedule& schedule = writable_icv(worker).run_sched;
  schedule.chosen = true;
  schedule.kind = trapezoidal ? ScheduleKind::guided : static_cast<ScheduleKind>(plain);
  schedule.trapezoidal = trapezoidal;
  schedule.modifier = kind == plain ? Monotonicity::nonmonotonic : Monotonicity::monotonic;
  if (!automatic) schedule.chunk = std::max(chunk, default_chunk(schedule.kind));
}

std::uint32_t schedule_kind(const Worker& worker) noexcept {
  const RunSchedule& schedule = icv(worker).run_sched;
  const std::uint32_t kind = schedule.trapezoidal ? k_sched_trapezoidal : static_cast<std::uint32_t>(schedule.kind);
  // libomp tells the modifier that was given, libgomp what holds.
  const bool monotonic =
      global().dialect == Dialect::llvm ? schedule.modifier == Monotonicity::monotonic : schedule.monotonic();
  return kind | (monotonic ? k_sched_monotonic : 0);
}

int schedule_chunk(const Worker& worker) noexcept { return icv(worker).run_sched.chunk; }

void set_num_teams(Worker& worker, int teams) noexcept { writable_icv(worker).nteams = std::max(teams, 0); }

void set_teams_thread_limit(Worker& worker, int limit) noexcept {
  writable_icv(worker).teams_thread_limit = std::max(limit, 0);
}

void set_default_device(Worker& worker, int device) noexcept {
  writable_icv(worker).default_device = std::max(device, 0);
}

int max_teams(const Worker& worker) noexcept { return icv(worker).nteams; }
int teams_thread_limit(const Worker& worker) noexcept { return icv(worker).teams_thread_limit; }
int default_device(const Worker& worker) noexcept { return icv(worker).default_device; }

int num_procs() noexcept { return static_cast<int>(global().num_procs); }
bool cancellation() noexcept { return global().cancellation; }
int max_task_priority() noexcept { return global().max_task_priority; }

void display_settings(Detail detail) noexcept {
  Settings& openmp = Settings::get();
  const std::string text = display_environment(openmp.environment, process::own_settings(), openmp.places(), detail);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
}

// -- Devices.

int pause_resource(int device) noexcept {
  return is_host(device) && runtime::current().member->team->level == 0 ? 0 : -1;
}

void* target_alloc(std::size_t bytes, int device) noexcept { return is_host(device) ? std::malloc(bytes) : nullptr; }

void target_free(void* memory, int device) noexcept {
  if (is_host(device)) std::free(memory);
}

bool target_is_present(const void* address, int device) noexcept { return address == nullptr || is_host(device); }

bool target_is_accessible(const void* address, std::size_t bytes, int device) noexcept {
  return is_host(device) && address != nullptr && bytes != 0;
}

void* mapped_pointer(const void* address, int device) noexcept {
  return is_host(device) ? const_cast<void*>(address) : nullptr;
}

void* target_fill(void* memory, int value, std::size_t bytes, int device) noexcept {
  if (!is_host(device)) return nullptr;
  if (bytes != 0) std::memset(memory, value, bytes);
  return memory;
}

int device_from_uid(std::string_view uid) noexcept { return uid == k_host_uid ? k_initial_device : k_invalid_device; }

int target_associate() noexcept { return EINVAL; }

int target_copy(void* to, const void* from, std::size_t bytes) noexcept {
  if (bytes != 0) std::memcpy(to, from, bytes);
  return 0;
}

int target_copy(const RectangleSide& to, const RectangleSide& from, const Rectangle& what) noexcept {
  return what.dimensions >= 1 && copy_rectangle(to, from, what) ? 0 : EINVAL;
}

// -- Memory.

namespace {

MemoryRequest request(std::size_t bytes, std::size_t alignment, AllocatorHandle allocator) noexcept {
  return {bytes, alignment == 0 ? 1 : alignment, allocator != k_null_allocator ? allocator : default_allocator()};
}

}  // namespace

void* routine_alloc(std::size_t bytes, std::size_t alignment, AllocatorHandle allocator) noexcept {
  return allocate(request(bytes, alignment, allocator));
}

void* routine_calloc(const Elements& elements, std::size_t alignment, AllocatorHandle allocator) noexcept {
  std::size_t bytes = 0;
  // What overflows is as good as too much: the fallback decides.
  if (__builtin_mul_overflow(elements.count, elements.size, &bytes)) bytes = PTRDIFF_MAX;
  MemoryRequest zeroed = request(bytes, alignment, allocator);
  zeroed.content = MemoryRequest::Content::zero;
  return allocate(zeroed);
}

void* routine_realloc(void* block, std::size_t bytes, AllocatorHandle allocator) noexcept {
  if (block == nullptr) return allocate(request(bytes, 1, allocator));
  if (bytes != 0) return reallocate(block, bytes, allocator);
  release(block);
  return nullptr;
}

namespace {

// omp_default_mem_space: 0 in omp.h of GCC and of LLVM up to 20, 99 since.
constexpr std::uintptr_t k_new_default_space = 99;

constexpr MemorySpace named_space(std::uintptr_t space) noexcept {
  return space == k_new_default_space ? MemorySpace::default_mem : static_cast<MemorySpace>(space);
}

}  // namespace

std::uintptr_t space_of_devices(const Devices& devices, std::uintptr_t space) noexcept {
  if (devices.count <= 0 || resources_of(space) == 0) return k_no_space;
  const std::span numbers(devices.numbers, static_cast<std::size_t>(devices.count));
  return std::ranges::all_of(numbers, is_host) ? space : k_no_space;
}

AllocatorHandle allocator_of_devices(const Devices& devices, std::uintptr_t space) noexcept {
  if (space_of_devices(devices, space) == k_no_space) return k_null_allocator;
  return static_cast<AllocatorHandle>(named_space(space)) + k_default_mem_alloc;  // omp.h numbers both alike
}

int resources_of(std::uintptr_t space) noexcept {
  return space != k_no_space && named_space(space) <= MemorySpace::low_lat ? 1 : 0;
}

AllocatorHandle init_allocator(std::uintptr_t space, std::int64_t count, const Trait* traits) noexcept {
  return make_allocator(named_space(space), {traits, static_cast<std::size_t>(count > 0 ? count : 0)},
                        global().dialect);
}

void set_default_allocator(AllocatorHandle allocator) noexcept {
  writable_icv(runtime::current()).def_allocator = allocator == k_null_allocator ? k_default_mem_alloc : allocator;
}

AllocatorHandle default_allocator() noexcept { return icv(runtime::current()).def_allocator; }

}  // namespace heddle::omp
