// Tasks that reduce: what their parts come to, who waits for them, and where tasks say that they were made.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "heddle/heddle.h"
#include "heddle/heddle.hpp"

namespace {

using heddle::in;
using heddle::inout;
using heddle::reducing;

class Reductions : public testing::TestWithParam<unsigned> {
 protected:
  template <class F>
  void with_workers(F body) {
    heddle::scope({.workers = GetParam()}, body);
  }
};
INSTANTIATE_TEST_SUITE_P(workers, Reductions, testing::Values(1U, 2U, 4U));

TEST_P(Reductions, add_every_part_once) {
  with_workers([] {
    long total = 7;
    for (long i = 1; i <= 3000; ++i) heddle::spawn([i](long& part) { part += i; }, reducing(total));
    heddle::wait();
    EXPECT_EQ(total, 7 + 3000L * 3001 / 2);
  });
}

TEST_P(Reductions, lie_between_those_who_write_before_and_read_behind) {
  with_workers([] {
    for (int round = 0; round < 200; ++round) {
      long total = -1, seen = 0;
      heddle::spawn([&total] { total = 100; }, inout(total));
      for (long i = 0; i < 20; ++i) heddle::spawn([](long& part) { part += 2; }, reducing(total));
      heddle::spawn([&] { seen = total; }, in(total));
      heddle::spawn([&total] { total = 0; }, inout(total));
      heddle::wait();
      ASSERT_EQ(seen, 140);
      ASSERT_EQ(total, 0);
    }
  });
}

TEST_P(Reductions, of_two_targets_keep_their_order_among_other_accesses) {
  with_workers([] {
    int least = 1000;
    double product = 1;
    int offset = 5;
    for (int i = 1; i <= 8; ++i) {
      heddle::spawn(
          [i, &offset](int& low, double& factor) {
            low = std::min(low, i + offset);
            factor *= 2;
          },
          reducing(least, heddle::minimum<int>()), in(offset), reducing(product, heddle::product<double>()));
    }
    heddle::wait();
    EXPECT_EQ(least, 6);
    EXPECT_EQ(product, 256);
  });
}

TEST_P(Reductions, of_a_group_that_fails_leave_out_the_part_of_who_threw) {
  with_workers([] {
    int total = 0;
    heddle::task_group group;
    group.run(
        [](int& part) {
          part = 1;
          throw std::runtime_error("no part");
        },
        reducing(total));
    EXPECT_THROW(group.wait(), std::runtime_error);
    EXPECT_EQ(total, 0);
  });
}

TEST_P(Reductions, hand_on_what_a_join_throws) {
  with_workers([] {
    int total = 0;
    heddle::task_group group;
    group.run(
        {.name = "joins"}, [](int& part) { part = 1; },
        reducing(total, heddle::reduction(0, [](int, int) -> int { throw std::runtime_error("no sum"); })));
    EXPECT_THROW(group.wait(), std::runtime_error);
    EXPECT_STREQ(heddle::last_failed_task().name, "joins");
  });
}

TEST_P(Reductions, own_what_their_bodies_own) {
  with_workers([] {
    std::vector<int> all;
    const auto joined = heddle::reduction(std::vector<int>{}, [](std::vector<int> one, const std::vector<int>& other) {
      one.insert(one.end(), other.begin(), other.end());
      return one;
    });
    for (int i = 0; i < 100; ++i) {
      heddle::spawn([i](std::vector<int>& part) { part.push_back(i); }, reducing(all, joined));
    }
    heddle::wait();
    std::sort(all.begin(), all.end());
    ASSERT_EQ(all.size(), 100U);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(all[i], i);
  });
}

TEST(ReductionsInC, join_one_part_at_a_time) {
  struct Adding {
    double* total;
    double part;
  };
  heddle::scope({.workers = 4}, [] {
    double total = 0;
    const heddle_access access{&total, sizeof total, HEDDLE_CONCURRENT};
    for (int i = 0; i < 1000; ++i) {
      Adding adding{&total, 1.5};
      heddle_task task = HEDDLE_TASK;
      task.body = [](void* argument) {
        auto& [to, part] = *static_cast<Adding*>(argument);
        heddle_reduction_combine(to, &part, [](void* target, void* what) {
          *static_cast<double*>(target) += *static_cast<const double*>(what);
        });
      };
      task.argument = &adding;
      task.argument_bytes = sizeof adding;
      task.argument_alignment = alignof(Adding);
      task.accesses = &access;
      task.access_count = 1;
      ASSERT_EQ(heddle_spawn(&task), HEDDLE_OK);
    }
    heddle_wait(nullptr);
    EXPECT_EQ(total, 1500);
  });
  EXPECT_EQ(heddle_reduction_combine(nullptr, nullptr, nullptr), HEDDLE_NULL_BODY);
}

/// The line in which the task was made that made `group` fail.
unsigned failed_line(heddle::task_group& group) {
  EXPECT_THROW(group.wait(), int);
  EXPECT_NE(std::string(heddle::last_failed_task().where.file_name()).find("reductions_test.cpp"), std::string::npos);
  return heddle::last_failed_task().where.line();
}

TEST_P(Reductions, and_other_tasks_without_options_know_their_line) {
  with_workers([] {
    int x = 0;
    heddle::task_group group;
    const unsigned line = __LINE__;
    group.run([] { throw 1; });
    EXPECT_EQ(failed_line(group), line + 1);
    group.run([] { throw 2; }, inout(x));
    EXPECT_EQ(failed_line(group), line + 3);
    group.run([](int&) { throw 3; }, reducing(x));
    EXPECT_EQ(failed_line(group), line + 5);
    group.run([] { heddle::spawn([] { throw 4; }); });
    EXPECT_EQ(failed_line(group), line + 7);
    group.run([&x] { heddle::spawn([] { throw 5; }, in(x)); });
    EXPECT_EQ(failed_line(group), line + 9);
  });
}

}  // namespace
