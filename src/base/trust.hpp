// Whose environment it is: which variables count where the caller of a program must not be trusted with its rights.
//
// A program that is set-user-id, set-group-id or has capabilities of its file does what its caller may not, and the
// caller has written its environment (AT_SECURE, getauxval(3)). There only those variables count that choose among what
// the runtime does anyway, which libgomp and libomp obey there, too; nothing that names a file or a library, starts,
// records or signals anything. This table decides, and nothing else does: `tools/check/main trust` lets no other file
// ask for the environment, and tests/unit/base/trust_test.cpp names the class of each variable once more.
// docs/security.md is what is promised. Any thread; nothing is kept, so the environment is asked as it is now.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::base {

/// What has to be known of a process before a variable counts in it.
enum class Needs : std::uint8_t {
  nothing,  // a number or a word that every OpenMP runtime obeys
  trust,    // the caller has all the rights that the program has
};

struct KnownVariable {
  std::string_view name;
  Needs needs;
};

/// Every variable that any part of Heddle obeys or knows. Heddle's own need trust, all of them: nobody misses them in
/// such a program, and none has to be thought through.
inline constexpr KnownVariable k_known_variables[] = {
    {"OMP_AFFINITY_FORMAT", Needs::nothing},
    {"OMP_ALLOCATOR", Needs::nothing},
    {"OMP_CANCELLATION", Needs::nothing},
    {"OMP_DEBUG", Needs::nothing},
    {"OMP_DEFAULT_DEVICE", Needs::nothing},
    {"OMP_DISPLAY_AFFINITY", Needs::nothing},
    {"OMP_DISPLAY_ENV", Needs::nothing},
    {"OMP_DYNAMIC", Needs::nothing},
    {"OMP_MAX_ACTIVE_LEVELS", Needs::nothing},
    {"OMP_MAX_TASK_PRIORITY", Needs::nothing},
    {"OMP_NESTED", Needs::nothing},
    {"OMP_NUM_TEAMS", Needs::nothing},
    {"OMP_NUM_THREADS", Needs::nothing},
    {"OMP_PLACES", Needs::nothing},
    {"OMP_PROC_BIND", Needs::nothing},
    {"OMP_SCHEDULE", Needs::nothing},
    {"OMP_STACKSIZE", Needs::nothing},
    {"OMP_TARGET_OFFLOAD", Needs::nothing},
    {"OMP_TEAMS_THREAD_LIMIT", Needs::nothing},
    {"OMP_THREAD_LIMIT", Needs::nothing},
    {"OMP_TOOL", Needs::trust},
    {"OMP_TOOL_LIBRARIES", Needs::trust},
    {"OMP_TOOL_VERBOSE_INIT", Needs::trust},
    {"OMP_WAIT_POLICY", Needs::nothing},
    {"GOMP_CPU_AFFINITY", Needs::nothing},
    {"GOMP_DEBUG", Needs::nothing},
    {"GOMP_SPINCOUNT", Needs::nothing},
    {"GOMP_STACKSIZE", Needs::nothing},
    {"KMP_AFFINITY", Needs::nothing},
    {"KMP_ALL_THREADS", Needs::nothing},
    {"KMP_BLOCKTIME", Needs::nothing},
    {"KMP_DETERMINISTIC_REDUCTION", Needs::nothing},
    {"KMP_DEVICE_THREAD_LIMIT", Needs::nothing},
    {"KMP_DISP_NUM_BUFFERS", Needs::nothing},
    {"KMP_DUPLICATE_LIB_OK", Needs::nothing},
    {"KMP_ENABLE_TASK_THROTTLING", Needs::nothing},
    {"KMP_FORCE_REDUCTION", Needs::nothing},
    {"KMP_HOT_TEAMS_MAX_LEVEL", Needs::nothing},
    {"KMP_HOT_TEAMS_MODE", Needs::nothing},
    {"KMP_HW_SUBSET", Needs::nothing},
    {"KMP_INIT_AT_FORK", Needs::nothing},
    {"KMP_LIBRARY", Needs::nothing},
    {"KMP_SETTINGS", Needs::nothing},
    {"KMP_STACKSIZE", Needs::nothing},
    {"KMP_TEAMS_PROC_BIND", Needs::nothing},
    {"KMP_TEAMS_THREAD_LIMIT", Needs::nothing},
    {"KMP_TOPOLOGY_METHOD", Needs::nothing},
    {"KMP_WARNINGS", Needs::nothing},
    {"HEDDLE_ASYNC_AS_PRINTED", Needs::trust},
    {"HEDDLE_ASYNC_MANAGERS", Needs::trust},
    {"HEDDLE_ASYNC_OPERATIONS", Needs::trust},
    {"HEDDLE_ASYNC_READY", Needs::trust},
    {"HEDDLE_ASYNC_SPINS", Needs::trust},
    {"HEDDLE_BIND", Needs::trust},
    {"HEDDLE_DEPENDENCE", Needs::trust},
    {"HEDDLE_DISABLE", Needs::trust},
    {"HEDDLE_JOBS", Needs::trust},  // which ./x reads
    {"HEDDLE_INLINE", Needs::trust},
    {"HEDDLE_LINGER", Needs::trust},
    {"HEDDLE_LOCALITY", Needs::trust},
    {"HEDDLE_LOOP", Needs::trust},
    {"HEDDLE_LOST", Needs::trust},
    {"HEDDLE_MPI", Needs::trust},
    {"HEDDLE_NUMA_PATIENCE", Needs::trust},
    {"HEDDLE_OCR_MEMORY", Needs::trust},
    {"HEDDLE_OCR_SPARES", Needs::trust},
    {"HEDDLE_OCR_SPILL", Needs::trust},
    {"HEDDLE_OCR_WORKERS", Needs::trust},
    {"HEDDLE_PATIENCE", Needs::trust},
    {"HEDDLE_REAL_LIBGOMP", Needs::trust},
    {"HEDDLE_REAL_LIBOMP", Needs::trust},
    {"HEDDLE_REGION_SPACE", Needs::trust},
    {"HEDDLE_SCHEDULER", Needs::trust},
    {"HEDDLE_SCHEDULERS", Needs::trust},
    {"HEDDLE_SIGNALS", Needs::trust},
    {"HEDDLE_THREAD_LIMIT", Needs::trust},
    {"HEDDLE_TOPOLOGY", Needs::trust},
    {"HEDDLE_TRACE", Needs::trust},
    {"HEDDLE_VERBOSE", Needs::trust},
    {"HEDDLE_VERIFY", Needs::trust},
    {"HEDDLE_WINDOW", Needs::trust},
    {"MEMKIND_HBW_NODES", Needs::trust},
    {"OCR_CONFIG", Needs::trust},
    {"OMPI_COMM_WORLD_RANK", Needs::trust},  // which launchers set
    {"OMPI_COMM_WORLD_SIZE", Needs::trust},
    {"PMI_RANK", Needs::trust},
    {"PMI_SIZE", Needs::trust},
};

constexpr bool is_known(std::string_view name) noexcept {
  for (const KnownVariable& known : k_known_variables)
    if (known.name == name) return true;
  return false;
}

/// Whether the process's caller has the rights that the process has.
enum class Trust : bool { none, full };

/// What the kernel says. Where it says nothing, the caller is not trusted.
Trust caller_trust() noexcept;

/// Whether a variable counts. One that is not in the table never does without trust.
constexpr bool counts(std::string_view name, Trust trust) noexcept {
  if (trust == Trust::full) return true;
  for (const KnownVariable& known : k_known_variables)
    if (known.name == name) return known.needs == Needs::nothing;
  return false;
}

/// The value of a variable in the table; null: it is not set, or does not count in this process.
const char* variable(const char* name) noexcept;

/// Takes a variable in the table out of the environment: programs that this one starts are not to have it. Another
/// thread that asks for some variable meanwhile may miss it, as beside any setenv().
void forget_variable(const char* name) noexcept;

/// The process's environment, as `environ`. Whoever reads it asks counts() of each name.
const char* const* environment_block() noexcept;

}  // namespace heddle::base
