// GOMP_doacross_post and GOMP_doacross_wait: which iterations are done, and who waits for them.
//
// GCC counts each loop of the nest from 0 in program order, and asks only for iterations that exist. Loops that a
// collapse clause joins come as one.
#include <cstdarg>
#include <cstdint>

#include "base/check.hpp"
#include "front/gomp/export.hpp"
#include "omp/doacross.hpp"

using namespace heddle;  // most of the file is extern "C"

namespace {

constexpr unsigned k_most_dimensions = 64;  // GCC's own limit on a nest is far below

// The waits take their indices as variable arguments, one per loop: how many, only the open loop knows.
template <class T>
void wait_for(T first, std::va_list rest) noexcept {
  omp::Worker& worker = runtime::current();
  const unsigned dimensions = omp::doacross_dimensions(worker);
  if (dimensions == 0) return;
  HEDDLE_CHECK(dimensions <= k_most_dimensions, "a doacross loop nest of over 64 loops");
  std::uint64_t indices[k_most_dimensions];
  indices[0] = static_cast<std::uint64_t>(first);
  for (unsigned i = 1; i < dimensions; ++i) indices[i] = static_cast<std::uint64_t>(va_arg(rest, T));
  omp::wait_for_iteration(worker, indices);
}

}  // namespace

extern "C" {

void HEDDLE_GOMP_EXPORT(GOMP_doacross_post)(long* indices) {
  omp::post_iteration(runtime::current(), reinterpret_cast<const std::uint64_t*>(indices));
}

void HEDDLE_GOMP_EXPORT(GOMP_doacross_ull_post)(unsigned long long* indices) {
  omp::post_iteration(runtime::current(), reinterpret_cast<const std::uint64_t*>(indices));
}

void HEDDLE_GOMP_EXPORT(GOMP_doacross_wait)(long first, ...) {
  std::va_list rest;
  va_start(rest, first);
  wait_for(first, rest);
  va_end(rest);
}

void HEDDLE_GOMP_EXPORT(GOMP_doacross_ull_wait)(unsigned long long first, ...) {
  std::va_list rest;
  va_start(rest, first);
  wait_for(first, rest);
  va_end(rest);
}

}  // extern "C"
