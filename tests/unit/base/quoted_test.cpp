// Text that others wrote, in messages: one line, visible, cut.
#include "base/quoted.hpp"

#include <gtest/gtest.h>

#include "base/message.hpp"

namespace heddle::base {
namespace {

TEST(Quoted, PlainTextStaysAsItIs) {
  EXPECT_EQ(base::quoted(""), "''");
  EXPECT_EQ(base::quoted("cores(4)"), "'cores(4)'");
  EXPECT_EQ(base::quoted("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\xa7\xb5"),
            "'gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\xa7\xb5'");
}

TEST(Quoted, WhatEndsALineOrDrivesATerminalIsEscaped) {
  EXPECT_EQ(base::quoted("1\nheddle: all is well"), "'1\\nheddle: all is well'");
  EXPECT_EQ(base::quoted("\x1b]0;title\a\r\t\x7f"), "'\\x1b]0;title\\x07\\r\\t\\x7f'");
  EXPECT_EQ(base::quoted(std::string_view("\0", 1)), "'\\x00'");
  EXPECT_EQ(base::quoted("\xc2\x9b"
                         "2J"),
            "'\\xc2\\x9b2J'")
      << "the one-byte CSI, as UTF-8";
  EXPECT_EQ(base::quoted("\x9b"
                         "2J"),
            "'\\x9b2J'");
  EXPECT_EQ(base::quoted("a\xe2\x80\xae"
                         "b"),
            "'a\\xe2\\x80\\xaeb'")
      << "right to left from here on";
}

TEST(Quoted, TheMarksThemselvesCannotBeForged) {
  EXPECT_EQ(base::quoted("' is fine; using '"), "'\\' is fine; using \\''");
  EXPECT_EQ(base::quoted("\\x1b"), "'\\\\x1b'");
}

TEST(Quoted, WhatIsNoUtf8IsShownByteByByte) {
  EXPECT_EQ(base::quoted("\xff"), "'\\xff'");
  EXPECT_EQ(base::quoted("\xc3"), "'\\xc3'") << "cut short";
  EXPECT_EQ(base::quoted("\xc0\x9b"), "'\\xc0\\x9b'") << "longer than it need be";
  EXPECT_EQ(base::quoted("\xed\xa0\x80"), "'\\xed\\xa0\\x80'") << "a surrogate";
  EXPECT_EQ(base::quoted("\xf5\x80\x80\x80"), "'\\xf5\\x80\\x80\\x80'");
}

TEST(Quoted, WhatIsLongIsCutBetweenCharactersAndItsLengthTold) {
  EXPECT_EQ(base::quoted(std::string(k_quoted_bytes, 'a')), "'" + std::string(k_quoted_bytes, 'a') + "'");
  EXPECT_EQ(base::quoted(std::string(131072, 'a')), "'" + std::string(k_quoted_bytes, 'a') + "...' (131072 bytes)");
  for (const std::string_view unit : {"\xe2\x82\xac", "\x1b", "'", "\\", "\xff", "\xf0\x9f\xa7\xb5", "ab\n"}) {
    for (std::size_t shift = 0; shift < 5; ++shift) {
      std::string text(shift, 'x');
      while (text.size() < 1000) text.append(unit);
      const std::string shown = base::quoted(text);
      const std::size_t end = shown.rfind("...' (");
      ASSERT_NE(end, std::string::npos);
      EXPECT_LE(end, 1 + k_quoted_bytes);
      EXPECT_GT(end, k_quoted_bytes - 4);
      EXPECT_TRUE(shown.ends_with(std::to_string(text.size()) + " bytes)"));
    }
  }
}

TEST(Quoted, WithoutMarksTheSameIsShownAndCut) {
  EXPECT_EQ(base::quoted("heat.c:4 (in f\n's)", Marks::none), "heat.c:4 (in f\\n's)");
  EXPECT_EQ(base::quoted(std::string(1000, 'a'), Marks::none), std::string(k_quoted_bytes, 'a') + "... (1000 bytes)");
}

TEST(Quoted, ANameIsShownAsItIsOnlyWhenItIsOne) {
  EXPECT_EQ(named("HEDDLE_TRACE2"), "HEDDLE_TRACE2");
  EXPECT_EQ(named(""), "''");
  EXPECT_EQ(named("KMP_\x1b[31m"), "'KMP_\\x1b[31m'");
  EXPECT_EQ(named(std::string(41, 'A')), "'" + std::string(41, 'A') + "'");
}

TEST(Quoted, AnEndlessValueLeavesTheSentenceWhole) {
  const std::string endless(100'000, '\x1b');
  testing::internal::CaptureStderr();
  warn({"A=", Quoted(endless), ", B=", Quoted(endless), " and C=", Quoted(endless), " are not understood"});
  const std::string written = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(written.ends_with(" are not understood\n")) << written;
  EXPECT_EQ(written.find('\x1b'), std::string::npos);
}

TEST(Message, APieceThatNobodyQuotedStaysOneVisibleLine) {
  testing::internal::CaptureStderr();
  warn({"it says: a\nheddle: b\x1b[2J"});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "heddle: warning: it says: a\\nheddle: b\\x1b[2J\n");
}

}  // namespace
}  // namespace heddle::base
