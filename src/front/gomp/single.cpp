// GOMP_single_*: one thread runs the block; with copyprivate, the others get what it leaves behind.
#include "omp/single.hpp"

#include "front/gomp/export.hpp"
#include "runtime/current.hpp"

using namespace heddle;  // the whole file is extern "C"

extern "C" {

bool HEDDLE_GOMP_EXPORT(GOMP_single_start)() { return omp::start_single(runtime::current()); }

void* HEDDLE_GOMP_EXPORT(GOMP_single_copy_start)() { return omp::start_single_copy(runtime::current()); }

void HEDDLE_GOMP_EXPORT(GOMP_single_copy_end)(void* data) { omp::end_single_copy(runtime::current(), data); }

}  // extern "C"
