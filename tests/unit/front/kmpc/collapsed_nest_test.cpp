// Collapsed nests of loops: counted and numbered as the nested loops themselves run, whatever the bounds depend on.
#include "front/kmpc/collapsed_nest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <type_traits>
#include <vector>

namespace heddle::kmpc {
namespace {

using Variable = std::array<std::uint64_t, 3>;
using Order = std::vector<Variable>;

template <class T>
constexpr IntegerKind k_kind = static_cast<IntegerKind>((sizeof(T) == 4 ? 4 : 6) + (std::is_signed_v<T> ? 1 : 0));

template <class T>
struct Loop {
  Compare compare;
  std::int32_t outer;
  T lower, lower_factor, upper, upper_factor;
  std::make_signed_t<T> step;
};
template <class T>
using Loops = std::array<Loop<T>, 3>;

template <class T>
bool goes_on(Compare compare, T variable, T bound) {
  switch (compare) {
    case Compare::less_or_equal:
      return variable <= bound;
    case Compare::greater_or_equal:
      return variable >= bound;
    case Compare::less:
      return variable < bound;
    case Compare::greater:
      return variable > bound;
    default:
      return variable != bound;
  }
}

// The nest as a program runs it.
template <class T>
void run(const Loops<T>& loops, std::size_t level, std::array<T, 3>& at, Order& order) {
  if (level == loops.size()) {
    order.push_back(
        {static_cast<std::uint64_t>(at[0]), static_cast<std::uint64_t>(at[1]), static_cast<std::uint64_t>(at[2])});
    return;
  }
  const Loop<T>& loop = loops[level];
  const T around = level == 0 ? T{0} : at[static_cast<std::size_t>(loop.outer)];
  const T upper = static_cast<T>(loop.upper + loop.upper_factor * around);
  T variable = static_cast<T>(loop.lower + loop.lower_factor * around);
  for (; goes_on(loop.compare, variable, upper); variable = static_cast<T>(variable + static_cast<T>(loop.step))) {
    at[level] = variable;
    run(loops, level + 1, at, order);
  }
}

constexpr std::uint64_t k_garbage = 0xabcd'ef01'0000'0000;  // in what is not the value's

template <class T>
std::uint64_t word(T value) {
  if constexpr (sizeof(T) == 8) return static_cast<std::uint64_t>(value);
  return k_garbage | static_cast<std::uint32_t>(value);
}

template <class T>
std::array<NestedLoop, 3> told(const Loops<T>& loops) {
  std::array<NestedLoop, 3> nest{};
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const Loop<T>& loop = loops[i];
    nest[i] = {k_kind<T>,
               k_kind<T>,
               loop.compare,
               loop.outer,
               word(loop.lower),
               word(loop.lower_factor),
               word(loop.upper),
               word(loop.upper_factor),
               static_cast<std::int64_t>(word(loop.step)),
               0};
  }
  return nest;
}

template <class T>
void expect_same_order(const Loops<T>& loops) {
  Order order;
  std::array<T, 3> at{};
  run(loops, 0, at, order);
  const auto nest = told(loops);
  Variable scratch{};
  ASSERT_EQ(nest::count_from(nest, 0, scratch.data()), order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    Variable found{};
    nest::find(nest, i, found.data());
    ASSERT_EQ(found, order[i]) << "iteration " << i << " of " << order.size();
  }
}

template <class T>
Loop<T> random_loop(std::mt19937& random, int level, T base) {
  const auto within = [&](int least, int most) { return std::uniform_int_distribution(least, most)(random); };
  const bool up = within(0, 1) != 0;
  const int step = (up ? 1 : -1) * within(1, 4);
  const bool includes = within(0, 1) != 0;
  const Compare compare = up ? (includes ? Compare::less_or_equal : Compare::less)
                             : (includes ? Compare::greater_or_equal : Compare::greater);
  const T near = static_cast<T>(base + static_cast<T>(within(0, 6)));
  const T far = static_cast<T>(base + static_cast<T>(within(0, 14)));
  // Without a dependence `outer` is any loop.
  Loop<T> loop{compare, std::max(0, within(0, level) - 1),       up ? near : far, 0, up ? far : near,
               0,       static_cast<std::make_signed_t<T>>(step)};
  if (level > 0 && within(0, 2) != 0) {
    loop.lower_factor = static_cast<T>(within(std::is_signed_v<T> ? -2 : 0, 2));
    loop.upper_factor = static_cast<T>(within(std::is_signed_v<T> ? -2 : 0, 2));
  }
  return loop;
}

template <class T>
void expect_same_order_at_random(T base) {
  std::mt19937 random(12345);
  for (int i = 0; i < 400; ++i) {
    const Loops<T> loops{random_loop<T>(random, 0, base), random_loop<T>(random, 1, base),
                         random_loop<T>(random, 2, base)};
    expect_same_order(loops);
    if (testing::Test::HasFatalFailure()) FAIL() << "nest " << i;
  }
}

TEST(CollapsedNest, iterations_are_counted_and_numbered_as_the_loops_run) {
  expect_same_order_at_random<std::int32_t>(-7);
  expect_same_order_at_random<std::int64_t>(-7);
  expect_same_order_at_random<std::uint32_t>(30);
  expect_same_order_at_random<std::uint64_t>(30);
}

// Going through the outer loop would take days.
TEST(CollapsedNest, a_band_is_numbered_without_a_look_at_its_outer_iterations) {
  constexpr std::int64_t k_outer = std::int64_t{1} << 50;
  const Loop<std::int64_t> outer{Compare::less, 0, 0, 0, k_outer, 0, 1};
  const Loop<std::int64_t> band{Compare::less, 0, -1, 1, 2, 1, 1};           // j from i - 1 below i + 2
  const Loop<std::int64_t> on_it{Compare::less_or_equal, 1, 0, 2, 4, 2, 2};  // k from 2j to 2j + 4 by twos
  const auto nest = told<std::int64_t>({outer, band, on_it});
  Variable found{};
  EXPECT_EQ(nest::count_from(nest, 0, found.data()), std::uint64_t{k_outer} * 9);
  nest::find(nest, std::uint64_t{k_outer} * 9 - 1, found.data());
  EXPECT_EQ(found, (Variable{k_outer - 1, k_outer, 2 * k_outer + 4}));
  nest::find(nest, 9 * 1000 + 5, found.data());
  EXPECT_EQ(found, (Variable{1000, 1000, 2004}));
}

TEST(CollapsedNest, a_band_between_carries_the_dependence_on) {
  const Loop<std::int32_t> outer{Compare::less, 0, 0, 0, 5, 0, 1};
  const Loop<std::int32_t> band{Compare::less, 0, 0, 1, 3, 1, 1};
  const Loop<std::int32_t> on_band{Compare::less, 1, 0, 0, 0, 1, 1};  // as many as the band's variable says
  expect_same_order<std::int32_t>({outer, band, on_band});
}

TEST(CollapsedNest, an_unsigned_band_may_wrap_around) {
  const Loop<std::uint32_t> outer{Compare::less, 0, 0, 0, 9, 0, 1};
  const Loop<std::uint32_t> band{Compare::less, 0, ~0u - 3, 1, 1, 1, 1};  // from i - 4 below i + 1: none where i < 4
  const Loop<std::uint32_t> last{Compare::less, 0, 0, 0, 2, 0, 1};
  expect_same_order<std::uint32_t>({outer, band, last});
}

TEST(CollapsedNest, triangles_of_each_form) {
  const Loop<std::uint32_t> first{Compare::less, 0, 0, 0, 5, 0, 1};
  const Loop<std::uint32_t> below{Compare::less, 0, 0, 0, 0, 1, 1};  // j < i: none for 0, without wrapping
  const Loop<std::uint32_t> other{Compare::not_equal, 1, 0, 0, 1, 1, 1};
  expect_same_order<std::uint32_t>({first, below, other});
}

// Bounds and step are promoted; the variable is a byte.
TEST(CollapsedNest, a_variable_narrower_than_its_bounds_has_its_own_values) {
  const NestedLoop loop{IntegerKind::i32, IntegerKind::i8, Compare::less_or_equal, 0, word(-3), 0, word(3), 0, 2, 0};
  const std::uint64_t none[1] = {};
  EXPECT_EQ(nest::trip_of(loop, none), 4U);
  EXPECT_EQ(static_cast<std::int64_t>(nest::variable_at(loop, 0, none)), -3);
  const NestedLoop wide{IntegerKind::i32, IntegerKind::u8, Compare::less_or_equal, 0, word(250), 0, word(253), 0, 1, 0};
  EXPECT_EQ(nest::variable_at(wide, 3, none), 253U);
}

TEST(CollapsedNest, canonical_bounds_include_their_end) {
  NestedLoop up{IntegerKind::i32, IntegerKind::i32, Compare::less, 0, word(0), 0, word(9), 0, 1, 0};
  nest::make_canonical(up);
  EXPECT_EQ(up.compare, Compare::less_or_equal);
  EXPECT_EQ(up.upper, 8U);
  NestedLoop down{IntegerKind::i32, IntegerKind::i32, Compare::not_equal, 0, word(9), 0, word(0), 0, -1, 0};
  nest::make_canonical(down);
  EXPECT_EQ(down.compare, Compare::greater_or_equal);
  EXPECT_EQ(down.upper, 1U);
}

}  // namespace
}  // namespace heddle::kmpc
