// What continues a value is a task of who brings it, whoever that is.
#include <gtest/gtest.h>

#include <atomic>

#include "heddle/heddle.hpp"
#include "workers.hpp"

namespace {

class Continuations : public WithWorkers {};
INSTANTIATE_TEST_SUITE_P(workers, Continuations, testing::Values(1U, 2U, 4U));

TEST_P(Continuations, of_many_values_are_all_run_once_whoever_brings_them) {
  with_workers([] {
    std::atomic<int> sum{0};
    heddle::task_group group;
    for (int i = 0; i < 500; ++i) {
      group.run([&sum, i] {
        heddle::future<int> value = heddle::async([i] { return i % 3; });
        for (int step = 0; step < 3; ++step) value = value.then([](int v) { return v + 1; });
        value.then([&sum](int v) { heddle::spawn([&sum, v] { sum += v; }); });
      });
    }
    group.wait();
    EXPECT_EQ(sum, 3 * 500 + 499);
  });
}

}  // namespace
