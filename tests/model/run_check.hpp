// Runs a model program under the explorer. A program is a class: its constructor sets up, thread(i) is what thread i of
// k_threads does, after() checks what must hold in the end.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "platform/check/check.hpp"

namespace heddle::model {

template <class Program>
platform::check::Result run_check(const platform::check::Options& options = {}) {
  return platform::check::explore(options, [] {
    Program program;
    std::vector<std::function<void()>> threads;
    for (int i = 0; i < Program::k_threads; ++i) threads.push_back([&program, i] { program.thread(i); });
    platform::check::run_threads(std::move(threads));
    program.after();
  });
}

// Sanitizers make a run ten times as slow, and look at the explorer, not at the model: fewer preemptions will do.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int k_most_preemptions = 1;
#else
inline constexpr int k_most_preemptions = 8;
#endif

/// Expects that no run within the bounds breaks a claim, and that there was something to explore.
template <class Program>
void expect_holds(platform::check::Options options = {}) {
  options.preemptions = std::min(options.preemptions, k_most_preemptions);
  const platform::check::Result result = run_check<Program>(options);
  EXPECT_TRUE(result.passed) << result.text();
  EXPECT_TRUE(result.complete) << "not all runs within the bounds were made";
  EXPECT_GT(result.runs, 10u);
  testing::Test::RecordProperty("runs", std::to_string(result.runs));
}

}  // namespace heddle::model
