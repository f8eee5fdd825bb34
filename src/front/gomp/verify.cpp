// heddle_verify_range, see include/heddle/verify.h, which finds it by name.
#include "omp/verify.hpp"

#include "front/gomp/export.hpp"

extern "C" void HEDDLE_GOMP_EXPORT(heddle_verify_range)(const void* address, std::size_t bytes) {
  heddle::omp::verify_range(address, bytes);
}
