// The internal control variables of OpenMP 5.2 (chapter 2), as Heddle keeps them.
//
// TaskIcv holds those with data-environment scope: every task has a pointer to one,
// inherited from its parent, and omp_set_* replaces it by a private copy first (copy on
// write). GlobalIcv holds the process-wide ones (Heddle's own settings stand in process/own_settings.hpp); it is
// written once, by parse_environment (environment.hpp), before a second thread exists, and only read afterwards. The
// numbers of the enumerations are those of omp.h, so fronts cast.
#pragma once

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "omp/environment_variable.hpp"
#include "omp/schedule_kind.hpp"

namespace heddle::omp {

/// omp_sched_monotonic is the top bit of omp_sched_t; what `unsaid` means hangs on the kind
/// (OpenMP 5.2, 11.5.3).
enum class Monotonicity : std::uint8_t { unsaid, monotonic, nonmonotonic };

/// Values of omp_proc_bind_t. `close`, `spread` and `primary` imply that threads are bound.
enum class Bind : std::uint8_t { no = 0, yes = 1, primary = 2, close = 3, spread = 4 };

enum class WaitPolicy : std::uint8_t { undefined, active, passive };
enum class TargetOffload : std::uint8_t { when_possible, mandatory, disabled };

/// libgomp's limits; programs see them through omp_get_thread_limit() and
/// omp_get_supported_active_levels().
inline constexpr unsigned k_no_thread_limit = UINT_MAX;
inline constexpr unsigned k_supported_active_levels = 255;
inline constexpr std::uint64_t k_spin_forever = UINT64_MAX;

/// Whose ways a process sees where OpenMP leaves them open: what is printed, and defaults that programs can read.
enum class Dialect : std::uint8_t { gnu, llvm };

struct RunSchedule {
  int chunk = 1;                              // 0 only for a schedule that chooses (runtime::ChunkRule)
  ScheduleKind kind = ScheduleKind::dynamic;  // never runtime or inlined
  Monotonicity modifier = Monotonicity::unsaid;
  bool chosen = false;       // by OMP_SCHEDULE or omp_set_schedule; else Clang's loops are static (front/kmpc)
  bool trapezoidal = false;  // guided under libomp's name for it: chunks shrink by a fixed step instead of a fixed part

  /// The top bit of what omp_get_schedule reports.
  constexpr bool monotonic() const noexcept {
    if (modifier == Monotonicity::unsaid) return kind == ScheduleKind::static_chunks;
    return modifier == Monotonicity::monotonic;
  }
};

/// What a num_threads clause with a list says of the regions inside its own.
struct InnerThreads {
  std::vector<unsigned> each;  // the last one counts for deeper levels, too
  unsigned level = 0;          // TaskIcv::level to which the first belongs
};

struct TaskIcv {
  std::uintptr_t def_allocator = 1;             // omp_allocator_handle_t; 1 is omp_default_mem_alloc
  const InnerThreads* inner_threads = nullptr;  // of an enclosing region, instead of GlobalIcv::nthreads_list
  unsigned nthreads = 1;                        // threads of the next parallel region
  unsigned thread_limit = k_no_thread_limit;
  int default_device = 0;
  RunSchedule run_sched;
  int nteams = 0;              // 0: the runtime chooses
  int teams_thread_limit = 0;  // 0: no limit of its own
  int team_num = 0;            // in the league around the task; not an ICV, but inherited like one
  int num_teams = 1;
  std::uint16_t level = 0;  // which element of the nthreads and bind lists applies
  std::uint8_t max_active_levels = 1;
  Bind bind = Bind::no;
  bool dynamic = false;
};
static_assert(std::is_trivially_copyable_v<TaskIcv> && sizeof(TaskIcv) <= 64);

/// How OMP_PLACES or GOMP_CPU_AFFINITY was written; places.hpp turns it into cpu sets when
/// the first region needs them, so that start-up never looks at the machine's topology.
struct PlaceRequest {
  enum class Form : std::uint8_t { none, threads, cores, ll_caches, numa_domains, sockets, listed };
  struct Interval {  // cpus first, first + stride, … (length of them)
    std::uint64_t first = 0;
    std::uint64_t length = 1;
    std::int64_t stride = 1;
    bool excluded = false;
  };
  struct ListedPlace {  // one place, repeated `length` times, shifted by `stride`
    std::vector<Interval> cpus;
    std::uint64_t length = 1;
    std::int64_t stride = 1;
    bool excluded = false;
  };

  Form form = Form::none;
  unsigned count = 0;  // name(count); 0: as many as there are
  std::vector<ListedPlace> listed;
};

struct GlobalIcv {
  std::vector<unsigned> nthreads_list;  // empty: TaskIcv::nthreads at every level
  std::vector<Bind> bind_list;          // empty: TaskIcv::bind at every level
  PlaceRequest places;
  Dialect dialect = Dialect::gnu;
  std::string affinity_format = "level %L thread %i affinity %A";
  std::uint64_t spin_count = 300'000;  // GOMP_SPINCOUNT; k_spin_forever: never parks
  std::size_t stack_bytes = 0;         // 0: the system's default
  unsigned num_procs = 1;              // omp_get_num_procs(): affinity mask and cgroup quota
  int max_task_priority = 0;           // what omp_get_max_task_priority() says
  int priority_limit = INT_MAX;        // what the scheduler honours; see docs/environment.md
  WaitPolicy wait_policy = WaitPolicy::undefined;
  Bind teams_bind = Bind::spread;  // of the teams of a league, where Clang's programs have places
  TargetOffload target_offload = TargetOffload::when_possible;
  bool cancellation = false;
  bool display_affinity = false;
  bool resets_affinity = false;  // KMP_AFFINITY=reset: a master's cpus are its own again behind its region
  enum class DisplayEnv : std::uint8_t { no, yes, verbose } display_env = DisplayEnv::no;

  /// Which variable each setting came from; Variable::none: the default.
  std::array<Variable, k_setting_count> origin{};
  /// Whether it was that variable for all devices, as OMP_NUM_THREADS_ALL.
  std::array<bool, k_setting_count> of_all{};

  Variable origin_of(Setting setting) const noexcept { return origin[static_cast<std::size_t>(setting)]; }
};

/// ICVs of the implicit tasks of a region whose parent task has `parent`: the next element
/// of the nthreads and bind lists takes effect, if there is one (OpenMP 5.2, 2.4).
inline TaskIcv nested_icv(const TaskIcv& parent, const GlobalIcv& global) noexcept {
  TaskIcv child = parent;
  if (child.level < UINT16_MAX) ++child.level;
  if (const InnerThreads* inner = parent.inner_threads) {
    if (child.level - inner->level < inner->each.size()) child.nthreads = inner->each[child.level - inner->level];
  } else if (child.level < global.nthreads_list.size()) {
    child.nthreads = global.nthreads_list[child.level];
  }
  if (child.level < global.bind_list.size()) child.bind = global.bind_list[child.level];
  return child;
}

}  // namespace heddle::omp
