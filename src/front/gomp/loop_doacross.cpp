// The starts of doacross loops: GOMP_loop_doacross_* and GOMP_loop_ull_doacross_*. What follows a start is as for other
// loops.
#include "front/gomp/loop_abi.hpp"

using namespace heddle::gomp;  // the whole file is extern "C"

extern "C" {

bool HEDDLE_GOMP_EXPORT(GOMP_loop_doacross_static_start)(unsigned dimensions, long* counts, long chunk, long* first,
                                                         long* last) {
  return start(doacross_loop(dimensions, counts, schedule(ScheduleKind::static_chunks, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_doacross_dynamic_start)(unsigned dimensions, long* counts, long chunk, long* first,
                                                          long* last) {
  return start(doacross_loop(dimensions, counts, schedule(ScheduleKind::dynamic, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_doacross_guided_start)(unsigned dimensions, long* counts, long chunk, long* first,
                                                         long* last) {
  return start(doacross_loop(dimensions, counts, schedule(ScheduleKind::guided, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_doacross_runtime_start)(unsigned dimensions, long* counts, long* first, long* last) {
  return start(doacross_loop(dimensions, counts, schedule(ScheduleKind::runtime, 0)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_doacross_start)(unsigned dimensions, long* counts, long bits, long chunk, long* first,
                                                  long* last, std::uintptr_t* reductions, void** memory) {
  return start_with(doacross_loop(dimensions, counts, schedule_bits(bits, chunk)), first, last, {reductions, memory});
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_doacross_static_start)(unsigned dimensions, Ull* counts, Ull chunk, Ull* first,
                                                             Ull* last) {
  return start(doacross_loop(dimensions, counts, schedule(ScheduleKind::static_chunks, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_doacross_dynamic_start)(unsigned dimensions, Ull* counts, Ull chunk, Ull* first,
                                                              Ull* last) {
  return start(doacross_loop(dimensions, counts, schedule(ScheduleKind::dynamic, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_doacross_guided_start)(unsigned dimensions, Ull* counts, Ull chunk, Ull* first,
                                                             Ull* last) {
  return start(doacross_loop(dimensions, counts, schedule(ScheduleKind::guided, chunk)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_doacross_runtime_start)(unsigned dimensions, Ull* counts, Ull* first, Ull* last) {
  return start(doacross_loop(dimensions, counts, schedule(ScheduleKind::runtime, 0)), first, last);
}

bool HEDDLE_GOMP_EXPORT(GOMP_loop_ull_doacross_start)(unsigned dimensions, Ull* counts, long bits, Ull chunk,
                                                      Ull* first, Ull* last, std::uintptr_t* reductions,
                                                      void** memory) {
  return start_with(doacross_loop(dimensions, counts, schedule_bits(bits, chunk)), first, last, {reductions, memory});
}

}  // extern "C"
