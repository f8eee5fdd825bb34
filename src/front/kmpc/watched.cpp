// What a tool hears of Clang's programs: the functions that take the place of others in the table where a process is
// watched.
#include "front/kmpc/watched.hpp"

#include <cstdarg>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "front/kmpc/abi.hpp"
#include "front/kmpc/depend.hpp"
#include "front/kmpc/export.hpp"
#include "front/kmpc/fork.hpp"
#include "front/kmpc/task_block.hpp"
#include "front/kmpc/watched_loops.hpp"
#include "front/kmpc/watched_reduce.hpp"
#include "ompt/around.hpp"
#include "ompt/races.hpp"

using namespace heddle;
using kmpc::CompilersTask;
using kmpc::Dependence;
using kmpc::Ident;
using kmpc::Microtask;
using kmpc::SectionWords;
using kmpc::ThreadNumber;

namespace {

using kmpc::DispatchWatch;
using kmpc::DoacrossPost;
using kmpc::DoacrossWait;
using kmpc::LoopNext;
using kmpc::Static;
using ompt::address;
using ompt::watched;

// -- regions ---------------------------------------------------------------------------------------------------------

void watched_fork(Ident* /*at*/, std::int32_t count, Microtask code, ...) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  std::va_list captured;
  va_start(captured, code);
  kmpc::fork(count, code, captured, kmpc::Region::run_watched);
  va_end(captured);
}

void watched_fork_teams(Ident* /*at*/, std::int32_t count, Microtask code, ...) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  std::va_list captured;
  va_start(captured, code);
  kmpc::fork_teams(count, code, captured, kmpc::Region::run_watched);
  va_end(captured);
}

/// The compiler says of a barrier whether it is the program's own.
class Barrier {
 public:
  Barrier(const Ident* at, ThreadNumber) noexcept
      : kind_(at != nullptr && (at->flags & kmpc::k_barrier_implicit) != 0 ? ompt_sync_region_barrier_implicit_workshare
                                                                           : ompt_sync_region_barrier_explicit) {
    ompt::begin_sync(kind_);
    ompt::begin_sync_wait(kind_);
  }
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;
  ~Barrier() {
    ompt::end_sync_wait(kind_);
    ompt::end_sync(kind_);
  }

 private:
  ompt_sync_region_t kind_;
};

struct ProgramRuns {
  ProgramRuns() noexcept { ompt::this_thread.program_runs_region = true; }
  ProgramRuns(const ProgramRuns&) = delete;
  ProgramRuns& operator=(const ProgramRuns&) = delete;
  ~ProgramRuns() { ompt::this_thread.program_runs_region = false; }
};

// -- one at a time ---------------------------------------------------------------------------------------------------

struct Critical : ompt::Acquire<ompt_mutex_critical> {
  Critical(Ident*, ThreadNumber, SectionWords* words, ...) noexcept : Acquire(words) {}
};
struct CriticalEnd : ompt::Release<ompt_mutex_critical> {
  CriticalEnd(Ident*, ThreadNumber, SectionWords* words) noexcept : Release(words) {}
};

struct ReduceEnd {
  ReduceEnd(Ident*, ThreadNumber, SectionWords* words) noexcept {
    ompt::will_release_mutex(words);
    ompt::reduction(ompt_scope_end);
  }
};
struct ReduceEndBarrier {
  ReduceEndBarrier(Ident* at, ThreadNumber self, SectionWords* words) noexcept : end(at, self, words) {}
  ReduceEnd end;
  ompt::ImplicitBarrier barrier;
};

// -- tasks -----------------------------------------------------------------------------------------------------------

CompilersTask* alloc_watched(Ident* at, ThreadNumber self, std::int32_t flags, std::size_t bytes,
                             std::size_t shared_bytes, kmpc::TaskCode code) {
  CompilersTask* const task = heddle___kmpc_omp_task_alloc(at, self, flags, bytes, shared_bytes, code);
  kmpc::watch_block(kmpc::TaskBlock::of(task));
  return task;
}

// The program runs its task between two calls, so the runtime is left in between.
void begin_if0(Ident* at, ThreadNumber self, CompilersTask* task) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  heddle___kmpc_omp_task_begin_if0(at, self, task);
  // Where the program keeps frame pointers, that of the caller lies here.
  ompt::called_by_program(*static_cast<void**>(__builtin_frame_address(0)));
  ompt::order_start_inside();
}

/// Its creator, which entered the runtime to begin it, is back in the program.
struct CompleteIf0 {
  CompleteIf0() = default;
  CompleteIf0(const CompleteIf0&) = delete;
  CompleteIf0& operator=(const CompleteIf0&) = delete;
  ~CompleteIf0() { ompt::back_in_program(); }
};

struct Taskloop : ompt::Taskloop {
  Taskloop(Ident*, ThreadNumber, CompilersTask*, std::int32_t, const std::uint64_t* lower, const std::uint64_t* upper,
           std::int64_t step, std::int32_t nogroup, ...) noexcept
      : ompt::Taskloop(nogroup != 0 ? Group::none : Group::own,
                       kmpc::trip(kmpc::Bounds<std::int64_t>{static_cast<std::int64_t>(*lower),
                                                             static_cast<std::int64_t>(*upper), step})) {}
};

struct ThreadCopy {
  static void result(void* copy) noexcept { ompt::uses_thread_copy(copy); }
};

// -- the rest --------------------------------------------------------------------------------------------------------

