// How the entry points of atomics are spelt: one macro per form of name, for use inside extern "C".
//
// The names are made of a type and an operation, some 340 of them; the forms differ in what they take and return.
#pragma once

#include "front/kmpc/abi.hpp"
#include "front/kmpc/atomic.hpp"
#include "front/kmpc/export.hpp"

/// type_op and type_op_cpt: x = x op value; _cpt returns x, as it was or as it is.
#define HEDDLE_ATOMIC_OP(type, T, op)                                                                                \
  void HEDDLE_KMPC_EXPORT(__kmpc_atomic_##type##_##op)(Ident*, std::int32_t, T* x, T value) {                        \
    apply(x, value, CaptureValue::before, k_##op);                                                                   \
  }                                                                                                                  \
  T HEDDLE_KMPC_EXPORT(__kmpc_atomic_##type##_##op##_cpt)(Ident*, std::int32_t, T* x, T value, std::int32_t after) { \
    return apply(x, value, wanted_by(after), k_##op);                                                                \
  }

/// type_op_rev and type_op_cpt_rev: x = value op x.
#define HEDDLE_ATOMIC_REVERSED(type, T, op)                                                         \
  void HEDDLE_KMPC_EXPORT(__kmpc_atomic_##type##_##op##_rev)(Ident*, std::int32_t, T* x, T value) { \
    apply_reversed(x, value, CaptureValue::before, k_##op);                                         \
  }                                                                                                 \
  T HEDDLE_KMPC_EXPORT(__kmpc_atomic_##type##_##op##_cpt_rev)(Ident*, std::int32_t, T* x, T value,  \
                                                              std::int32_t after) {                 \
    return apply_reversed(x, value, wanted_by(after), k_##op);                                      \
  }

/// type_op_other: x = x op value, where the value has another type.
#define HEDDLE_ATOMIC_MIXED(type, T, op, other, U)                                                      \
  void HEDDLE_KMPC_EXPORT(__kmpc_atomic_##type##_##op##_##other)(Ident*, std::int32_t, T* x, U value) { \
    apply(x, value, CaptureValue::before, k_##op);                                                      \
  }

/// type_rd, type_wr, type_swp.
#define HEDDLE_ATOMIC_MOVES(type, T)                                                        \
  T HEDDLE_KMPC_EXPORT(__kmpc_atomic_##type##_rd)(Ident*, std::int32_t, T* x) {             \
    return update(x, CaptureValue::before, [](T old) { return old; });                      \
  }                                                                                         \
  void HEDDLE_KMPC_EXPORT(__kmpc_atomic_##type##_wr)(Ident*, std::int32_t, T* x, T value) { \
    update(x, CaptureValue::before, [value](T) { return value; });                          \
  }                                                                                         \
  T HEDDLE_KMPC_EXPORT(__kmpc_atomic_##type##_swp)(Ident*, std::int32_t, T* x, T value) {   \
    return update(x, CaptureValue::before, [value](T) { return value; });                   \
  }
