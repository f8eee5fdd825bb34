// __kmpc_atomic_fixed*: integers of 1, 2, 4 and 8 bytes; `fixed1u` and so on are unsigned.
#include "front/kmpc/atomic_forms.hpp"

using namespace heddle::kmpc;

#define HEDDLE_ATOMIC_FIXED(type, T)                \
  HEDDLE_ATOMIC_OP(type, T, add)                    \
  HEDDLE_ATOMIC_OP(type, T, andb)                   \
  HEDDLE_ATOMIC_OP(type, T, andl)                   \
  HEDDLE_ATOMIC_OP(type, T, div)                    \
  HEDDLE_ATOMIC_OP(type, T, eqv)                    \
  HEDDLE_ATOMIC_OP(type, T, max)                    \
  HEDDLE_ATOMIC_OP(type, T, min)                    \
  HEDDLE_ATOMIC_OP(type, T, mul)                    \
  HEDDLE_ATOMIC_OP(type, T, neqv)                   \
  HEDDLE_ATOMIC_OP(type, T, orb)                    \
  HEDDLE_ATOMIC_OP(type, T, orl)                    \
  HEDDLE_ATOMIC_OP(type, T, shl)                    \
  HEDDLE_ATOMIC_OP(type, T, shr)                    \
  HEDDLE_ATOMIC_OP(type, T, sub)                    \
  HEDDLE_ATOMIC_OP(type, T, xor)                    \
  HEDDLE_ATOMIC_REVERSED(type, T, div)              \
  HEDDLE_ATOMIC_REVERSED(type, T, shl)              \
  HEDDLE_ATOMIC_REVERSED(type, T, shr)              \
  HEDDLE_ATOMIC_REVERSED(type, T, sub)              \
  HEDDLE_ATOMIC_MIXED(type, T, div, float8, double) \
  HEDDLE_ATOMIC_MIXED(type, T, mul, float8, double) \
  HEDDLE_ATOMIC_MOVES(type, T)

#define HEDDLE_ATOMIC_UNSIGNED(type, T) \
  HEDDLE_ATOMIC_OP(type, T, div)        \
  HEDDLE_ATOMIC_OP(type, T, shr)        \
  HEDDLE_ATOMIC_REVERSED(type, T, div)  \
  HEDDLE_ATOMIC_REVERSED(type, T, shr)

extern "C" {

HEDDLE_ATOMIC_FIXED(fixed1, std::int8_t)
HEDDLE_ATOMIC_FIXED(fixed2, std::int16_t)
HEDDLE_ATOMIC_FIXED(fixed4, std::int32_t)
HEDDLE_ATOMIC_FIXED(fixed8, std::int64_t)
HEDDLE_ATOMIC_UNSIGNED(fixed1u, std::uint8_t)
HEDDLE_ATOMIC_UNSIGNED(fixed2u, std::uint16_t)
HEDDLE_ATOMIC_UNSIGNED(fixed4u, std::uint32_t)
HEDDLE_ATOMIC_UNSIGNED(fixed8u, std::uint64_t)

}  // extern "C"
