// Result: a value or the reason why there is none.
#include "base/error.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace heddle::base {
namespace {

Error refusal() { return {Code::pinning, "cannot pin worker 3 to cpu 12", "the cpuset allows 0-7"}; }

TEST(Result, HoldsAValueThatCanBeMovedOut) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  ASSERT_TRUE(result.ok());
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
}

TEST(Result, HoldsAnErrorWithItsHint) {
  const Result<int> result(refusal());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Code::pinning);
  EXPECT_EQ(result.error().hint, "the cpuset allows 0-7");
}

TEST(ResultDeathTest, AskingARefusalForItsValueEndsTheProcess) {
  Result<int> result(refusal());
  EXPECT_DEATH(result.value(), "holds an error");
}

TEST(ResultDeathTest, AskingAValueForItsErrorEndsTheProcess) {
  const Result<int> result(7);
  EXPECT_DEATH(static_cast<void>(result.error()), "holds a value");
}

}  // namespace
}  // namespace heddle::base
