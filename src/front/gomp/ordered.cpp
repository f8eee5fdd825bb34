// GOMP_ordered_start and GOMP_ordered_end: an ordered region of the loop that the thread is in.
#include "omp/ordered.hpp"

#include "front/gomp/export.hpp"
#include "runtime/current.hpp"

using namespace heddle;  // the whole file is extern "C"

extern "C" {

void HEDDLE_GOMP_EXPORT(GOMP_ordered_start)() { omp::begin_ordered(runtime::current()); }

void HEDDLE_GOMP_EXPORT(GOMP_ordered_end)() { omp::end_ordered(runtime::current()); }

}  // extern "C"
