// The atomics that know no type: compare and swap, updates by a function of the program's, and the lock around a block.
#include <array>

#include "front/kmpc/atomic_forms.hpp"
#include "process/bad_call.hpp"

using namespace heddle;
using namespace heddle::kmpc;

namespace {

template <std::size_t bytes>
struct alignas(bytes <= 16 && (bytes & (bytes - 1)) == 0 ? bytes : 1) Bytes {
  std::array<unsigned char, bytes> data;
};

// x = compute(x, value), of what has so many bytes.
template <std::size_t bytes>
void compute(void* x, void* value, Compute code) noexcept {
  update(static_cast<Bytes<bytes>*>(x), CaptureValue::before, [&](Bytes<bytes> old) {
    Bytes<bytes> now;
    code(&now, &old, value);
    return now;
  });
}

// @returns what x was.
template <class T>
T exchange_if(T* x, T expected, T desired) noexcept {
  __atomic_compare_exchange_n(x, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}

}  // namespace

/// Compare and swap: bool_n_cas tells whether it has been done; the others give the value that x had (val_n_cas), or
/// through a pointer the one it has where nothing was done, else the new one (cpt).
#define HEDDLE_ATOMIC_CAS(bytes, T)                                                                                \
  bool HEDDLE_KMPC_EXPORT(__kmpc_atomic_bool_##bytes##_cas)(Ident*, std::int32_t, T* x, T expected, T desired) {   \
    return exchange_if(x, expected, desired) == expected;                                                          \
  }                                                                                                                \
  T HEDDLE_KMPC_EXPORT(__kmpc_atomic_val_##bytes##_cas)(Ident*, std::int32_t, T* x, T expected, T desired) {       \
    return exchange_if(x, expected, desired);                                                                      \
  }                                                                                                                \
  bool HEDDLE_KMPC_EXPORT(__kmpc_atomic_bool_##bytes##_cas_cpt)(Ident*, std::int32_t, T* x, T expected, T desired, \
                                                                T* seen) {                                         \
    const T old = exchange_if(x, expected, desired);                                                               \
    if (old != expected) *seen = old;                                                                              \
    return old == expected;                                                                                        \
  }                                                                                                                \
  T HEDDLE_KMPC_EXPORT(__kmpc_atomic_val_##bytes##_cas_cpt)(Ident*, std::int32_t, T* x, T expected, T desired,     \
                                                            T* seen) {                                             \
    const T old = exchange_if(x, expected, desired);                                                               \
    *seen = old == expected ? desired : old;                                                                       \
    return old;                                                                                                    \
  }

#define HEDDLE_ATOMIC_COMPUTE(bytes)                                                                         \
  void HEDDLE_KMPC_EXPORT(__kmpc_atomic_##bytes)(Ident*, std::int32_t, void* x, void* value, Compute code) { \
    compute<bytes>(x, value, code);                                                                          \
  }

extern "C" {

HEDDLE_ATOMIC_CAS(1, std::int8_t)
HEDDLE_ATOMIC_CAS(2, std::int16_t)
HEDDLE_ATOMIC_CAS(4, std::int32_t)
HEDDLE_ATOMIC_CAS(8, std::int64_t)

HEDDLE_ATOMIC_COMPUTE(1)
HEDDLE_ATOMIC_COMPUTE(2)
HEDDLE_ATOMIC_COMPUTE(4)
HEDDLE_ATOMIC_COMPUTE(8)
HEDDLE_ATOMIC_COMPUTE(10)
HEDDLE_ATOMIC_COMPUTE(16)
HEDDLE_ATOMIC_COMPUTE(20)
HEDDLE_ATOMIC_COMPUTE(32)

void HEDDLE_KMPC_EXPORT(__kmpc_atomic_start)() HEDDLE_NO_THREAD_SAFETY_ANALYSIS { omp::wide_atomic.mutex.lock(); }
void HEDDLE_KMPC_EXPORT(__kmpc_atomic_end)() HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  if (!omp::wide_atomic.mutex.unlock_if_held()) [[unlikely]]
    process::bad_call("__kmpc_atomic_end", __builtin_return_address(0), "no atomic update has begun");
}

}  // extern "C"
