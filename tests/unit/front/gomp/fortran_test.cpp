// Fortran's entry points: arguments by reference, integers of four and eight bytes, strings with their length.
#include "front/gomp/fortran.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "front/gomp/exports.hpp"

namespace heddle::gomp {
namespace {

TEST(Fortran, IntegersOfBothKindsAreUnderstood) {
  const std::int32_t three = 3;
  heddle_omp_set_num_threads_(&three);
  EXPECT_EQ(heddle_omp_get_max_threads_(), 3);
  const std::int64_t four = 4;
  heddle_omp_set_num_threads_8_(&four);
  EXPECT_EQ(heddle_omp_get_max_threads_(), 4);
}

TEST(Fortran, WhatDoesNotFitAnIntBecomesTheNearestThatDoes) {
  EXPECT_EQ(as_int(std::int64_t{1} << 40), INT_MAX);
  EXPECT_EQ(as_int(-(std::int64_t{1} << 40)), INT_MIN);
  EXPECT_EQ(as_int(-5), -5);
  const std::int64_t far_level = std::int64_t{1} << 32;  // cut to an int it would be level 0
  EXPECT_EQ(heddle_omp_get_team_size_8_(&far_level), -1);
}

TEST(Fortran, AnyBitOfALogicalIsTrue) {
  const std::int64_t high = std::int64_t{1} << 32;
  heddle_omp_set_dynamic_8_(&high);
  EXPECT_EQ(heddle_omp_get_dynamic_(), 1);
  const std::int32_t no = 0;
  heddle_omp_set_dynamic_(&no);
  EXPECT_EQ(heddle_omp_get_dynamic_(), 0);
}

TEST(Fortran, TheEightByteFormStoresEightBytes) {
  const std::uint32_t guided = 3;
  const std::int64_t chunk = 5;
  heddle_omp_set_schedule_8_(&guided, &chunk);
  std::uint32_t kind = 0;
  std::int64_t wide = -1;  // its upper half must be written too
  heddle_omp_get_schedule_8_(&kind, &wide);
  EXPECT_EQ(kind, 3U);
  EXPECT_EQ(wide, 5);
  std::int32_t narrow[2] = {-1, -1};  // and nothing behind four bytes here
  heddle_omp_get_schedule_(&kind, narrow);
  EXPECT_EQ(narrow[0], 5);
  EXPECT_EQ(narrow[1], -1);
}

TEST(Fortran, StringsAreCutOrPaddedWithBlanksAndNeverEndInZero) {
  const std::string format = "fmt %n";
  heddle_omp_set_affinity_format_(format.data(), format.size());
  std::string wide(10, '?');
  EXPECT_EQ(heddle_omp_get_affinity_format_(wide.data(), wide.size()), 6);
  EXPECT_EQ(wide, "fmt %n    ");
  std::string narrow(3, '?');
  EXPECT_EQ(heddle_omp_get_affinity_format_(narrow.data(), narrow.size()), 6);
  EXPECT_EQ(narrow, "fmt");
}

TEST(Fortran, CapturedAffinityTakesItsFormatsLengthFromTheLastArgument) {
  const std::string text = "thread %n of %N, not this";
  std::string line(16, '?');
  EXPECT_EQ(heddle_omp_capture_affinity_(line.data(), text.data(), line.size(), 15), 13);
  EXPECT_EQ(line, "thread 0 of 1   ");
}

}  // namespace
}  // namespace heddle::gomp
