// Parallel regions that consist of one loop or one sections construct: GOMP_parallel_loop_*, GOMP_parallel_sections,
// and the older forms in which the caller runs its share between a start and GOMP_parallel_end.
#include "omp/parallel_loop.hpp"

#include "front/gomp/loop_abi.hpp"
#include "omp/loop.hpp"

using namespace heddle;  // most of the file is extern "C"
using namespace heddle::gomp;

namespace {

using Body = void (*)(void*);

// The low three bits of `flags` are the proc_bind clause.
omp::RegionRequest region(Body body, void* data, unsigned threads, unsigned flags) noexcept {
  return {body, data, threads, flags & 7};
}

}  // namespace

extern "C" {

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_static)(Body body, void* data, unsigned threads, long begin, long end,
                                                   long stride, long chunk, unsigned flags) {
  omp::parallel_loop(region(body, data, threads, flags),
                     signed_loop(begin, end, stride, schedule(ScheduleKind::static_chunks, chunk)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_dynamic)(Body body, void* data, unsigned threads, long begin, long end,
                                                    long stride, long chunk, unsigned flags) {
  omp::parallel_loop(region(body, data, threads, flags),
                     signed_loop(begin, end, stride, schedule(ScheduleKind::dynamic, chunk)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_guided)(Body body, void* data, unsigned threads, long begin, long end,
                                                   long stride, long chunk, unsigned flags) {
  omp::parallel_loop(region(body, data, threads, flags),
                     signed_loop(begin, end, stride, schedule(ScheduleKind::guided, chunk)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_nonmonotonic_dynamic)(Body body, void* data, unsigned threads, long begin,
                                                                 long end, long stride, long chunk, unsigned flags) {
  omp::parallel_loop(region(body, data, threads, flags),
                     signed_loop(begin, end, stride, any_order(ScheduleKind::dynamic, chunk)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_nonmonotonic_guided)(Body body, void* data, unsigned threads, long begin,
                                                                long end, long stride, long chunk, unsigned flags) {
  omp::parallel_loop(region(body, data, threads, flags),
                     signed_loop(begin, end, stride, any_order(ScheduleKind::guided, chunk)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_runtime)(Body body, void* data, unsigned threads, long begin, long end,
                                                    long stride, unsigned flags) {
  omp::parallel_loop(region(body, data, threads, flags),
                     signed_loop(begin, end, stride, schedule(ScheduleKind::runtime, 0)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_nonmonotonic_runtime)(Body body, void* data, unsigned threads, long begin,
                                                                 long end, long stride, unsigned flags) {
  omp::parallel_loop(region(body, data, threads, flags),
                     signed_loop(begin, end, stride, any_order(ScheduleKind::runtime, 0)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_maybe_nonmonotonic_runtime)(Body body, void* data, unsigned threads,
                                                                       long begin, long end, long stride,
                                                                       unsigned flags) {
  omp::parallel_loop(region(body, data, threads, flags),
                     signed_loop(begin, end, stride, any_order(ScheduleKind::runtime, 0)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_sections)(Body body, void* data, unsigned threads, unsigned count,
                                                unsigned flags) {
  omp::parallel_loop(region(body, data, threads, flags), omp::sections_request(count));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_static_start)(Body body, void* data, unsigned threads, long begin, long end,
                                                         long stride, long chunk) {
  omp::begin_parallel_loop(region(body, data, threads, 0),
                           signed_loop(begin, end, stride, schedule(ScheduleKind::static_chunks, chunk)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_dynamic_start)(Body body, void* data, unsigned threads, long begin, long end,
                                                          long stride, long chunk) {
  omp::begin_parallel_loop(region(body, data, threads, 0),
                           signed_loop(begin, end, stride, schedule(ScheduleKind::dynamic, chunk)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_guided_start)(Body body, void* data, unsigned threads, long begin, long end,
                                                         long stride, long chunk) {
  omp::begin_parallel_loop(region(body, data, threads, 0),
                           signed_loop(begin, end, stride, schedule(ScheduleKind::guided, chunk)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_loop_runtime_start)(Body body, void* data, unsigned threads, long begin, long end,
                                                          long stride) {
  omp::begin_parallel_loop(region(body, data, threads, 0),
                           signed_loop(begin, end, stride, schedule(ScheduleKind::runtime, 0)));
}

void HEDDLE_GOMP_EXPORT(GOMP_parallel_sections_start)(Body body, void* data, unsigned threads, unsigned count) {
  omp::begin_parallel_loop(region(body, data, threads, 0), omp::sections_request(count));
}

}  // extern "C"
