// What a tool hears of GCC's programs: the functions that take the place of others in the table where a process is
// watched.
#include "front/gomp/watched.hpp"

#include <cstdarg>
#include <cstdint>

#include "front/gomp/doacross.hpp"
#include "front/gomp/watched_locks.hpp"
#include "omp/construct.hpp"
#include "omp/critical.hpp"
#include "omp/doacross.hpp"
#include "omp/locks.hpp"
#include "ompt/around.hpp"

using namespace heddle;
using omp::NestLock;
using omp::SimpleLock;
using Ull = unsigned long long;

// Defined in this room.
extern "C" {
using Body = void (*)(void*);
void heddle_GOMP_parallel(Body, void*, unsigned, unsigned);
unsigned heddle_GOMP_parallel_reductions(Body, void*, unsigned, unsigned);
void heddle_GOMP_parallel_start(Body, void*, unsigned);
void heddle_GOMP_parallel_end();
void heddle_GOMP_parallel_loop_static(Body, void*, unsigned, long, long, long, long, unsigned);
void heddle_GOMP_parallel_loop_dynamic(Body, void*, unsigned, long, long, long, long, unsigned);
void heddle_GOMP_parallel_loop_guided(Body, void*, unsigned, long, long, long, long, unsigned);
void heddle_GOMP_parallel_loop_nonmonotonic_dynamic(Body, void*, unsigned, long, long, long, long, unsigned);
void heddle_GOMP_parallel_loop_nonmonotonic_guided(Body, void*, unsigned, long, long, long, long, unsigned);
void heddle_GOMP_parallel_loop_runtime(Body, void*, unsigned, long, long, long, unsigned);
void heddle_GOMP_parallel_loop_nonmonotonic_runtime(Body, void*, unsigned, long, long, long, unsigned);
void heddle_GOMP_parallel_loop_maybe_nonmonotonic_runtime(Body, void*, unsigned, long, long, long, unsigned);
void heddle_GOMP_parallel_sections(Body, void*, unsigned, unsigned, unsigned);
void heddle_GOMP_teams_reg(Body, void*, unsigned, unsigned, unsigned);

void heddle_GOMP_barrier();
bool heddle_GOMP_barrier_cancel();
bool heddle_GOMP_cancel(int, bool);
bool heddle_GOMP_cancellation_point(int);
void heddle_GOMP_task(Body, void*, void (*)(void*, void*), long, long, bool, unsigned, void**, int, void*);
void heddle_GOMP_taskloop(Body, void*, void (*)(void*, void*), long, long, unsigned, unsigned long, int, long, long,
                          long);
void heddle_GOMP_taskloop_ull(Body, void*, void (*)(void*, void*), long, long, unsigned, unsigned long, int, Ull, Ull,
                              Ull);
void heddle_GOMP_taskwait();
void heddle_GOMP_taskwait_depend(void**);
void heddle_GOMP_taskyield();
void heddle_GOMP_taskgroup_start();
void heddle_GOMP_taskgroup_end();
void heddle_GOMP_task_reduction_remap(std::size_t, std::size_t, void**);
void heddle_GOMP_workshare_task_reduction_unregister(bool);
void heddle_omp_fulfill_event(std::uintptr_t);

void heddle_GOMP_critical_start();
void heddle_GOMP_critical_end();
void heddle_GOMP_critical_name_start(void**);
void heddle_GOMP_critical_name_end(void**);
void heddle_GOMP_atomic_start();
void heddle_GOMP_atomic_end();
void heddle_GOMP_ordered_start();
void heddle_GOMP_ordered_end();

bool heddle_GOMP_single_start();
void* heddle_GOMP_single_copy_start();
void heddle_GOMP_single_copy_end(void*);
unsigned heddle_GOMP_sections_start(unsigned);
unsigned heddle_GOMP_sections2_start(unsigned, std::uintptr_t*, void**);
unsigned heddle_GOMP_sections_next();
void heddle_GOMP_sections_end();
void heddle_GOMP_sections_end_nowait();
bool heddle_GOMP_sections_end_cancel();
bool heddle_GOMP_loop_static_start(long, long, long, long, long*, long*);
bool heddle_GOMP_loop_dynamic_start(long, long, long, long, long*, long*);
bool heddle_GOMP_loop_guided_start(long, long, long, long, long*, long*);
bool heddle_GOMP_loop_nonmonotonic_dynamic_start(long, long, long, long, long*, long*);
bool heddle_GOMP_loop_nonmonotonic_guided_start(long, long, long, long, long*, long*);
bool heddle_GOMP_loop_runtime_start(long, long, long, long*, long*);
bool heddle_GOMP_loop_nonmonotonic_runtime_start(long, long, long, long*, long*);
bool heddle_GOMP_loop_maybe_nonmonotonic_runtime_start(long, long, long, long*, long*);
bool heddle_GOMP_loop_start(long, long, long, long, long, long*, long*, std::uintptr_t*, void**);
bool heddle_GOMP_loop_static_next(long*, long*);
bool heddle_GOMP_loop_dynamic_next(long*, long*);
bool heddle_GOMP_loop_guided_next(long*, long*);
bool heddle_GOMP_loop_runtime_next(long*, long*);
bool heddle_GOMP_loop_nonmonotonic_dynamic_next(long*, long*);
bool heddle_GOMP_loop_nonmonotonic_guided_next(long*, long*);
bool heddle_GOMP_loop_nonmonotonic_runtime_next(long*, long*);
bool heddle_GOMP_loop_maybe_nonmonotonic_runtime_next(long*, long*);
void heddle_GOMP_loop_end();
void heddle_GOMP_loop_end_nowait();
bool heddle_GOMP_loop_end_cancel();
void heddle_GOMP_doacross_post(long*);
void heddle_GOMP_doacross_ull_post(Ull*);
void heddle_GOMP_doacross_wait(long, ...);
void heddle_GOMP_doacross_ull_wait(Ull, ...);

void heddle_omp_init_lock(SimpleLock*);
void heddle_omp_destroy_lock(SimpleLock*);
void heddle_omp_set_lock(SimpleLock*);
void heddle_omp_unset_lock(SimpleLock*);
int heddle_omp_test_lock(SimpleLock*);
void heddle_omp_init_nest_lock(NestLock*);
void heddle_omp_destroy_nest_lock(NestLock*);
void heddle_omp_set_nest_lock(NestLock*);
void heddle_omp_unset_nest_lock(NestLock*);
int heddle_omp_test_nest_lock(NestLock*);
void heddle_omp_init_nest_lock_(NestLock**);
void heddle_omp_destroy_nest_lock_(NestLock**);
void heddle_omp_set_nest_lock_(NestLock**);
void heddle_omp_unset_nest_lock_(NestLock**);
int heddle_omp_test_nest_lock_(NestLock**);

void heddle_GOMP_warning(const char*, std::size_t);
void heddle_GOMP_error(const char*, std::size_t);
}

