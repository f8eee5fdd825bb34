// Worksharing loops over `long`: GOMP_loop_*. The nonmonotonic forms let a thread get its chunks in any order.
#include "front/gomp/loop_abi.hpp"

using namespace heddle::gomp;  // the whole file is extern "C"

extern "C" {

bool HEDDLE_GOMP_EXPORT(GOMP_loop_static_start)(long begin, long end, long stride, long chunk, long* first,
                                                long* last) {
  return start(signed_loop(begin, end, stride, schedule(ScheduleKind::static_chunks, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_dynamic_start)(long begin, long end, long stride, long chunk, long* first,
                                                 long* last) {
  return start(signed_loop(begin, end, stride, schedule(ScheduleKind::dynamic, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_guided_start)(long begin, long end, long stride, long chunk, long* first,
                                                long* last) {
  return start(signed_loop(begin, end, stride, schedule(ScheduleKind::guided, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_nonmonotonic_dynamic_start)(long begin, long end, long stride, long chunk,
                                                              long* first, long* last) {
  return start(signed_loop(begin, end, stride, any_order(ScheduleKind::dynamic, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_nonmonotonic_guided_start)(long begin, long end, long stride, long chunk, long* first,
                                                             long* last) {
  return start(signed_loop(begin, end, stride, any_order(ScheduleKind::guided, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_runtime_start)(long begin, long end, long stride, long* first, long* last) {
  return start(signed_loop(begin, end, stride, schedule(ScheduleKind::runtime, 0)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_nonmonotonic_runtime_start)(long begin, long end, long stride, long* first,
                                                              long* last) {
  return start(signed_loop(begin, end, stride, any_order(ScheduleKind::runtime, 0)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_maybe_nonmonotonic_runtime_start)(long begin, long end, long stride, long* first,
                                                                    long* last) {
  return start(signed_loop(begin, end, stride, any_order(ScheduleKind::runtime, 0)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_static_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_dynamic_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_guided_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_nonmonotonic_dynamic_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_nonmonotonic_guided_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_runtime_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_nonmonotonic_runtime_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_maybe_nonmonotonic_runtime_next)(long* first, long* last) {
  return next(first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_start)(long begin, long end, long stride, long bits, long chunk, long* first,
                                         long* last, std::uintptr_t* reductions, void** memory) {
  return start_with(signed_loop(begin, end, stride, schedule_bits(bits, chunk)), first, last, {reductions, memory});
}

void HEDDLE_GOMP_EXPORT(GOMP_loop_end)() { end_loop(heddle::runtime::current(), LoopEnd::barrier); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_end_cancel)() { return end_loop(heddle::runtime::current(), LoopEnd::cancellable); }

void HEDDLE_GOMP_EXPORT(GOMP_loop_end_nowait)() { end_loop(heddle::runtime::current(), LoopEnd::nowait); }

}  // extern "C"
