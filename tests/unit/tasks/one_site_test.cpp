// Tasks of one site, nearly all of them short: one that waits for others is run by somebody who need not be back.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "heddle/heddle.hpp"
#include "workers.hpp"

namespace {

constexpr int k_side = 10;
constexpr int k_group = k_side * k_side;  // fewer than 64 a worker

class OneSite : public WithWorkers {};
INSTANTIATE_TEST_SUITE_P(workers, OneSite, testing::Values(2U, 4U));

// For ever, if that does not come.
void wait_until_at_least(const std::atomic<int>& count, int wanted) {
  while (count < wanted) std::this_thread::yield();
}

/// A grid of tasks that depend on those to the left and above; none is a gate where `gate` is negative.
class Graph {
 public:
  explicit Graph(int gate) : row_(gate / k_side), column_(gate % k_side), has_gate_(gate >= 0) {
    for (int row = 0; row < k_side; ++row)
      for (int column = 0; column < k_side; ++column) make(row, column);
    heddle::wait();
    EXPECT_EQ(beside_, others());
    EXPECT_EQ(beside_ + behind_ + passed_, k_group);
  }

 private:
  int others() const { return has_gate_ ? k_group - (k_side - row_) * (k_side - column_) : k_group; }
  void make(int row, int column) {
    using heddle::in;
    using heddle::out;
    heddle::spawn([this, row, column] { node(row, column); }, in(cells_[row][column + 1]), in(cells_[row + 1][column]),
                  out(cells_[row + 1][column + 1]));
  }
  void node(int row, int column) {
    if (!has_gate_ || row < row_ || column < column_) {
      ++beside_;
    } else if (row > row_ || column > column_) {
      EXPECT_EQ(passed_, 1);
      ++behind_;
    } else {
      wait_until_at_least(beside_, others());
      passed_ = 1;
    }
  }

  const int row_, column_;
  const bool has_gate_;
  std::atomic<int> beside_{0}, behind_{0}, passed_{0};
  char cells_[k_side + 1][k_side + 1]{};
};

TEST_P(OneSite, a_gate_holds_up_those_behind_it_alone) {
  with_workers([] {
    for (int round = 0; round < 50; ++round) Graph(-1);  // all are short
    for (int gate = 0; gate < k_group; ++gate) Graph{gate};
  });
}

TEST_P(OneSite, two_long_tasks_among_short_ones_run_at_the_same_time) {
  with_workers([] {
    std::atomic<int> started{0}, finished{0};
    const auto submit = [&](bool is_long) {
      heddle::spawn([&started, &finished, is_long] {
        if (is_long) {
          ++started;
          wait_until_at_least(started, 2);
        }
        ++finished;
      });
    };
    for (int i = 0; i < 2000; ++i) submit(false);
    heddle::wait();
    for (int group = 0; group < k_group; ++group) {
      started = 0;
      for (int i = 0; i < k_group; ++i) submit(i == group || i == (group + 1 + 7 * group % 99) % k_group);
      heddle::wait();
      EXPECT_EQ(started, 2) << group;
    }
    EXPECT_EQ(finished, 2000 + k_group * k_group);
  });
}

}  // namespace
