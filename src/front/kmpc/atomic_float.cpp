// __kmpc_atomic_float* and _cmplx*: floating and complex numbers; the digits are the bytes of a real one.
#include "front/kmpc/atomic_forms.hpp"

using namespace heddle::kmpc;

#define HEDDLE_ATOMIC_ARITHMETIC(type, T) \
  HEDDLE_ATOMIC_OP(type, T, add)          \
  HEDDLE_ATOMIC_OP(type, T, sub)          \
  HEDDLE_ATOMIC_OP(type, T, mul)          \
  HEDDLE_ATOMIC_OP(type, T, div)          \
  HEDDLE_ATOMIC_REVERSED(type, T, sub)    \
  HEDDLE_ATOMIC_REVERSED(type, T, div)    \
  HEDDLE_ATOMIC_MOVES(type, T)

#define HEDDLE_ATOMIC_FLOAT(type, T) \
  HEDDLE_ATOMIC_ARITHMETIC(type, T)  \
  HEDDLE_ATOMIC_OP(type, T, max)     \
  HEDDLE_ATOMIC_OP(type, T, min)

// Complex numbers of four bytes come back through a pointer.
#define HEDDLE_ATOMIC_COMPLEX4(op)                                                                            \
  void HEDDLE_KMPC_EXPORT(__kmpc_atomic_cmplx4_##op)(Ident*, std::int32_t, Complex4* x, Complex4 value) {     \
    apply(x, value, CaptureValue::before, k_##op);                                                            \
  }                                                                                                           \
  void HEDDLE_KMPC_EXPORT(__kmpc_atomic_cmplx4_##op##_cpt)(Ident*, std::int32_t, Complex4* x, Complex4 value, \
                                                           Complex4* out, std::int32_t after) {               \
    *out = apply(x, value, wanted_by(after), k_##op);                                                         \
  }
#define HEDDLE_ATOMIC_COMPLEX4_REVERSED(op)                                                                       \
  void HEDDLE_KMPC_EXPORT(__kmpc_atomic_cmplx4_##op##_rev)(Ident*, std::int32_t, Complex4* x, Complex4 value) {   \
    apply_reversed(x, value, CaptureValue::before, k_##op);                                                       \
  }                                                                                                               \
  void HEDDLE_KMPC_EXPORT(__kmpc_atomic_cmplx4_##op##_cpt_rev)(Ident*, std::int32_t, Complex4* x, Complex4 value, \
                                                               Complex4* out, std::int32_t after) {               \
    *out = apply_reversed(x, value, wanted_by(after), k_##op);                                                    \
  }

extern "C" {

HEDDLE_ATOMIC_FLOAT(float4, float)
HEDDLE_ATOMIC_FLOAT(float8, double)
HEDDLE_ATOMIC_FLOAT(float10, long double)
HEDDLE_ATOMIC_MIXED(float4, float, add, float8, double)
HEDDLE_ATOMIC_MIXED(float4, float, sub, float8, double)
HEDDLE_ATOMIC_MIXED(float4, float, mul, float8, double)
HEDDLE_ATOMIC_MIXED(float4, float, div, float8, double)

HEDDLE_ATOMIC_ARITHMETIC(cmplx8, Complex8)
HEDDLE_ATOMIC_ARITHMETIC(cmplx10, Complex10)
HEDDLE_ATOMIC_COMPLEX4(add)
HEDDLE_ATOMIC_COMPLEX4(sub)
HEDDLE_ATOMIC_COMPLEX4(mul)
HEDDLE_ATOMIC_COMPLEX4(div)
HEDDLE_ATOMIC_COMPLEX4_REVERSED(sub)
HEDDLE_ATOMIC_COMPLEX4_REVERSED(div)
HEDDLE_ATOMIC_MIXED(cmplx4, Complex4, add, cmplx8, Complex8)
HEDDLE_ATOMIC_MIXED(cmplx4, Complex4, sub, cmplx8, Complex8)
HEDDLE_ATOMIC_MIXED(cmplx4, Complex4, mul, cmplx8, Complex8)
HEDDLE_ATOMIC_MIXED(cmplx4, Complex4, div, cmplx8, Complex8)

Complex4 HEDDLE_KMPC_EXPORT(__kmpc_atomic_cmplx4_rd)(Ident*, std::int32_t, Complex4* x) {
  return update(x, CaptureValue::before, [](Complex4 old) { return old; });
}
void HEDDLE_KMPC_EXPORT(__kmpc_atomic_cmplx4_wr)(Ident*, std::int32_t, Complex4* x, Complex4 value) {
  update(x, CaptureValue::before, [value](Complex4) { return value; });
}
void HEDDLE_KMPC_EXPORT(__kmpc_atomic_cmplx4_swp)(Ident*, std::int32_t, Complex4* x, Complex4 value, Complex4* out) {
  *out = update(x, CaptureValue::before, [value](Complex4) { return value; });
}

}  // extern "C"
