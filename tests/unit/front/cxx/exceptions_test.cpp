// What bodies throw: it ends the loop, and comes out once.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "heddle/heddle.hpp"

namespace {

using heddle::loop_schedule;

constexpr loop_schedule k_schedules[] = {loop_schedule::automatic, loop_schedule::static_blocks, loop_schedule::dynamic,
                                         loop_schedule::guided,    loop_schedule::idws,          loop_schedule::steal};

struct Failure {
  int index;
};

TEST(Exceptions, one_body_throws_and_the_call_throws_the_same) {
  for (const loop_schedule schedule : k_schedules) {
    for (const unsigned threads : {1u, 2u, 4u}) {
      int caught = -1;
      try {
        heddle::parallel_for(0, 10'000,
                             [](int index) {
                               if (index == 7'777) throw Failure{index};
                             },
                             {.schedule = schedule, .threads = threads});
      } catch (const Failure& failure) {
        caught = failure.index;
      }
      EXPECT_EQ(caught, 7'777);
    }
  }
}

TEST(Exceptions, all_bodies_throw_and_one_of_them_comes_out) {
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> thrown{0};
    int caught = 0;
    try {
      heddle::parallel_for(0, 1000,
                           [&](int index) {
                             thrown.fetch_add(1);
                             throw Failure{index};
                           },
                           {.threads = 4});
    } catch (const Failure&) {
      ++caught;
    }
    EXPECT_EQ(caught, 1);
    EXPECT_LE(thrown.load(), 4);  // each thread at most once
  }
}

TEST(Exceptions, a_loop_that_was_ended_does_not_run_on) {
  for (const loop_schedule schedule : k_schedules) {
    std::atomic<int> run{0};
    EXPECT_THROW(heddle::parallel_for(0, 1'000'000,
                                      [&](int) {
                                        run.fetch_add(1);
                                        throw std::runtime_error("first");
                                      },
                                      {.schedule = schedule, .threads = 2}),
                 std::runtime_error);
    EXPECT_LE(run.load(), 2);
  }
}

TEST(Exceptions, out_of_a_nested_loop_they_pass_through_both) {
  std::string caught;
  try {
    heddle::parallel_for(0, 20,
                         [](int outer) {
                           heddle::parallel_for(0, 20, [=](int inner) {
                             if (outer == 11 && inner == 13) throw std::runtime_error("11, 13");
                           });
                         },
                         {.threads = 3});
  } catch (const std::runtime_error& error) {
    caught = error.what();
  }
  EXPECT_EQ(caught, "11, 13");
}

TEST(Exceptions, a_loop_runs_whole_after_one_that_failed) {
  for (int round = 0; round < 20; ++round) {
    EXPECT_THROW(heddle::parallel_for(0, 100, [](int) { throw Failure{0}; }, {.threads = 3}), Failure);
    std::atomic<int> run{0};
    heddle::parallel_for(0, 100, [&](int) { run.fetch_add(1); }, {.threads = 3});
    EXPECT_EQ(run.load(), 100);
  }
}

TEST(Exceptions, of_reductions_and_scans_come_out_as_well) {
  const auto fails = [](int index) -> int { throw Failure{index}; };
  EXPECT_THROW(heddle::parallel_reduce(0, 100, heddle::sum<int>(), fails), Failure);
  EXPECT_THROW(heddle::parallel_reduce(0, 100, heddle::deterministic(heddle::sum<int>()), fails), Failure);
  const auto bad_join = heddle::reduction(0, [](int, int) -> int { throw Failure{1}; });
  EXPECT_THROW(heddle::parallel_reduce(0, 100, bad_join, [](int index) { return index; }), Failure);
  std::vector<int> values(3000, 1);
  EXPECT_THROW(heddle::parallel_inclusive_scan(values, values, bad_join), Failure);
}

}  // namespace
