// heddle.h: loops, reductions and scans in C; what is refused and with which code.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <string>
#include <vector>

#include "heddle/heddle.h"

namespace {

int count(int64_t index, void* data) {
  static_cast<std::atomic<int>*>(data)[index].fetch_add(1);
  return 0;
}

int count_block(int64_t first, int64_t last, void* data) {
  for (int64_t index = first; index < last; ++index) count(index, data);
  return 0;
}

heddle_loop_options with(heddle_loop_schedule schedule, uint32_t threads) {
  heddle_loop_options options = HEDDLE_LOOP_OPTIONS;
  options.schedule = schedule;
  options.threads = threads;
  return options;
}

TEST(CLoops, run_each_index_once_one_by_one_and_in_blocks) {
  for (const auto schedule : {HEDDLE_LOOP_AUTOMATIC, HEDDLE_LOOP_STATIC, HEDDLE_LOOP_DYNAMIC, HEDDLE_LOOP_GUIDED,
                              HEDDLE_LOOP_IDWS, HEDDLE_LOOP_STEAL}) {
    std::vector<std::atomic<int>> counts(1000);
    const heddle_loop_options options = with(schedule, 3);
    EXPECT_EQ(heddle_parallel_for({0, 1000, 1}, count, counts.data(), &options), HEDDLE_OK);
    EXPECT_EQ(heddle_parallel_for_blocks({0, 1000, 1}, count_block, counts.data(), &options), HEDDLE_OK);
    EXPECT_EQ(heddle_parallel_for({999, -1, -1}, count, counts.data(), nullptr), HEDDLE_OK);
    for (const auto& times : counts) EXPECT_EQ(times.load(), 3);
  }
}

TEST(CLoops, a_body_stops_the_loop_and_its_number_is_returned) {
  std::atomic<int> run{0};
  const auto body = [](int64_t, void* data) {
    static_cast<std::atomic<int>*>(data)->fetch_add(1);
    return 7;
  };
  const heddle_loop_options options = with(HEDDLE_LOOP_AUTOMATIC, 2);
  EXPECT_EQ(heddle_parallel_for({0, 1'000'000, 1}, body, &run, &options), 7);
  EXPECT_LE(run.load(), 2);
}

TEST(CLoops, wrong_calls_return_a_code_and_run_nothing) {
  std::atomic<int> none{0};
  EXPECT_EQ(heddle_parallel_for({0, 10, 0}, count, &none, nullptr), HEDDLE_BAD_RANGE);
  EXPECT_EQ(heddle_parallel_for({0, 10, 1}, nullptr, &none, nullptr), HEDDLE_NULL_BODY);
  EXPECT_EQ(heddle_parallel_for_blocks({0, 10, 2}, count_block, &none, nullptr), HEDDLE_BAD_RANGE);
  heddle_loop_options options = with(static_cast<heddle_loop_schedule>(5), 0);
  EXPECT_EQ(heddle_parallel_for({0, 10, 1}, count, &none, &options), HEDDLE_BAD_OPTION);
  options = HEDDLE_LOOP_OPTIONS;
  options.bytes = 8;
  EXPECT_EQ(heddle_parallel_for({0, 10, 1}, count, &none, &options), HEDDLE_BAD_OPTION);
  EXPECT_EQ(heddle_loop_run(10, nullptr, nullptr, nullptr), HEDDLE_NULL_BODY);
  EXPECT_EQ(none.load(), 0);
}

TEST(CLoops, every_code_has_a_sentence_of_its_own) {
  std::vector<std::string> sentences;
  for (int code = HEDDLE_BAD_REDUCTION; code <= 1; ++code) sentences.emplace_back(heddle_error_string(code));
  std::sort(sentences.begin(), sentences.end());
  EXPECT_EQ(std::unique(sentences.begin(), sentences.end()), sentences.end());
  EXPECT_STREQ(heddle_error_string(-1000), "not an error code of Heddle");
}

int add_block(int64_t first, int64_t last, void* value, void* data) {
  for (int64_t index = first; index < last; ++index) *static_cast<double*>(value) += static_cast<double*>(data)[index];
  return 0;
}
void add_to(void* into, const void* from, void*) { *static_cast<double*>(into) += *static_cast<const double*>(from); }
constexpr double k_zero = 0;

TEST(CReductions, sum_is_right_and_bits_are_the_same_when_deterministic) {
  std::vector<double> values(10'001);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0 / static_cast<double>(i + 1);
  heddle_reduction sum{sizeof(double), &k_zero, add_block, add_to, 0};
  double expected = 0;
  for (const double value : values) expected += value;
  double result = -1;
  const heddle_range range{0, static_cast<int64_t>(values.size()), 1};
  ASSERT_EQ(heddle_parallel_reduce(range, &sum, &result, values.data(), nullptr), HEDDLE_OK);
  EXPECT_NEAR(result, expected, 1e-9);
  sum.deterministic = 1;
  double first = -1;
  for (const uint32_t threads : {1u, 2u, 5u}) {
    const heddle_loop_options options = with(HEDDLE_LOOP_DYNAMIC, threads);
    ASSERT_EQ(heddle_parallel_reduce(range, &sum, &result, values.data(), &options), HEDDLE_OK);
    if (threads == 1) first = result;
    EXPECT_EQ(std::memcmp(&result, &first, sizeof first), 0);
  }
}

TEST(CReductions, of_nothing_is_the_identity_and_incomplete_ones_are_refused) {
  heddle_reduction sum{sizeof(double), &k_zero, add_block, add_to, 0};
  double result = -1;
  EXPECT_EQ(heddle_parallel_reduce({5, 5, 1}, &sum, &result, nullptr, nullptr), HEDDLE_OK);
  EXPECT_EQ(result, 0);
  EXPECT_EQ(heddle_parallel_reduce({0, 5, 1}, &sum, nullptr, nullptr, nullptr), HEDDLE_NULL_BODY);
  sum.join = nullptr;
  EXPECT_EQ(heddle_parallel_reduce({0, 5, 1}, &sum, &result, nullptr, nullptr), HEDDLE_BAD_REDUCTION);
}

TEST(CReductions, a_body_that_stops_leaves_the_result_untouched) {
  const auto stops = [](int64_t, int64_t, void*, void*) { return 3; };
  for (const int deterministic : {0, 1}) {
    const heddle_reduction sum{sizeof(double), &k_zero, stops, add_to, deterministic};
    double result = -1;
    EXPECT_EQ(heddle_parallel_reduce({0, 5000, 1}, &sum, &result, nullptr, nullptr), 3);
    EXPECT_EQ(result, -1);
  }
}

struct Column {
  std::vector<long> in;
  std::vector<long> out;
};

TEST(CScans, agree_with_the_serial_one) {
  for (const std::size_t count : {0u, 1u, 1024u, 5000u}) {
    Column column{std::vector<long>(count), std::vector<long>(count)};
    for (std::size_t i = 0; i < count; ++i) column.in[i] = static_cast<long>(i % 7);
    const long zero = 0;
    const heddle_scan scan{
        sizeof(long), &zero,
        [](int64_t first, int64_t last, void* value, void* data) {
          for (int64_t i = first; i < last; ++i)
            *static_cast<long*>(value) += static_cast<Column*>(data)->in[static_cast<std::size_t>(i)];
        },
        [](int64_t first, int64_t last, void* value, void* data) {
          auto& all = *static_cast<Column*>(data);
          for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
            all.out[i] = *static_cast<long*>(value) += all.in[i];
        },
        [](void* into, const void* from, void*) { *static_cast<long*>(into) += *static_cast<const long*>(from); }};
    const heddle_loop_options options = with(HEDDLE_LOOP_AUTOMATIC, 3);
    ASSERT_EQ(heddle_parallel_scan({0, static_cast<int64_t>(count), 1}, &scan, &column, &options), HEDDLE_OK);
    long expected = 0;
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(column.out[i], expected += column.in[i]);
  }
}

}  // namespace
