// What a tool hears of GCC's programs: the functions that take the place of others in the table where a process is
// watched.
#include "front/gomp/watched.hpp"

#include <cstdint>
#include <type_traits>

#include "front/gomp/export.hpp"
#include "front/gomp/task_flags.hpp"
#include "front/gomp/watched_locks.hpp"
#include "omp/construct.hpp"
#include "omp/locks.hpp"
#include "ompt/around.hpp"

using namespace heddle;
using omp::NestLock;
using omp::OldNestLock;
using omp::SimpleLock;
using Body = void (*)(void*);

namespace {

using gomp::DestroyPointed;
using gomp::MakePointed;
using gomp::set_nest_lock;
using gomp::test_nest_lock;
using gomp::unset_nest_lock;
using ompt::address;
using ompt::watched;

/// The old form: the program runs the region itself.
struct ProgramRuns {
  ProgramRuns() noexcept { ompt::this_thread.program_runs_region = true; }
  ProgramRuns(const ProgramRuns&) = delete;
  ProgramRuns& operator=(const ProgramRuns&) = delete;
  ~ProgramRuns() { ompt::this_thread.program_runs_region = false; }
};

struct UnnamedStart : ompt::Acquire<ompt_mutex_critical> {
  UnnamedStart() noexcept : Acquire(&omp::unnamed_critical) {}
};
struct UnnamedEnd : ompt::Release<ompt_mutex_critical> {
  UnnamedEnd() noexcept : Release(&omp::unnamed_critical) {}
};
struct AtomicStart : ompt::Acquire<ompt_mutex_atomic> {
  AtomicStart() noexcept : Acquire(&omp::wide_atomic) {}
};
struct AtomicEnd : ompt::Release<ompt_mutex_atomic> {
  AtomicEnd() noexcept : Release(&omp::wide_atomic) {}
};

struct SectionsStart {
  explicit SectionsStart(unsigned count, ...) noexcept { ompt::begin_work(ompt_work_sections, count); }
  static void result(unsigned section) noexcept {
    if (section != 0) ompt::section();
  }
};
/// Where the region is a sections construct, a thread's first call is this one.
struct SectionsNext {
  SectionsNext() noexcept {
    ompt::open_work(ompt_work_sections, omp::member_data(*runtime::current().member).loop.space.trip);
  }
  static void result(unsigned section) noexcept { SectionsStart::result(section); }
};

struct SingleCopy {
  static void result(void* copied) noexcept {
    ompt::Single::result(copied == nullptr ? 1 : 0);
    if (copied != nullptr) ompt::acquire_in_region(ompt::Token::copy);
  }
};
struct SingleCopyEnd {
  SingleCopyEnd() noexcept {
    ompt::release_in_region(ompt::Token::copy);
    ompt::end_work();
  }
};

void watched_task(Body body, void* data, void (*copy)(void*, void*), long bytes, long alignment, bool if_clause,
                  unsigned flags, void** depend, int priority, void* detach) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  heddle_GOMP_task(body, data, copy, bytes, alignment, if_clause, flags | gomp::k_task_told, depend, priority, detach);
}

struct Taskloop : ompt::Taskloop {
  template <class T>
  Taskloop(Body, void*, void (*)(void*, void*), long, long, unsigned flags, unsigned long, int, T first, T last,
           T step) noexcept
      : ompt::Taskloop((flags & gomp::k_task_nogroup) != 0 ? Group::none : Group::own,
                       trip<T>(flags, {first, last, step})) {}

 private:
  template <class T>
  struct Bounds {
    T first;
    T last;
    T step;
  };
  template <class T>
  static std::uint64_t trip(unsigned flags, const Bounds<T>& loop) noexcept {
    if (loop.step == 0) return 0;
    const bool up = (flags & gomp::k_task_up) != 0;
    if constexpr (std::is_signed_v<T>) return omp::signed_space(loop.first, loop.last, loop.step).trip;
    return omp::unsigned_space(up ? omp::Direction::up : omp::Direction::down, loop.first, loop.last, loop.step).trip;
  }
};

