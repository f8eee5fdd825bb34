// parallel_reduce and the scans: right results, and the same bits where that is promised.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "heddle/heddle.hpp"

namespace {

using heddle::loop_schedule;

std::vector<double> numbers(std::size_t count) {
  std::vector<double> values(count);
  std::uint64_t state = 1;
  for (double& value : values) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    value = static_cast<double>(state >> 40) * 1e-3 - 4000.0;
  }
  return values;
}

TEST(Reduce, sums_over_indices_elements_and_blocks_are_right) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    const heddle::loop_options options{.threads = threads};
    const auto total = heddle::sum<long>();
    EXPECT_EQ(heddle::parallel_reduce(heddle::range(0, 1001), total, [](int i) { return i; }, options), 500'500);
    std::vector<int> values(1001);
    std::iota(values.begin(), values.end(), 0);
    EXPECT_EQ(heddle::parallel_reduce(values, total, std::identity{}, options), 500'500);
    const auto block_sum = [](heddle::block<int> block, long so_far) {
      for (const int i : block) so_far += i;
      return so_far;
    };
    EXPECT_EQ(heddle::parallel_reduce(heddle::range(0, 1001), total, block_sum, options), 500'500);
    EXPECT_EQ(heddle::parallel_reduce(heddle::range(0, 1001), heddle::deterministic(total), block_sum, options),
              500'500);
  }
}

TEST(Reduce, of_nothing_is_the_identity) {
  const auto never = [](int) -> int { return 1; };
  EXPECT_EQ(heddle::parallel_reduce(5, 5, heddle::reduction(42, std::plus<>{}), never), 42);
  EXPECT_EQ(heddle::parallel_reduce(5, 0, heddle::deterministic(heddle::reduction(42, std::plus<>{})), never), 42);
}

TEST(Reduce, least_and_largest_are_found) {
  const std::vector<double> values = numbers(10'000);
  EXPECT_EQ(heddle::parallel_reduce(values, heddle::minimum<double>(), std::identity{}),
            *std::min_element(values.begin(), values.end()));
  EXPECT_EQ(heddle::parallel_reduce(values, heddle::maximum<double>(), std::identity{}),
            *std::max_element(values.begin(), values.end()));
}

TEST(Reduce, deterministic_sums_have_the_same_bits_for_any_threads_and_schedule) {
  const std::vector<double> values = numbers(50'001);
  const auto add = heddle::deterministic(heddle::sum<double>());
  const double expected = heddle::parallel_reduce(values, add, std::identity{}, {.threads = 1});
  for (const unsigned threads : {1u, 2u, 3u, 8u})
    for (const loop_schedule schedule : {loop_schedule::automatic, loop_schedule::dynamic, loop_schedule::steal})
      for (const std::uint64_t grain : {0, 13})
        EXPECT_EQ(std::bit_cast<std::uint64_t>(heddle::parallel_reduce(
                      values, add, std::identity{}, {.schedule = schedule, .threads = threads, .grain = grain})),
                  std::bit_cast<std::uint64_t>(expected));
}

// Joining strings shows the order: it does not commute.
TEST(Reduce, deterministic_ones_join_in_the_order_of_the_indices) {
  const auto concatenate = heddle::deterministic(heddle::reduction(std::string(), std::plus<>{}));
  const auto digit = [](int i) { return std::string(1, static_cast<char>('0' + i % 10)); };
  for (const int trips : {1, 2, 999, 3000}) {
    std::string expected;
    for (int i = 0; i < trips; ++i) expected += digit(i);
    EXPECT_EQ(heddle::parallel_reduce(heddle::range(0, trips), concatenate, digit, {.threads = 3}), expected);
  }
}

TEST(Scan, agrees_with_the_serial_one_in_and_out_of_place) {
  for (const std::size_t count : {0u, 1u, 2u, 1023u, 1024u, 1025u, 40'000u}) {
    std::vector<long> in(count);
    std::iota(in.begin(), in.end(), 3);
    std::vector<long> expected(count);
    std::vector<long> out(count);
    std::inclusive_scan(in.begin(), in.end(), expected.begin());
    heddle::parallel_inclusive_scan(in, out, heddle::sum<long>(), {.threads = 3});
    EXPECT_EQ(out, expected);
    std::exclusive_scan(in.begin(), in.end(), expected.begin(), 10L);
    heddle::parallel_exclusive_scan(in, out.begin(), heddle::reduction(10L, std::plus<>{}));
    EXPECT_EQ(out, expected);
    heddle::parallel_exclusive_scan(in, in, heddle::reduction(10L, std::plus<>{}), {.threads = 2});
    EXPECT_EQ(in, expected);
  }
}

TEST(Scan, keeps_the_order_of_a_join_that_does_not_commute) {
  std::vector<std::string> words(2500);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<char>('a' + i % 26);
  std::vector<std::string> out(words.size());
  heddle::parallel_inclusive_scan(words, out, heddle::reduction(std::string("<"), std::plus<>{}), {.threads = 3});
  std::string expected = "<";
  for (std::size_t i = 0; i < words.size(); ++i) {
    expected += words[i];
    ASSERT_EQ(out[i], expected);
  }
}

TEST(Scan, has_the_same_bits_for_any_number_of_threads) {
  const std::vector<double> values = numbers(30'000);
  std::vector<double> one(values.size());
  std::vector<double> several(values.size());
  heddle::parallel_inclusive_scan(values, one, heddle::sum<double>(), {.threads = 1});
  heddle::parallel_inclusive_scan(values, several, heddle::sum<double>(), {.threads = 4});
  EXPECT_EQ(one, several);
}

TEST(Scan, an_output_that_is_too_short_is_refused) {
  std::vector<int> in(10);
  std::vector<int> out(9);
  EXPECT_THROW(heddle::parallel_inclusive_scan(in, out, heddle::sum<int>()), heddle::bad_range);
}

}  // namespace
