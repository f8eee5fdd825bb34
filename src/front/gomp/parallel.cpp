// GOMP_parallel and its old two-piece form; the team's barrier; cancellation.
#include "front/gomp/bad_call.hpp"
#include "front/gomp/export.hpp"
#include "omp/region.hpp"
#include "omp/tasks.hpp"
#include "runtime/barrier.hpp"
#include "runtime/runtime.hpp"

using namespace heddle;  // the whole file is extern "C"

namespace {

omp::CancelKind kind_of(const char* function, int which, const void* caller) noexcept {
  if (which == 1 || which == 2 || which == 4 || which == 8) return static_cast<omp::CancelKind>(which);
  gomp::bad_call(function, caller, "the construct to cancel is none of parallel, for, sections, taskgroup");
}

}  // namespace

extern "C" {

// The low three bits of `flags` are the proc_bind clause.
void HEDDLE_GOMP_EXPORT(GOMP_parallel)(void (*body)(void*), void* data, unsigned threads, unsigned flags) {
  omp::parallel({body, data, threads, flags & 7});
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_start)(void (*body)(void*), void* data, unsigned threads) {
  omp::begin_parallel({body, data, threads, 0});
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_end)() { omp::end_parallel(); }

void HEDDLE_GOMP_EXPORT(GOMP_barrier)() { runtime::barrier(runtime::current()); }

bool HEDDLE_GOMP_EXPORT(GOMP_barrier_cancel)() { return runtime::barrier_cancellable(runtime::current()); }

bool HEDDLE_GOMP_EXPORT(GOMP_cancel)(int which, bool do_cancel) {
  const omp::CancelKind kind = kind_of("GOMP_cancel", which, __builtin_return_address(0));
  return do_cancel ? omp::cancel(kind) : omp::cancellation_point(kind);
}

bool HEDDLE_GOMP_EXPORT(GOMP_cancellation_point)(int which) {
  return omp::cancellation_point(kind_of("GOMP_cancellation_point", which, __builtin_return_address(0)));
}

}  // extern "C"