class Remap {
 public:
  Remap(std::size_t count, std::size_t /*originals*/, void** addresses) noexcept : count_(count), copies_(addresses) {}
  Remap(const Remap&) = delete;
  Remap& operator=(const Remap&) = delete;
  ~Remap() {
    for (std::size_t i = 0; i < count_; ++i) ompt::uses_thread_copy(copies_[i]);
  }

 private:
  std::size_t count_;
  void** copies_;
};

int flag_of(int which) noexcept {
  switch (which) {
    case 1:
      return ompt_cancel_parallel;
    case 2:
      return ompt_cancel_loop;
    case 4:
      return ompt_cancel_sections;
    default:
      return ompt_cancel_taskgroup;
  }
}
class Cancel {
 public:
  explicit Cancel(int which, ...) noexcept : which_(which) {}
  void result(bool leaves) const noexcept {
    if (leaves) ompt::cancelled(flag_of(which_) | static_cast<int>(activated_));
  }

 protected:
  int which_;
  ompt_cancel_flag_t activated_ = ompt_cancel_activated;
};
struct CancellationPoint : Cancel {
  explicit CancellationPoint(int which) noexcept : Cancel(which) { activated_ = ompt_cancel_detected; }
};

template <ompt_severity_t severity>
struct Error {
  Error(const char* text, std::size_t length) noexcept { ompt::error_directive(severity, text, length); }
};

}  // namespace