int flag_of(std::int32_t which) noexcept {
  switch (which) {
    case 1:
      return ompt_cancel_parallel;
    case 2:
      return ompt_cancel_loop;
    case 3:
      return ompt_cancel_sections;
    default:
      return ompt_cancel_taskgroup;
  }
}
template <ompt_cancel_flag_t what>
class Cancel {
 public:
  Cancel(Ident*, ThreadNumber, std::int32_t which) noexcept : which_(which) {}
  void result(std::int32_t leaves) const noexcept {
    if (leaves != 0) ompt::cancelled(flag_of(which_) | static_cast<int>(what));
  }

 private:
  std::int32_t which_;
};

struct Error {
  Error(Ident*, std::int32_t severity, const char* message) noexcept {
    ompt::error_directive(severity == ompt_warning ? ompt_warning : ompt_fatal, message,
                          message == nullptr ? 0 : std::strlen(message));
  }
};

}  // namespace

namespace heddle::kmpc {

std::span<const process::Replacement> watched_functions() noexcept {
  using ompt::Call;
  static const process::Replacement k_all[] = {
      {address(heddle___kmpc_fork_call), address(watched_fork)},
      {address(heddle___kmpc_fork_teams), address(watched_fork_teams)},
      watched<heddle___kmpc_fork_call_if, Call>(),
      watched<heddle___kmpc_serialized_parallel, ProgramRuns>(),
      watched<heddle___kmpc_end_serialized_parallel, Call>(),
      watched<heddle___kmpc_barrier, Barrier>(),
      watched<heddle___kmpc_cancel_barrier, Barrier>(),
      watched<heddle___kmpc_cancel, Cancel<ompt_cancel_activated>>(),
      watched<heddle___kmpc_cancellationpoint, Cancel<ompt_cancel_detected>>(),
      watched<heddle___kmpc_master, ompt::Masked>(),
      watched<heddle___kmpc_end_master, ompt::MaskedEnd>(),
      watched<heddle___kmpc_masked, ompt::Masked>(),
      watched<heddle___kmpc_end_masked, ompt::MaskedEnd>(),
      watched<heddle___kmpc_single, ompt::Single>(),
      watched<heddle___kmpc_end_single, ompt::WorkEnd>(),
      watched<heddle___kmpc_copyprivate, ompt::ImplicitBarrier>(),
      watched<heddle___kmpc_critical, Critical>(),
      watched<heddle___kmpc_critical_with_hint, Critical>(),
      watched<heddle___kmpc_end_critical, CriticalEnd>(),
      watched<heddle___kmpc_ordered, ompt::OrderedStart>(),
      watched<heddle___kmpc_end_ordered, ompt::OrderedEnd>(),
      watched<heddle___kmpc_flush, ompt::Flush>(),
      {address(heddle___kmpc_reduce), address(kmpc::watched_reduce)},
      {address(heddle___kmpc_reduce_nowait), address(kmpc::watched_reduce_nowait)},
      watched<heddle___kmpc_end_reduce, ReduceEndBarrier>(),
      watched<heddle___kmpc_end_reduce_nowait, ReduceEnd>(),
      watched<heddle___kmpc_for_static_init_4, Static<std::int32_t>>(),
      watched<heddle___kmpc_for_static_init_4u, Static<std::uint32_t>>(),
      watched<heddle___kmpc_for_static_init_8, Static<std::int64_t>>(),
      watched<heddle___kmpc_for_static_init_8u, Static<std::uint64_t>>(),
      watched<heddle___kmpc_for_static_fini, ompt::WorkEnd>(),
      watched<heddle___kmpc_dispatch_init_4, DispatchWatch>(),
      watched<heddle___kmpc_dispatch_init_4u, DispatchWatch>(),
      watched<heddle___kmpc_dispatch_init_8, DispatchWatch>(),
      watched<heddle___kmpc_dispatch_init_8u, DispatchWatch>(),
      watched<heddle___kmpc_dispatch_next_4, LoopNext<std::int32_t>>(),
      watched<heddle___kmpc_dispatch_next_4u, LoopNext<std::uint32_t>>(),
      watched<heddle___kmpc_dispatch_next_8, LoopNext<std::int64_t>>(),
      watched<heddle___kmpc_dispatch_next_8u, LoopNext<std::uint64_t>>(),
      watched<heddle___kmpc_doacross_wait, DoacrossWait>(),
      watched<heddle___kmpc_doacross_post, DoacrossPost>(),
      {address(heddle___kmpc_omp_task_alloc), address(alloc_watched)},
      watched<heddle___kmpc_omp_task, Call>(),
      watched<heddle___kmpc_omp_task_with_deps, Call>(),
      {address(heddle___kmpc_omp_task_begin_if0), address(begin_if0)},
      watched<heddle___kmpc_omp_task_complete_if0, CompleteIf0>(),
      watched<heddle___kmpc_omp_taskwait, ompt::Taskwait>(),
      watched<heddle___kmpc_omp_wait_deps, Call>(),
      watched<heddle___kmpc_omp_taskwait_deps_51, Call>(),
      watched<heddle___kmpc_omp_taskyield, ompt::Yield>(),
      watched<heddle___kmpc_taskgroup, ompt::GroupStart>(),
      watched<heddle___kmpc_end_taskgroup, ompt::GroupEnd>(),
      watched<heddle___kmpc_taskloop, Taskloop>(),
      watched<heddle___kmpc_taskloop_5, Taskloop>(),
      watched<heddle___kmpc_task_reduction_get_th_data, ThreadCopy>(),
      watched<heddle___kmpc_error, Error>(),
  };
  return k_all;
}

}  // namespace heddle::kmpc