namespace {

using gomp::DestroyPointed;
using gomp::MakePointed;
using gomp::set_nest_lock;
using gomp::test_nest_lock;
using gomp::unset_nest_lock;
using ompt::Watched;

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

/// A chunk that is asked for; null where none is.
class Chunk {
 public:
  Chunk(const long* first, const long* last) noexcept : first_(first), last_(last) {}
  void result(bool more) const noexcept {
    if (more && first_ != nullptr)
      ompt::dispatch(ompt_dispatch_ws_loop_chunk, static_cast<std::uint64_t>(*first_), iterations());
  }

 private:
  // Of the open loop: GCC tells its bounds, and so those of chunks, as values of the loop variable.
  std::uint64_t iterations() const noexcept {
    const omp::LoopSpace& space = omp::member_data(*runtime::current().member).loop.space;
    return omp::signed_space(*first_, *last_, static_cast<long>(space.stride)).trip;
  }
  const long* first_;
  const long* last_;
};

template <ompt_work_t kind>
struct LoopStart : Chunk {
  LoopStart(long first, long last, long step, const long* from, const long* to) noexcept : Chunk(from, to) {
    ompt::begin_work(kind, omp::signed_space(first, last, step).trip);
  }
  LoopStart(long first, long last, long step, long /*chunk*/, const long* from, const long* to) noexcept
      : LoopStart(first, last, step, from, to) {}
  LoopStart(long first, long last, long step, long /*schedule*/, long /*chunk*/, const long* from, const long* to,
            const void* /*reductions*/, const void* /*memory*/) noexcept
      : LoopStart(first, last, step, from, to) {}
};

struct SectionsStart {
  explicit SectionsStart(unsigned count, ...) noexcept { ompt::begin_work(ompt_work_sections, count); }
  static void result(unsigned section) noexcept {
    if (section != 0) ompt::dispatch(ompt_dispatch_section, section, 1);
  }
};
struct SectionsNext {
  static void result(unsigned section) noexcept { SectionsStart::result(section); }
};

/// A construct that ends with a barrier.
struct WorkEndBarrier {
  ompt::WorkEnd end;
  ompt::ImplicitBarrier barrier;
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

struct Taskloop {
  Taskloop() noexcept { ompt::begin_work(ompt_work_taskloop, 0); }
  Taskloop(const Taskloop&) = delete;
  Taskloop& operator=(const Taskloop&) = delete;
  ~Taskloop() {
    ompt::end_sync_wait(ompt_sync_region_taskgroup);
    ompt::end_work();
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

struct DoacrossPost {
  explicit DoacrossPost(const void* indices) noexcept {
    ompt::post_iteration(static_cast<const std::uint64_t*>(indices), omp::doacross_dimensions(runtime::current()));
  }
};

template <class T>
void wait_doacross(T first, ...) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  std::va_list rest;
  va_start(rest, first);
  const gomp::Awaited awaited = gomp::awaited_iteration(first, rest);
  va_end(rest);
  gomp::await_iteration(awaited);
  ompt::await_iteration(awaited.indices, awaited.dimensions);
}

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

template <class Function>
void* address(Function* function) noexcept {
  return reinterpret_cast<void*>(function);
}

template <auto function, class Around>
omp::Replacement watched() noexcept {
  return {address(function), address(Watched<function, Around>::call)};
}

}  // namespace

namespace heddle::gomp {

std::span<const omp::Replacement> watched_functions() noexcept {
  using ompt::Call;
  static const omp::Replacement k_all[] = {
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
      watched<heddle_GOMP_teams_reg, Call>(),
      watched<heddle_GOMP_barrier, ompt::Barrier>(),
      watched<heddle_GOMP_barrier_cancel, ompt::Barrier>(),
      watched<heddle_GOMP_cancel, Cancel>(),
      watched<heddle_GOMP_cancellation_point, CancellationPoint>(),
      watched<heddle_GOMP_task, Call>(),
      watched<heddle_GOMP_taskloop, Taskloop>(),
      watched<heddle_GOMP_taskloop_ull, Taskloop>(),
      watched<heddle_GOMP_taskwait, ompt::Taskwait>(),
      watched<heddle_GOMP_taskwait_depend, Call>(),
      watched<heddle_GOMP_taskyield, Call>(),
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
      watched<heddle_GOMP_sections_start, SectionsStart>(),
      watched<heddle_GOMP_sections2_start, SectionsStart>(),
      watched<heddle_GOMP_sections_next, SectionsNext>(),
      watched<heddle_GOMP_sections_end, WorkEndBarrier>(),
      watched<heddle_GOMP_sections_end_nowait, ompt::WorkEnd>(),
      watched<heddle_GOMP_sections_end_cancel, WorkEndBarrier>(),
      watched<heddle_GOMP_loop_static_start, LoopStart<ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_dynamic_start, LoopStart<ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_guided_start, LoopStart<ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_nonmonotonic_dynamic_start, LoopStart<ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_nonmonotonic_guided_start, LoopStart<ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_runtime_start, LoopStart<ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_nonmonotonic_runtime_start, LoopStart<ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_maybe_nonmonotonic_runtime_start, LoopStart<ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_start, LoopStart<ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_static_next, Chunk>(),
      watched<heddle_GOMP_loop_dynamic_next, Chunk>(),
      watched<heddle_GOMP_loop_guided_next, Chunk>(),
      watched<heddle_GOMP_loop_runtime_next, Chunk>(),
      watched<heddle_GOMP_loop_nonmonotonic_dynamic_next, Chunk>(),
      watched<heddle_GOMP_loop_nonmonotonic_guided_next, Chunk>(),
      watched<heddle_GOMP_loop_nonmonotonic_runtime_next, Chunk>(),
      watched<heddle_GOMP_loop_maybe_nonmonotonic_runtime_next, Chunk>(),
      watched<heddle_GOMP_loop_end, WorkEndBarrier>(),
      watched<heddle_GOMP_loop_end_nowait, ompt::WorkEnd>(),
      watched<heddle_GOMP_loop_end_cancel, WorkEndBarrier>(),
      watched<heddle_GOMP_doacross_post, DoacrossPost>(),
      watched<heddle_GOMP_doacross_ull_post, DoacrossPost>(),
      {address(heddle_GOMP_doacross_wait), address(wait_doacross<long>)},
      {address(heddle_GOMP_doacross_ull_wait), address(wait_doacross<Ull>)},
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
      watched<heddle_GOMP_warning, Error<ompt_warning>>(),
      watched<heddle_GOMP_error, Error<ompt_fatal>>(),
  };
  return k_all;
}

}  // namespace heddle::gomp

void heddle_watch_routines(const omp::Door& door) noexcept { omp::replace(door, gomp::watched_functions()); }
