// GOMP_critical_* and GOMP_atomic_*.
#include "omp/locks.hpp"

#include "front/gomp/bad_call.hpp"
#include "front/gomp/export.hpp"

using namespace heddle;

namespace {

void enter(omp::SimpleLock& lock) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock.lock(); }

void leave(omp::SimpleLock& lock, const char* function, const void* caller) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  if (!lock.unlock_if_held()) [[unlikely]]
    gomp::bad_call(function, caller, "nobody is in that section");
}

}  // namespace

extern "C" void HEDDLE_GOMP_EXPORT(GOMP_critical_start)() { enter(omp::unnamed_critical.mutex); }

extern "C" void HEDDLE_GOMP_EXPORT(GOMP_critical_end)() {
  leave(omp::unnamed_critical.mutex, "GOMP_critical_end", __builtin_return_address(0));
}

extern "C" void HEDDLE_GOMP_EXPORT(GOMP_critical_name_start)(void** word) { enter(omp::named_critical(word)); }

extern "C" void HEDDLE_GOMP_EXPORT(GOMP_critical_name_end)(void** word) {
  leave(omp::named_critical(word), "GOMP_critical_name_end", __builtin_return_address(0));
}

extern "C" void HEDDLE_GOMP_EXPORT(GOMP_atomic_start)() { enter(omp::wide_atomic.mutex); }

extern "C" void HEDDLE_GOMP_EXPORT(GOMP_atomic_end)() {
  leave(omp::wide_atomic.mutex, "GOMP_atomic_end", __builtin_return_address(0));
}
