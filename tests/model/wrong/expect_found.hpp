// How a seeded bug is looked for: the explorer must find it, as the kind of failure it is. A rule that breaks a program
// in several ways is split until each has one: which of them is met first is the explorer's affair.
#pragma once

#include <string>

#include "tests/model/run_check.hpp"
#include "tests/model/wrong/seeded.hpp"

namespace heddle::model::wrong {

/// Check, with its first model thread counted as 0.
struct Engine : platform::Check {
  static constexpr int k_first_thread = 1;
};

/// @param failure  what the message must contain; empty where the bug shows in more than one way
template <class Program>
void expect_found(const std::string& failure) {
  const platform::check::Result result = run_check<Program>();
  EXPECT_FALSE(result.passed) << "the seeded bug was not found in " << result.runs << " runs";
  EXPECT_NE(result.failure.find(failure), std::string::npos) << result.text();
  testing::Test::RecordProperty("runs", std::to_string(result.runs));
}

}  // namespace heddle::model::wrong
