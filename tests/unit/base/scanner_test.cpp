// The reader of variables: each function takes its token or leaves the text as it was.
#include "base/scanner.hpp"

#include <gtest/gtest.h>

namespace {

using namespace heddle::base;

constexpr Word<int> k_words[] = {{"static", 1}, {"fast-node", 2}, {"node", 3}, {"ll_caches", 4}, {"x1", 5}};

TEST(Scanner, a_word_is_taken_whole_in_either_case_or_not_at_all) {
  struct Case {
    const char* text;
    int value;         // 0: none
    const char* rest;  // behind it
  };
  constexpr Case cases[] = {
      {"static", 1, ""},
      {"  STATIC,4", 1, ",4"},
      {"statically", 0, "statically"},
      {"stati", 0, "stati"},
      {"static4", 0, "static4"},
      {"static-4", 1, "-4"},
      {"fast-node", 2, ""},
      {"Fast-Node(2)", 2, "(2)"},
      {"fast", 0, "fast"},
      {"fast-", 0, "fast-"},
      {"fast-nodes", 0, "fast-nodes"},
      {"node", 3, ""},
      {"-node", 0, "-node"},
      {"node-", 3, "-"},
      {"node-x", 0, "node-x"},
      {"LL_Caches", 4, ""},
      {"ll", 0, "ll"},
      {"x1", 5, ""},
      {"x", 0, "x"},
      {"", 0, ""},
  };
  for (const Case& row : cases) {
    Scanner scanner(row.text);
    EXPECT_EQ(scanner.word(k_words).value_or(0), row.value) << row.text;
    EXPECT_EQ(scanner.rest(), row.rest) << row.text;
  }
}

TEST(Scanner, a_number_fits_or_is_none) {
  struct Case {
    const char* text;
    bool any;
    std::uint64_t value;
    const char* rest;
  };
  constexpr Case cases[] = {
      {"0", true, 0, ""},
      {" +12x", true, 12, "x"},
      {"18446744073709551615", true, UINT64_MAX, ""},
      {"18446744073709551616", false, 0, "18446744073709551616"},
      {"18446744073709551620", false, 0, "18446744073709551620"},
      {"99999999999999999999", false, 0, "99999999999999999999"},
      {"+", false, 0, "+"},
      {"++1", false, 0, "++1"},
      {"-1", false, 0, "-1"},
      {"x", false, 0, "x"},
      {"", false, 0, ""},
      {"007", true, 7, ""},
  };
  for (const Case& row : cases) {
    Scanner scanner(row.text);
    const auto value = scanner.number();
    EXPECT_EQ(value.has_value(), row.any) << row.text;
    EXPECT_EQ(value.value_or(0), row.value) << row.text;
    EXPECT_EQ(scanner.rest(), row.rest) << row.text;
  }
}

TEST(Scanner, a_number_out_of_its_range_is_left_where_it_is) {
  for (const auto& [text, any] : {std::pair{"3", false}, {"4", true}, {"9", true}, {"10", false}, {"x", false}}) {
    Scanner scanner(text);
    EXPECT_EQ(scanner.number_in(4, 9).has_value(), any) << text;
    EXPECT_EQ(scanner.rest(), any ? "" : text);
  }
}

TEST(Scanner, a_signed_number_goes_to_two_to_the_31_either_way) {
  struct Case {
    const char* text;
    bool any;
    std::int64_t value;
  };
  constexpr Case cases[] = {
      {"0", true, 0},
      {"-0", true, 0},
      {"5", true, 5},
      {"-5", true, -5},
      {"- 5", true, -5},
      {"2147483648", true, 2147483648},
      {"-2147483648", true, -2147483648},
      {"2147483649", false, 0},
      {"-2147483649", false, 0},
      {"--5", false, 0},
      {"-", false, 0},
  };
  for (const Case& row : cases) {
    Scanner scanner(row.text);
    const auto value = scanner.signed_number();
    EXPECT_EQ(value.has_value(), row.any) << row.text;
    EXPECT_EQ(value.value_or(0), row.value) << row.text;
    EXPECT_EQ(scanner.rest(), row.any ? "" : row.text) << row.text;
  }
}

TEST(Scanner, white_space_stands_before_tokens_and_at_the_end) {
  Scanner scanner(" \t\n( \r\f\v) ");
  EXPECT_EQ(scanner.peek(), '(');
  EXPECT_FALSE(scanner.accept(')'));
  EXPECT_TRUE(scanner.accept('('));
  EXPECT_FALSE(scanner.at_end());
  EXPECT_EQ(scanner.peek(), ')');
  EXPECT_TRUE(scanner.accept(')'));
  EXPECT_EQ(scanner.peek(), '\0');
  EXPECT_TRUE(scanner.at_end());
  EXPECT_FALSE(scanner.accept(')'));
}

}  // namespace
