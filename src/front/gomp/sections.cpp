// GOMP_sections_*: the number of the section to run next, from 1; 0 when there is none.
#include "omp/loop.hpp"

#include "front/gomp/export.hpp"
#include "runtime/current.hpp"

using namespace heddle;  // most of the file is extern "C"

namespace {

unsigned next() noexcept { return static_cast<unsigned>(omp::next_section(runtime::current()) + 1); }

unsigned start(unsigned count, const omp::LoopExtras& extras) noexcept {
  omp::LoopRequest request = omp::sections_request(count);
  request.extras = extras;
  omp::open_loop(runtime::current(), request);
  return next();
}

}  // namespace

extern "C" {

unsigned HEDDLE_GOMP_EXPORT(GOMP_sections_start)(unsigned count) { return start(count, {}); }

unsigned HEDDLE_GOMP_EXPORT(GOMP_sections2_start)(unsigned count, std::uintptr_t* reductions, void** memory) {
  return start(count, {reductions, memory});
}

unsigned HEDDLE_GOMP_EXPORT(GOMP_sections_next)() { return next(); }

void HEDDLE_GOMP_EXPORT(GOMP_sections_end)() { omp::end_loop(runtime::current(), omp::LoopEnd::barrier); }

bool HEDDLE_GOMP_EXPORT(GOMP_sections_end_cancel)() {
  return omp::end_loop(runtime::current(), omp::LoopEnd::cancellable);
}

void HEDDLE_GOMP_EXPORT(GOMP_sections_end_nowait)() { omp::end_loop(runtime::current(), omp::LoopEnd::nowait); }

}  // extern "C"
