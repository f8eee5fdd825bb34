// Worksharing loops with ordered regions: GOMP_loop_ordered_* and GOMP_loop_ull_ordered_*.
#include "front/gomp/loop_abi.hpp"

using namespace heddle::gomp;  // the whole file is extern "C"

extern "C" {

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ordered_static_start)(long begin, long end, long stride, long chunk, long* first,
                                                        long* last) {
  return start(ordered(signed_loop(begin, end, stride, schedule(ScheduleKind::static_chunks, chunk))), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ordered_dynamic_start)(long begin, long end, long stride, long chunk, long* first,
                                                         long* last) {
  return start(ordered(signed_loop(begin, end, stride, schedule(ScheduleKind::dynamic, chunk))), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ordered_guided_start)(long begin, long end, long stride, long chunk, long* first,
                                                        long* last) {
  return start(ordered(signed_loop(begin, end, stride, schedule(ScheduleKind::guided, chunk))), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ordered_runtime_start)(long begin, long end, long stride, long* first, long* last) {
  return start(ordered(signed_loop(begin, end, stride, schedule(ScheduleKind::runtime, 0))), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ordered_static_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ordered_dynamic_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ordered_guided_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ordered_runtime_next)(long* first, long* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ordered_start)(long begin, long end, long stride, long bits, long chunk, long* first,
                                                 long* last, std::uintptr_t* reductions, void** memory) {
  return start_with(ordered(signed_loop(begin, end, stride, schedule_bits(bits, chunk))), first, last,
                    {reductions, memory});
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_ordered_static_start)(bool up, Ull begin, Ull end, Ull stride, Ull chunk,
                                                            Ull* first, Ull* last) {
  return start(ordered(unsigned_loop({up, begin, end, stride}, schedule(ScheduleKind::static_chunks, chunk))), first,
               last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_ordered_dynamic_start)(bool up, Ull begin, Ull end, Ull stride, Ull chunk,
                                                             Ull* first, Ull* last) {
  return start(ordered(unsigned_loop({up, begin, end, stride}, schedule(ScheduleKind::dynamic, chunk))), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_ordered_guided_start)(bool up, Ull begin, Ull end, Ull stride, Ull chunk,
                                                            Ull* first, Ull* last) {
  return start(ordered(unsigned_loop({up, begin, end, stride}, schedule(ScheduleKind::guided, chunk))), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_ordered_runtime_start)(bool up, Ull begin, Ull end, Ull stride, Ull* first,
                                                             Ull* last) {
  return start(ordered(unsigned_loop({up, begin, end, stride}, schedule(ScheduleKind::runtime, 0))), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_ordered_static_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_ordered_dynamic_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_ordered_guided_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_ordered_runtime_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_ordered_start)(bool up, Ull begin, Ull end, Ull stride, long bits, Ull chunk,
                                                     Ull* first, Ull* last, std::uintptr_t* reductions, void** memory) {
  return start_with(ordered(unsigned_loop({up, begin, end, stride}, schedule_bits(bits, chunk))), first, last,
                    {reductions, memory});
}

}  // extern "C"
