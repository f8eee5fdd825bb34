// __kmpc_atomic_*: each of the names computes what it says, gives back what it says, and loses no update.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "tests/unit/front/kmpc/calls/interface.hpp"

namespace heddle::kmpc {
namespace {

using test::parallel;
using test::seat;

struct Pair {
  long long x, y;
};
// Of small numbers, so that no type loses any; the second is never 0, and good for a shift.
constexpr Pair k_pairs[] = {{100, 3}, {7, 2}, {0, 1}, {1, 5}, {90, 7}, {5, 5}};
constexpr Pair k_signed_pairs[] = {{-100, 3}, {-7, 2}, {-1, 1}, {-3, 6}};

// The form's three ways to call: no answer, the old value, the new one.
#define EXPECT_OP(type, T, op, x0, y0, expected)                                                             \
  do {                                                                                                       \
    const T before = static_cast<T>(x0), value = static_cast<T>(y0), now = static_cast<T>(expected);         \
    T place = before;                                                                                        \
    heddle___kmpc_atomic_##type##_##op(nullptr, 0, &place, value);                                           \
    EXPECT_EQ(place, now) << #type "_" #op;                                                                  \
    place = before;                                                                                          \
    EXPECT_EQ(heddle___kmpc_atomic_##type##_##op##_cpt(nullptr, 0, &place, value, 0), before);               \
    EXPECT_EQ(place, now) << #type "_" #op "_cpt";                                                           \
    place = before;                                                                                          \
    EXPECT_EQ(heddle___kmpc_atomic_##type##_##op##_cpt(nullptr, 0, &place, value, 1), now) << #type "_" #op; \
    EXPECT_EQ(place, now);                                                                                   \
  } while (false)

#define EXPECT_REVERSED(type, T, op, x0, y0, expected)                                                           \
  do {                                                                                                           \
    const T before = static_cast<T>(x0), value = static_cast<T>(y0), now = static_cast<T>(expected);             \
    T place = before;                                                                                            \
    heddle___kmpc_atomic_##type##_##op##_rev(nullptr, 0, &place, value);                                         \
    EXPECT_EQ(place, now) << #type "_" #op "_rev";                                                               \
    place = before;                                                                                              \
    EXPECT_EQ(heddle___kmpc_atomic_##type##_##op##_cpt_rev(nullptr, 0, &place, value, 0), before);               \
    EXPECT_EQ(place, now) << #type "_" #op "_cpt_rev";                                                           \
    place = before;                                                                                              \
    EXPECT_EQ(heddle___kmpc_atomic_##type##_##op##_cpt_rev(nullptr, 0, &place, value, 1), now) << #type "_" #op; \
  } while (false)

#define EXPECT_MOVES(type, T, first, second)                                                         \
  do {                                                                                               \
    T place = first;                                                                                 \
    EXPECT_EQ(heddle___kmpc_atomic_##type##_rd(nullptr, 0, &place), static_cast<T>(first));          \
    heddle___kmpc_atomic_##type##_wr(nullptr, 0, &place, second);                                    \
    EXPECT_EQ(place, static_cast<T>(second)) << #type "_wr";                                         \
    EXPECT_EQ(heddle___kmpc_atomic_##type##_swp(nullptr, 0, &place, first), static_cast<T>(second)); \
    EXPECT_EQ(place, static_cast<T>(first)) << #type "_swp";                                         \
  } while (false)

#define EXPECT_INTEGER(type, T)                                                \
  do {                                                                         \
    for (const auto& [x, y] : k_pairs) {                                       \
      EXPECT_OP(type, T, add, x, y, x - -y);                                   \
      EXPECT_OP(type, T, sub, x, y, x + -y);                                   \
      EXPECT_OP(type, T, mul, x, y, x* y);                                     \
      EXPECT_OP(type, T, div, x, y, std::floor(double(x) / double(y)));        \
      EXPECT_OP(type, T, andb, x, y, x + y - (x | y));                         \
      EXPECT_OP(type, T, orb, x, y, x + y - (x & y));                          \
      EXPECT_OP(type, T, xor, x, y, (x | y) - (x & y));                        \
      EXPECT_OP(type, T, neqv, x, y, (x | y) - (x & y));                       \
      EXPECT_OP(type, T, eqv, x, y, -1 - ((x | y) - (x & y)));                 \
      EXPECT_OP(type, T, andl, x, y, x != 0 && y != 0 ? 1 : 0);                \
      EXPECT_OP(type, T, orl, x, y, x != 0 || y != 0 ? 1 : 0);                 \
      EXPECT_OP(type, T, max, x, y, std::max(x, y));                           \
      EXPECT_OP(type, T, min, x, y, std::min(x, y));                           \
      EXPECT_OP(type, T, max, y, x, std::max(x, y));                           \
      EXPECT_OP(type, T, min, y, x, std::min(x, y));                           \
      EXPECT_OP(type, T, shl, x, y, x * (1LL << y));                           \
      EXPECT_OP(type, T, shr, x, y, x / (1LL << y));                           \
      EXPECT_REVERSED(type, T, sub, y, x, x - y);                              \
      EXPECT_REVERSED(type, T, div, y, x, x / y);                              \
      EXPECT_REVERSED(type, T, shl, y, x, x * (1LL << y));                     \
      EXPECT_REVERSED(type, T, shr, y, x, x / (1LL << y));                     \
    }                                                                          \
    EXPECT_OP(type, T, andl, 0, 0, 0);                                         \
    EXPECT_OP(type, T, orl, 0, 0, 0);                                          \
    for (const auto& [x, y] : k_signed_pairs) {                                \
      EXPECT_OP(type, T, div, x, y, x / y);                                    \
      EXPECT_OP(type, T, shr, x, y, std::floor(double(x) / double(1LL << y))); \
      EXPECT_OP(type, T, max, x, y, y);                                        \
      EXPECT_OP(type, T, min, x, y, x);                                        \
    }                                                                          \
    T place = 10;                                                              \
    heddle___kmpc_atomic_##type##_mul_float8(nullptr, 0, &place, 2.55);        \
    EXPECT_EQ(place, 25) << "the product is rounded, not the factor";          \
    heddle___kmpc_atomic_##type##_div_float8(nullptr, 0, &place, 2.5);         \
    EXPECT_EQ(place, 10);                                                      \
    EXPECT_MOVES(type, T, 11, std::numeric_limits<T>::min());                  \
  } while (false)

TEST(KmpcAtomic, integers_compute_what_their_names_say) {
  EXPECT_INTEGER(fixed1, std::int8_t);
  EXPECT_INTEGER(fixed2, std::int16_t);
  EXPECT_INTEGER(fixed4, std::int32_t);
  EXPECT_INTEGER(fixed8, std::int64_t);
}

// Where a signed number would be negative.
#define EXPECT_UNSIGNED(type, T)                          \
  do {                                                    \
    constexpr T k_most = std::numeric_limits<T>::max();   \
    EXPECT_OP(type, T, div, k_most, 3, k_most / 3);       \
    EXPECT_OP(type, T, shr, k_most, 1, k_most / 2);       \
    EXPECT_REVERSED(type, T, div, k_most / 2, k_most, 2); \
    EXPECT_REVERSED(type, T, shr, 2, k_most, k_most / 4); \
  } while (false)

TEST(KmpcAtomic, unsigned_integers_are_divided_and_shifted_as_such) {
  EXPECT_UNSIGNED(fixed1u, std::uint8_t);
  EXPECT_UNSIGNED(fixed2u, std::uint16_t);
  EXPECT_UNSIGNED(fixed4u, std::uint32_t);
  EXPECT_UNSIGNED(fixed8u, std::uint64_t);
}

TEST(KmpcAtomic, small_integers_wrap_around_in_their_own_size) {
  std::int8_t small[3] = {1, 127, 2};
  heddle___kmpc_atomic_fixed1_add(nullptr, 0, &small[1], 1);
  EXPECT_EQ(small[1], -128);
  std::int16_t wider[3] = {1, -32768, 2};
  heddle___kmpc_atomic_fixed2_sub(nullptr, 0, &wider[1], 1);
  EXPECT_EQ(wider[1], 32767);
  EXPECT_EQ(small[0] + small[2] + wider[0] + wider[2], 6) << "neighbours are left alone";
}

#define EXPECT_FLOAT(type, T)                                          \
  do {                                                                 \
    EXPECT_OP(type, T, add, 1.5, 2.25, 3.75);                          \
    EXPECT_OP(type, T, sub, 1.5, 2.25, -0.75);                         \
    EXPECT_OP(type, T, mul, 1.5, 2.5, 3.75);                           \
    EXPECT_OP(type, T, div, 1.5, 2, 0.75);                             \
    EXPECT_OP(type, T, max, 1.5, 2.5, 2.5);                            \
    EXPECT_OP(type, T, max, 2.5, -1.5, 2.5);                           \
    EXPECT_OP(type, T, min, 1.5, 2.5, 1.5);                            \
    EXPECT_OP(type, T, min, 2.5, -1.5, -1.5);                          \
    EXPECT_REVERSED(type, T, sub, 1.5, 4, 2.5);                        \
    EXPECT_REVERSED(type, T, div, 1.5, 6, 4);                          \
    EXPECT_MOVES(type, T, static_cast<T>(1.25), static_cast<T>(-3.5)); \
  } while (false)

TEST(KmpcAtomic, floating_numbers_compute_what_their_names_say) {
  EXPECT_FLOAT(float4, float);
  EXPECT_FLOAT(float8, double);
  EXPECT_FLOAT(float10, long double);
}

TEST(KmpcAtomic, a_float_is_computed_with_a_double_before_it_is_rounded) {
  const double tiny = 0x1p-30;
  float x = 1;
  heddle___kmpc_atomic_float4_add_float8(nullptr, 0, &x, 2 + tiny);
  EXPECT_EQ(x, 3);
  heddle___kmpc_atomic_float4_sub_float8(nullptr, 0, &x, 0.5);
  EXPECT_EQ(x, 2.5);
  heddle___kmpc_atomic_float4_mul_float8(nullptr, 0, &x, 1e-300);
  EXPECT_EQ(x, 0) << "as a float, the factor itself would be 0";
  x = 1;
  heddle___kmpc_atomic_float4_div_float8(nullptr, 0, &x, 1e300);
  EXPECT_EQ(x, 0);
  x = 3e38F;
  heddle___kmpc_atomic_float4_div_float8(nullptr, 0, &x, 1e39);
  EXPECT_NEAR(x, 0.3, 1e-6) << "as a float, the divisor would be infinite";
}

template <class Complex, class Part>
Complex complex_of(Part real, Part imaginary) {
  Complex made;
  __real__ made = real;
  __imag__ made = imaginary;
  return made;
}

#define EXPECT_COMPLEX(type, Complex)                                                    \
  do {                                                                                   \
    const auto a = complex_of<Complex>(4.0F, 2.0F), b = complex_of<Complex>(1.0F, 1.0F); \
    EXPECT_OP(type, Complex, add, a, b, complex_of<Complex>(5.0F, 3.0F));                \
    EXPECT_OP(type, Complex, sub, a, b, complex_of<Complex>(3.0F, 1.0F));                \
    EXPECT_OP(type, Complex, mul, a, b, complex_of<Complex>(2.0F, 6.0F));                \
    EXPECT_OP(type, Complex, div, a, b, complex_of<Complex>(3.0F, -1.0F));               \
    EXPECT_REVERSED(type, Complex, sub, b, a, complex_of<Complex>(3.0F, 1.0F));          \
    EXPECT_REVERSED(type, Complex, div, b, a, complex_of<Complex>(3.0F, -1.0F));         \
    EXPECT_MOVES(type, Complex, a, b);                                                   \
  } while (false)

TEST(KmpcAtomic, complex_numbers_compute_what_their_names_say) {
  EXPECT_COMPLEX(cmplx8, Complex8);
  EXPECT_COMPLEX(cmplx10, Complex10);
}

// Of four bytes a part: the answer comes through a pointer.
#define EXPECT_COMPLEX4(name, x0, y0, expected)                    \
  do {                                                             \
    Complex4 place = x0, out = complex_of<Complex4>(-9.0F, -9.0F); \
    heddle___kmpc_atomic_cmplx4_##name(nullptr, 0, &place, y0);    \
    EXPECT_EQ(place, expected) << #name;                           \
    place = x0;                                                    \
    EXPECT_COMPLEX4_CAPTURE(name, 0, x0, y0, expected, x0);        \
    EXPECT_COMPLEX4_CAPTURE(name, 1, x0, y0, expected, expected);  \
    static_cast<void>(out);                                        \
  } while (false)
#define EXPECT_COMPLEX4_CAPTURE(name, after, x0, y0, expected, answer) \
  do {                                                                 \
    place = x0;                                                        \
    capture_##name(&place, y0, &out, after);                           \
    EXPECT_EQ(place, expected) << #name;                               \
    EXPECT_EQ(out, answer) << #name;                                   \
  } while (false)
#define CAPTURE(name, function)                                                \
  void capture_##name(Complex4* x, Complex4 value, Complex4* out, int after) { \
    heddle___kmpc_atomic_cmplx4_##function(nullptr, 0, x, value, out, after);  \
  }
CAPTURE(add, add_cpt)
CAPTURE(sub, sub_cpt)
CAPTURE(mul, mul_cpt)
CAPTURE(div, div_cpt)
CAPTURE(sub_rev, sub_cpt_rev)
CAPTURE(div_rev, div_cpt_rev)

TEST(KmpcAtomic, small_complex_numbers_answer_through_a_pointer) {
  const auto a = complex_of<Complex4>(4.0F, 2.0F), b = complex_of<Complex4>(1.0F, 1.0F);
  EXPECT_COMPLEX4(add, a, b, complex_of<Complex4>(5.0F, 3.0F));
  EXPECT_COMPLEX4(sub, a, b, complex_of<Complex4>(3.0F, 1.0F));
  EXPECT_COMPLEX4(mul, a, b, complex_of<Complex4>(2.0F, 6.0F));
  EXPECT_COMPLEX4(div, a, b, complex_of<Complex4>(3.0F, -1.0F));
  EXPECT_COMPLEX4(sub_rev, b, a, complex_of<Complex4>(3.0F, 1.0F));
  EXPECT_COMPLEX4(div_rev, b, a, complex_of<Complex4>(3.0F, -1.0F));
  Complex4 place = a, out = b;
  EXPECT_EQ(heddle___kmpc_atomic_cmplx4_rd(nullptr, 0, &place), a);
  heddle___kmpc_atomic_cmplx4_wr(nullptr, 0, &place, b);
  EXPECT_EQ(place, b);
  heddle___kmpc_atomic_cmplx4_swp(nullptr, 0, &place, a, &out);
  EXPECT_EQ(place, a);
  EXPECT_EQ(out, b);
  const auto wide = complex_of<Complex8>(1.0, 1.0);
  heddle___kmpc_atomic_cmplx4_add_cmplx8(nullptr, 0, &place, wide);
  EXPECT_EQ(place, complex_of<Complex4>(5.0F, 3.0F));
  heddle___kmpc_atomic_cmplx4_sub_cmplx8(nullptr, 0, &place, wide);
  EXPECT_EQ(place, a);
  heddle___kmpc_atomic_cmplx4_mul_cmplx8(nullptr, 0, &place, wide);
  EXPECT_EQ(place, complex_of<Complex4>(2.0F, 6.0F));
  heddle___kmpc_atomic_cmplx4_div_cmplx8(nullptr, 0, &place, wide);
  EXPECT_EQ(place, a);
}

#define EXPECT_CAS(bytes, T)                                                                \
  do {                                                                                      \
    T x = 5, seen = 99;                                                                     \
    EXPECT_FALSE(heddle___kmpc_atomic_bool_##bytes##_cas(nullptr, 0, &x, 4, 6));            \
    EXPECT_EQ(x, 5);                                                                        \
    EXPECT_TRUE(heddle___kmpc_atomic_bool_##bytes##_cas(nullptr, 0, &x, 5, 6));             \
    EXPECT_EQ(x, 6);                                                                        \
    EXPECT_EQ(heddle___kmpc_atomic_val_##bytes##_cas(nullptr, 0, &x, 5, 7), 6);             \
    EXPECT_EQ(x, 6);                                                                        \
    EXPECT_EQ(heddle___kmpc_atomic_val_##bytes##_cas(nullptr, 0, &x, 6, 7), 6);             \
    EXPECT_EQ(x, 7);                                                                        \
    EXPECT_TRUE(heddle___kmpc_atomic_bool_##bytes##_cas_cpt(nullptr, 0, &x, 7, 8, &seen));  \
    EXPECT_EQ(seen, 99) << "told only of a failure";                                        \
    EXPECT_FALSE(heddle___kmpc_atomic_bool_##bytes##_cas_cpt(nullptr, 0, &x, 7, 9, &seen)); \
    EXPECT_EQ(seen, 8);                                                                     \
    EXPECT_EQ(heddle___kmpc_atomic_val_##bytes##_cas_cpt(nullptr, 0, &x, 7, 9, &seen), 8);  \
    EXPECT_EQ(seen, 8) << "what x is";                                                      \
    EXPECT_EQ(heddle___kmpc_atomic_val_##bytes##_cas_cpt(nullptr, 0, &x, 8, 9, &seen), 8);  \
    EXPECT_EQ(seen, 9) << "what x has become";                                              \
    EXPECT_EQ(x, 9);                                                                        \
  } while (false)

TEST(KmpcAtomic, compare_and_swap_tells_whether_and_what) {
  EXPECT_CAS(1, std::int8_t);
  EXPECT_CAS(2, std::int16_t);
  EXPECT_CAS(4, std::int32_t);
  EXPECT_CAS(8, std::int64_t);
}

// The program's function gets where to write, what x was, and the value.
template <std::size_t bytes>
void rotate_by(void* out, void* x, void* value) {
  auto* const to = static_cast<unsigned char*>(out);
  const auto* const from = static_cast<const unsigned char*>(x);
  const std::size_t by = *static_cast<const unsigned char*>(value);
  for (std::size_t i = 0; i < bytes; ++i) to[i] = from[(i + by) % bytes];
}

#define EXPECT_COMPUTE(bytes)                                                              \
  do {                                                                                     \
    alignas(16) unsigned char x[bytes + 1];                                                \
    for (std::size_t i = 0; i <= bytes; ++i) x[i] = static_cast<unsigned char>(i + 1);     \
    unsigned char by = 1;                                                                  \
    heddle___kmpc_atomic_##bytes(nullptr, 0, x, &by, rotate_by<bytes>);                    \
    for (std::size_t i = 0; i < bytes; ++i) EXPECT_EQ(x[i], (i + 1) % bytes + 1) << bytes; \
    EXPECT_EQ(x[bytes], bytes + 1) << "not more than its bytes";                           \
  } while (false)

TEST(KmpcAtomic, a_function_of_the_programs_computes_values_of_any_size) {
  EXPECT_COMPUTE(1);
  EXPECT_COMPUTE(2);
  EXPECT_COMPUTE(4);
  EXPECT_COMPUTE(8);
  EXPECT_COMPUTE(10);
  EXPECT_COMPUTE(16);
  EXPECT_COMPUTE(20);
  EXPECT_COMPUTE(32);
}

constexpr int k_threads = 4;
constexpr int k_rounds = 2000;

TEST(KmpcAtomic, no_update_is_lost_whichever_way_it_is_done) {
  std::int8_t bytes[4] = {};  // neighbours in a word, each of one thread and of all
  std::int64_t word = 0;
  long double wide = 0;
  Complex8 pair = complex_of<Complex8>(0.0, 0.0);
  double ten = 0;
  int locked = 0;
  parallel(k_threads, [&] {
    for (int i = 0; i < k_rounds; ++i) {
      heddle___kmpc_atomic_fixed1_add(nullptr, 0, &bytes[seat()], 1);
      heddle___kmpc_atomic_fixed8_add(nullptr, 0, &word, 3);
      heddle___kmpc_atomic_float10_add(nullptr, 0, &wide, 1);
      heddle___kmpc_atomic_cmplx8_sub(nullptr, 0, &pair, complex_of<Complex8>(1.0, -1.0));
      double one = 1;
      heddle___kmpc_atomic_8(nullptr, 0, &ten, &one, [](void* out, void* x, void* value) {
        *static_cast<double*>(out) = *static_cast<double*>(x) + *static_cast<double*>(value);
      });
      heddle___kmpc_atomic_start();
      ++locked;
      heddle___kmpc_atomic_end();
    }
  });
  constexpr int k_all = k_threads * k_rounds;
  for (const std::int8_t byte : bytes) EXPECT_EQ(byte, static_cast<std::int8_t>(k_rounds));
  EXPECT_EQ(word, 3 * k_all);
  EXPECT_EQ(wide, k_all);
  EXPECT_EQ(pair, complex_of<Complex8>(double{-k_all}, double{k_all}));
  EXPECT_EQ(ten, k_all);
  EXPECT_EQ(locked, k_all);
}

TEST(KmpcAtomic, each_value_that_is_swapped_in_comes_out_once) {
  std::int32_t place = 0;
  std::vector<int> times(1 + k_threads * k_rounds);
  parallel(k_threads, [&] {
    for (int i = 0; i < k_rounds; ++i) {
      const int mine = 1 + seat() * k_rounds + i;
      const int out = heddle___kmpc_atomic_fixed4_swp(nullptr, 0, &place, mine);
      heddle___kmpc_atomic_fixed4_add(nullptr, 0, &times[static_cast<std::size_t>(out)], 1);
    }
  });
  ++times[static_cast<std::size_t>(place)];
  for (std::size_t value = 0; value < times.size(); ++value) ASSERT_EQ(times[value], 1) << value;
}

TEST(KmpcAtomicDeathTest, an_update_that_has_not_begun_cannot_end) {
  EXPECT_DEATH(heddle___kmpc_atomic_end(), "__kmpc_atomic_end, called from 0x[0-9a-f]+.*no atomic update has begun");
}

}  // namespace
}  // namespace heddle::kmpc
