// GOMP_scope_start: a scope construct with task reductions. GCC runs every other scope by itself.
#include "front/gomp/export.hpp"
#include "omp/reduction.hpp"

using namespace heddle;  // the whole file is extern "C"

extern "C" {

void HEDDLE_GOMP_EXPORT(GOMP_scope_start)(std::uintptr_t* reductions) {
  omp::start_scope(runtime::current(), reductions);
}

}  // extern "C"