namespace heddle::gomp {

std::span<const process::Replacement> watched_functions() noexcept {
  using ompt::Call;
  static const process::Replacement k_all[] = {
      watched<heddle_GOMP_parallel, Call>(),
      watched<heddle_GOMP_parallel_reductions, Call>(),
      watched<heddle_GOMP_parallel_start, ProgramRuns>(),
      watched<heddle_GOMP_parallel_end, Call>(),
      watched<heddle_GOMP_parallel_loop_static, Call>(),
      watched<heddle_GOMP_parallel_loop_dynamic, Call>(),
      watched<heddle_GOMP_parallel_loop_guided, Call>(),
      watched<heddle_GOMP_parallel_loop_nonmonotonic_dynamic, Call>(),
      watched<heddle_GOMP_parallel_loop_nonmonotonic_guided, Call>(),
      watched<heddle_GOMP_parallel_loop_runtime, Call>(),
      watched<heddle_GOMP_parallel_loop_nonmonotonic_runtime, Call>(),
      watched<heddle_GOMP_parallel_loop_maybe_nonmonotonic_runtime, Call>(),
      watched<heddle_GOMP_parallel_sections, Call>(),
      watched<heddle_GOMP_parallel_loop_static_start, ProgramRuns>(),
      watched<heddle_GOMP_parallel_loop_dynamic_start, ProgramRuns>(),
      watched<heddle_GOMP_parallel_loop_guided_start, ProgramRuns>(),
      watched<heddle_GOMP_parallel_loop_runtime_start, ProgramRuns>(),
      watched<heddle_GOMP_parallel_sections_start, ProgramRuns>(),
      watched<heddle_GOMP_teams_reg, Call>(),
      watched<heddle_GOMP_teams4, Call>(),
      watched<heddle_GOMP_barrier, ompt::Barrier>(),
      watched<heddle_GOMP_barrier_cancel, ompt::Barrier>(),
      watched<heddle_GOMP_cancel, Cancel>(),
      watched<heddle_GOMP_cancellation_point, CancellationPoint>(),
      {address(heddle_GOMP_task), address(watched_task)},
      watched<heddle_GOMP_taskloop, Taskloop>(),
      watched<heddle_GOMP_taskloop_ull, Taskloop>(),
      watched<heddle_GOMP_taskwait, ompt::Taskwait>(),
      watched<heddle_GOMP_taskwait_depend, Call>(),
      watched<heddle_GOMP_taskyield, ompt::Yield>(),
      watched<heddle_GOMP_taskgroup_start, ompt::GroupStart>(),
      watched<heddle_GOMP_taskgroup_end, ompt::GroupEnd>(),
      watched<heddle_GOMP_task_reduction_remap, Remap>(),
      watched<heddle_GOMP_workshare_task_reduction_unregister, ompt::ImplicitBarrier>(),
      watched<heddle_omp_fulfill_event, ompt::Fulfill>(),
      watched<heddle_GOMP_critical_start, UnnamedStart>(),
      watched<heddle_GOMP_critical_end, UnnamedEnd>(),
      watched<heddle_GOMP_critical_name_start, ompt::Acquire<ompt_mutex_critical>>(),
      watched<heddle_GOMP_critical_name_end, ompt::Release<ompt_mutex_critical>>(),
      watched<heddle_GOMP_atomic_start, AtomicStart>(),
      watched<heddle_GOMP_atomic_end, AtomicEnd>(),
      watched<heddle_GOMP_ordered_start, ompt::OrderedStart>(),
      watched<heddle_GOMP_ordered_end, ompt::OrderedEnd>(),
      watched<heddle_GOMP_single_start, ompt::Single>(),
      watched<heddle_GOMP_single_copy_start, SingleCopy>(),
      watched<heddle_GOMP_single_copy_end, SingleCopyEnd>(),
      watched<heddle_GOMP_scope_start, ompt::WorkStart<ompt_work_scope>>(),
      watched<heddle_GOMP_sections_start, SectionsStart>(),
      watched<heddle_GOMP_sections2_start, SectionsStart>(),
      watched<heddle_GOMP_sections_next, SectionsNext>(),
      watched<heddle_GOMP_sections_end, ompt::WorkEndBarrier>(),
      watched<heddle_GOMP_sections_end_nowait, ompt::WorkEnd>(),
      watched<heddle_GOMP_sections_end_cancel, ompt::WorkEndBarrier>(),
      watched<heddle_omp_init_lock, ompt::Make<ompt_mutex_lock>>(),
      watched<heddle_omp_destroy_lock, ompt::Destroy<ompt_mutex_lock>>(),
      watched<heddle_omp_set_lock, ompt::Acquire<ompt_mutex_lock>>(),
      watched<heddle_omp_unset_lock, ompt::Release<ompt_mutex_lock>>(),
      watched<heddle_omp_test_lock, ompt::Try<ompt_mutex_test_lock>>(),
      watched<heddle_omp_init_nest_lock, ompt::Make<ompt_mutex_nest_lock>>(),
      watched<heddle_omp_destroy_nest_lock, ompt::Destroy<ompt_mutex_nest_lock>>(),
      watched<heddle_omp_init_nest_lock_, MakePointed>(),
      watched<heddle_omp_destroy_nest_lock_, DestroyPointed>(),
      {address(heddle_omp_set_nest_lock),
       address(set_nest_lock<heddle_omp_test_nest_lock, heddle_omp_set_nest_lock, NestLock>)},
      {address(heddle_omp_test_nest_lock), address(test_nest_lock<heddle_omp_test_nest_lock, NestLock>)},
      {address(heddle_omp_unset_nest_lock), address(unset_nest_lock<heddle_omp_unset_nest_lock, NestLock>)},
      {address(heddle_omp_set_nest_lock_),
       address(set_nest_lock<heddle_omp_test_nest_lock_, heddle_omp_set_nest_lock_, NestLock*>)},
      {address(heddle_omp_test_nest_lock_), address(test_nest_lock<heddle_omp_test_nest_lock_, NestLock*>)},
      {address(heddle_omp_unset_nest_lock_), address(unset_nest_lock<heddle_omp_unset_nest_lock_, NestLock*>)},
      watched<heddle_old_omp_init_nest_lock, ompt::Make<ompt_mutex_nest_lock>>(),
      watched<heddle_old_omp_destroy_nest_lock, ompt::Destroy<ompt_mutex_nest_lock>>(),
      {address(heddle_old_omp_set_nest_lock),
       address(set_nest_lock<heddle_old_omp_test_nest_lock, heddle_old_omp_set_nest_lock, OldNestLock>)},
      {address(heddle_old_omp_test_nest_lock), address(test_nest_lock<heddle_old_omp_test_nest_lock, OldNestLock>)},
      {address(heddle_old_omp_unset_nest_lock), address(unset_nest_lock<heddle_old_omp_unset_nest_lock, OldNestLock>)},
      watched<heddle_GOMP_warning, Error<ompt_warning>>(),
      watched<heddle_GOMP_error, Error<ompt_fatal>>(),
  };
  return k_all;
}

}  // namespace heddle::gomp
