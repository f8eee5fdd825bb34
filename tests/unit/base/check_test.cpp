// HEDDLE_CHECK and the messages: what the user reads.
#include "base/check.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "base/message.hpp"

namespace heddle::base {
namespace {

TEST(Check, APassedConditionEvaluatesOnceAndSaysNothing) {
  int evaluated = 0;
  testing::internal::CaptureStderr();
  HEDDLE_CHECK(++evaluated == 1, "never said");
  EXPECT_EQ(evaluated, 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(CheckDeathTest, AFailedConditionEndsTheProcessWithItsSentenceAndLine) {
  EXPECT_DEATH(HEDDLE_CHECK(1 + 1 == 3, "the sum is wrong"),
               "^heddle: the sum is wrong \\(.*check_test.cpp:[0-9]+\\)\n$");
}

TEST(MessageDeathTest, FatalJoinsItsPiecesAndAborts) {
  EXPECT_EXIT(fatal({"one ", "and ", "two"}), testing::KilledBySignal(SIGABRT), "^heddle: one and two\n$");
}

TEST(Message, AWarningIsGivenOnce) {
  static OnceGate gate;
  testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) warn_once(gate, {"OMP_NUM_THREADS=", "x", " is not a number"});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "heddle: warning: OMP_NUM_THREADS=x is not a number\n");
}

TEST(Message, WhatIsTooLongIsCutOffVisiblyAndStaysOneLine) {
  const std::string endless(10 * k_message_bytes, 'x');
  testing::internal::CaptureStderr();
  warn({endless, "y"});
  const std::string written = testing::internal::GetCapturedStderr();
  EXPECT_EQ(written.size(), k_message_bytes);
  EXPECT_EQ(written.substr(written.size() - 5), "x...\n");
}

TEST(Message, WhatJustFitsIsNotMarkedAsCut) {
  const std::string prefix = "heddle: warning: ";
  const std::string fitting(k_message_bytes - 4 - prefix.size(), 'x');  // 4: the reserved "...\n"
  testing::internal::CaptureStderr();
  warn({fitting});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), prefix + fitting + "\n");
}

TEST(Message, ErrnoSurvivesAWarning) {
  const int kept = ::dup(STDERR_FILENO);
  ::close(STDERR_FILENO);  // the write fails, which would set EBADF
  errno = ENOENT;
  warn({"nobody hears this"});
  const int after = errno;
  ::dup2(kept, STDERR_FILENO);
  ::close(kept);
  EXPECT_EQ(after, ENOENT);
}

}  // namespace
}  // namespace heddle::base
