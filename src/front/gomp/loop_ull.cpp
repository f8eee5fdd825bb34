// Worksharing loops over `unsigned long long`: GOMP_loop_ull_*. They end as the others do.
#include "front/gomp/loop_abi.hpp"

using namespace heddle::gomp;  // the whole file is extern "C"

extern "C" {

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_static_start)(bool up, Ull begin, Ull end, Ull stride, Ull chunk, Ull* first,
                                                    Ull* last) {
  return start(unsigned_loop({up, begin, end, stride}, schedule(ScheduleKind::static_chunks, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_dynamic_start)(bool up, Ull begin, Ull end, Ull stride, Ull chunk, Ull* first,
                                                     Ull* last) {
  return start(unsigned_loop({up, begin, end, stride}, schedule(ScheduleKind::dynamic, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_guided_start)(bool up, Ull begin, Ull end, Ull stride, Ull chunk, Ull* first,
                                                    Ull* last) {
  return start(unsigned_loop({up, begin, end, stride}, schedule(ScheduleKind::guided, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_nonmonotonic_dynamic_start)(bool up, Ull begin, Ull end, Ull stride, Ull chunk,
                                                                  Ull* first, Ull* last) {
  return start(unsigned_loop({up, begin, end, stride}, any_order(ScheduleKind::dynamic, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_nonmonotonic_guided_start)(bool up, Ull begin, Ull end, Ull stride, Ull chunk,
                                                                 Ull* first, Ull* last) {
  return start(unsigned_loop({up, begin, end, stride}, any_order(ScheduleKind::guided, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_runtime_start)(bool up, Ull begin, Ull end, Ull stride, Ull* first, Ull* last) {
  return start(unsigned_loop({up, begin, end, stride}, schedule(ScheduleKind::runtime, 0)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_nonmonotonic_runtime_start)(bool up, Ull begin, Ull end, Ull stride, Ull* first,
                                                                  Ull* last) {
  return start(unsigned_loop({up, begin, end, stride}, any_order(ScheduleKind::runtime, 0)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_maybe_nonmonotonic_runtime_start)(bool up, Ull begin, Ull end, Ull stride,
                                                                        Ull* first, Ull* last) {
  return start(unsigned_loop({up, begin, end, stride}, any_order(ScheduleKind::runtime, 0)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_static_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_dynamic_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_guided_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_nonmonotonic_dynamic_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_nonmonotonic_guided_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_runtime_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_nonmonotonic_runtime_next)(Ull* first, Ull* last) { return next(first, last); }

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_maybe_nonmonotonic_runtime_next)(Ull* first, Ull* last) {
  return next(first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_start)(bool up, Ull begin, Ull end, Ull stride, long bits, Ull chunk, Ull* first,
                                             Ull* last, std::uintptr_t* reductions, void** memory) {
  return start_with(unsigned_loop({up, begin, end, stride}, schedule_bits(bits, chunk)), first, last,
                    {reductions, memory});
}

}  // extern "C"
