// A function's own name out of what compilers write.
#include <gtest/gtest.h>

#include "tools/heddle/trace/output.hpp"
#include "tools/heddle/trace/story.hpp"

namespace {

using heddle::tools::short_enough;
using heddle::tools::short_function;

TEST(ShortFunction, IsTheNameAlone) {
  EXPECT_EQ(short_function("int main()"), "main");
  EXPECT_EQ(short_function("main"), "main");
  EXPECT_EQ(short_function("unsigned int by_accesses(int, int)"), "by_accesses");
  EXPECT_EQ(short_function("void a::b<std::pair<int, long> >::solve(int) const"), "a::b<std::pair<int, long> >::solve");
  EXPECT_EQ(short_function("std::map<int, int> make()"), "make");
  EXPECT_EQ(short_function("int {anonymous}::f()"), "{anonymous}::f");
  EXPECT_EQ(short_function("int (anonymous namespace)::f()"), "f");
  EXPECT_EQ(short_function("void one(one(int)::_ZL3onei.Frame*)"), "one");
  EXPECT_EQ(short_function("main()::<lambda(int)>"), "main");
}

TEST(ShortFunction, OfWhatIsNoneIsThat) {
  EXPECT_EQ(short_function(""), "");
  EXPECT_EQ(short_function("(odd)"), "(odd)");
}

TEST(ShortEnough, NeverCutsALetter) {
  EXPECT_EQ(short_enough("abcdef", 6), "abcdef");
  EXPECT_EQ(short_enough("abcdefg", 6), "abc...");
  EXPECT_EQ(short_enough("ab\u00e4\u00e4\u00e4", 6), "ab...");
}

}  // namespace
