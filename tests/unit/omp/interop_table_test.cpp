// What interop objects answer where the host has no foreign runtime: names, results and sentences, as omp.h of GCC 16
// and of LLVM 19 number them; and which numbers of a device mean the host.
#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <set>
#include <string>

#include "omp/device.hpp"
#include "omp/routines.hpp"

namespace heddle::omp {
namespace {

struct PropertyCase {
  int number;
  const char* name;
};

constexpr std::array<PropertyCase, 9> k_properties = {{{-1, "fr_id"},
                                                       {-2, "fr_name"},
                                                       {-3, "vendor"},
                                                       {-4, "vendor_name"},
                                                       {-5, "device_num"},
                                                       {-6, "platform"},
                                                       {-7, "device"},
                                                       {-8, "device_context"},
                                                       {-9, "targetsync"}}};

TEST(InteropTable, a_property_has_the_name_that_the_standard_gives_its_number) {
  for (const auto& [number, name] : k_properties) EXPECT_STREQ(interop_property_name(number), name) << number;
}

TEST(InteropTable, what_is_no_property_has_no_name_and_is_out_of_range) {
  for (const int number : {INT_MIN, -100, -11, -10, 0, 1, 9, INT_MAX}) {
    EXPECT_EQ(interop_property_name(number), nullptr) << number;
    EXPECT_EQ(interop_result(number), InteropResult::out_of_range) << number;
  }
}

TEST(InteropTable, an_object_has_no_value_for_any_property_because_it_is_empty) {
  for (const auto& [number, name] : k_properties) EXPECT_EQ(interop_result(number), InteropResult::empty) << name;
}

TEST(InteropTable, results_have_the_numbers_that_compiled_programs_hold) {
  const std::array<std::pair<InteropResult, int>, 8> numbers = {{{InteropResult::no_value, 1},
                                                                 {InteropResult::success, 0},
                                                                 {InteropResult::empty, -1},
                                                                 {InteropResult::out_of_range, -2},
                                                                 {InteropResult::is_int, -3},
                                                                 {InteropResult::is_ptr, -4},
                                                                 {InteropResult::is_str, -5},
                                                                 {InteropResult::other, -6}}};
  for (const auto& [result, number] : numbers) EXPECT_EQ(static_cast<int>(result), number);
  EXPECT_EQ(k_interop_none, 0U);
}

TEST(InteropTable, each_result_has_a_sentence_of_its_own_and_other_numbers_have_none) {
  std::set<std::string> sentences;
  for (int result = -6; result <= 1; ++result) {
    const char* const sentence = interop_result_meaning(result);
    ASSERT_NE(sentence, nullptr) << result;
    sentences.insert(sentence);
  }
  EXPECT_EQ(sentences.size(), 8U);
  for (const int result : {INT_MIN, -7, 2, INT_MAX}) EXPECT_EQ(interop_result_meaning(result), nullptr) << result;
}

TEST(InteropTable, who_asks_in_the_wrong_type_is_told_which_function_to_ask) {
  const std::array<std::pair<InteropResult, const char*>, 3> functions = {
      {{InteropResult::is_int, "omp_get_interop_int"},
       {InteropResult::is_ptr, "omp_get_interop_ptr"},
       {InteropResult::is_str, "omp_get_interop_str"}}};
  for (const auto& [result, function] : functions) {
    const std::string sentence = interop_result_meaning(static_cast<int>(result));
    EXPECT_NE(sentence.find(function), std::string::npos) << sentence;
  }
}

// -- Copies of rectangles, each beside what it must look like.

struct RectangleCase {
  std::array<std::size_t, 2> volume;
  std::array<std::size_t, 2> to;
  std::array<std::size_t, 2> from;
  const char* expected;  // of three rows of four, where '.' is what was there
};

TEST(RectangleTable, a_volume_goes_from_its_place_to_its_place_and_nothing_else_moves) {
  const RectangleCase cases[] = {
      {{1, 1}, {0, 0}, {0, 0}, "a...|....|...."}, {{1, 1}, {2, 3}, {0, 0}, "....|....|...a"},
      {{1, 1}, {0, 0}, {1, 2}, "h...|....|...."}, {{2, 2}, {0, 0}, {0, 0}, "ab..|fg..|...."},
      {{2, 2}, {1, 2}, {0, 0}, "....|..ab|..fg"}, {{2, 3}, {1, 0}, {0, 2}, "....|cde.|hij."},
      {{1, 4}, {1, 0}, {1, 1}, "....|ghij|...."}, {{2, 1}, {0, 3}, {0, 4}, "...e|...j|...."},
      {{0, 4}, {0, 0}, {0, 0}, "....|....|...."}, {{2, 0}, {1, 1}, {0, 0}, "....|....|...."},
  };
  const std::string source = "abcdefghij";  // two rows of five
  const std::array<std::size_t, 2> from_extents{2, 5};
  const std::array<std::size_t, 2> to_extents{3, 4};
  for (const RectangleCase& row : cases) {
    std::string target(12, '.');
    const RectangleSide to{reinterpret_cast<std::byte*>(target.data()), to_extents.data(), row.to.data()};
    const RectangleSide from{reinterpret_cast<std::byte*>(const_cast<char*>(source.data())), from_extents.data(),
                             row.from.data()};
    ASSERT_TRUE(copy_rectangle(to, from, {1, 2, row.volume.data()}));
    EXPECT_EQ(target.substr(0, 4) + "|" + target.substr(4, 4) + "|" + target.substr(8), row.expected);
  }
}

TEST(RectangleTable, of_one_dimension_a_run_of_elements_is_copied) {
  const std::array<int, 6> source{1, 2, 3, 4, 5, 6};
  std::array<int, 5> target{};
  const std::size_t volume = 3;
  const std::size_t to_start = 1;
  const std::size_t from_start = 2;
  const std::size_t extents[] = {5, 6};
  const RectangleSide to{reinterpret_cast<std::byte*>(target.data()), &extents[0], &to_start};
  const RectangleSide from{reinterpret_cast<std::byte*>(const_cast<int*>(source.data())), &extents[1], &from_start};
  ASSERT_TRUE(copy_rectangle(to, from, {sizeof(int), 1, &volume}));
  EXPECT_EQ(target, (std::array<int, 5>{0, 3, 4, 5, 0}));
}

}  // namespace
}  // namespace heddle::omp
