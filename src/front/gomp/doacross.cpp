// GOMP_doacross_post and GOMP_doacross_wait: which iterations are done, and who waits for them.
//
// GCC counts each loop of the nest from 0 in program order, and asks only for iterations that exist. Loops that a
// collapse clause joins come as one.
#include "front/gomp/doacross.hpp"

#include "base/check.hpp"
#include "front/gomp/export.hpp"
#include "omp/ordered.hpp"

using namespace heddle;  // most of the file is extern "C"

namespace {

// How many indices there are, only the open loop knows.
template <class T>
gomp::AwaitedIteration read_indices(T first, std::va_list rest) noexcept {
  gomp::AwaitedIteration awaited;
  awaited.dimensions = omp::doacross_dimensions(runtime::current());
  HEDDLE_CHECK(awaited.dimensions <= gomp::k_most_dimensions, "a doacross loop nest of over 64 loops");
  awaited.indices[0] = static_cast<std::uint64_t>(first);
  for (unsigned i = 1; i < awaited.dimensions; ++i) awaited.indices[i] = static_cast<std::uint64_t>(va_arg(rest, T));
  return awaited;
}

}  // namespace

namespace heddle::gomp {

AwaitedIteration awaited_iteration(long first, std::va_list rest) noexcept { return read_indices(first, rest); }
AwaitedIteration awaited_iteration(unsigned long long first, std::va_list rest) noexcept {
  return read_indices(first, rest);
}

void await_iteration(const AwaitedIteration& awaited) noexcept {
  if (awaited.dimensions != 0) omp::wait_for_iteration(runtime::current(), awaited.indices);
}

}  // namespace heddle::gomp

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
  gomp::await_iteration(gomp::awaited_iteration(first, rest));
  va_end(rest);
}

void HEDDLE_GOMP_EXPORT(GOMP_doacross_ull_wait)(unsigned long long first, ...) {
  std::va_list rest;
  va_start(rest, first);
  gomp::await_iteration(gomp::awaited_iteration(first, rest));
  va_end(rest);
}

}  // extern "C"
