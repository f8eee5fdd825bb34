// A name that there is not is answered with those that there are, and with the nearest one.
#include "base/spelling.hpp"

#include <gtest/gtest.h>

namespace heddle::base {
namespace {

constexpr std::string_view k_names[] = {"static", "dynamic", "steal", "steal_most"};

TEST(Spelling, TheNearestNameHasTheFewestLettersToChange) {
  EXPECT_EQ(nearest("stael", k_names, 2), "steal");
  EXPECT_EQ(nearest("steal_mist", k_names, 3), "steal_most");
  EXPECT_EQ(nearest("DYNAMICS", k_names, 1), "dynamic") << "in either case";
  EXPECT_EQ(nearest("fifo", k_names, 2), "") << "all need more";
  EXPECT_EQ(nearest(std::string(100'000, 's'), k_names, 2), "");
}

TEST(Spelling, OfTwoThatAreEquallyNearTheFirstIsMeant) {
  constexpr std::string_view two[] = {"one", "ore"};
  EXPECT_EQ(nearest("ote", two, 1), "one");
  EXPECT_EQ(nearest("ore", two, 1), "ore");
}

TEST(Spelling, AListNamesAllAndAsksForTheOneThatMayBeMeant) {
  EXPECT_EQ(listed(k_names), "static, dynamic, steal, steal_most");
  EXPECT_EQ(listed_for("dynamc", k_names), "static, dynamic, steal, steal_most (did you mean dynamic?)");
  for (const std::string_view text : {"fifo", "", "Dynamic"})
    EXPECT_EQ(listed_for(text, k_names), listed(k_names)) << "nothing is near, or nothing is wrong with the name";
}

}  // namespace
}  // namespace heddle::base
