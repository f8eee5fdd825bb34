// Parallel regions: every member runs the body once, whatever the sizes, the nesting and the masters.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

TEST(Regions, every_seat_runs_the_body_once_while_the_team_grows_and_shrinks) {
  Engine engine(quick_settings());
  for (unsigned round = 0; round < 300; ++round) {
    const unsigned threads = 1 + (round * 7) % 8;
    std::vector<std::atomic<int>> ran(threads);
    parallel(threads, [&] { ++ran[seat()]; });
    for (unsigned i = 0; i < threads; ++i) ASSERT_EQ(ran[i], 1) << "seat " << i << " of " << threads;
  }
}

TEST(Regions, a_task_opens_a_region_after_its_worker_has_finished_other_tasks_of_that_parent) {
  Engine engine(quick_settings());
  std::atomic<int> ran{0};
  for (int round = 0; round < 50; ++round) {
    parallel(2, [&] {
      if (seat() != 0) return;
      for (int i = 0; i < 20; ++i) {
        spawn([&ran] {
          parallel(2, [&ran] {
            ++ran;
            barrier();
          });
        });
      }
      P::yield();
    });
  }
  EXPECT_EQ(ran, 50 * 20 * 2);
}

TEST(Regions, a_member_of_a_large_team_counts_as_a_seeker_after_an_inner_region_as_before_it) {
  runtime::Settings settings = quick_settings();
  settings.processors = 64;
  Engine engine(settings);
  std::atomic<int> members{0};
  parallel(34, [&] {
    if (!self().may_seek) return;
    parallel(1, [] {});
    if (self().may_seek) ++members;
  });
  EXPECT_EQ(members, 34);
  EXPECT_FALSE(self().may_seek);
}

TEST(Regions, a_pool_thread_that_was_dismissed_leaves_its_worker_to_the_next) {
  Engine engine(quick_settings());
  runtime::Runtime<P>& runtime = *self().runtime;
  std::atomic<std::uint32_t> highest{0};
  for (int round = 0; round < 50; ++round) {
    std::thread([&] {
      runtime.attach();
      std::atomic<int> ran{0};
      parallel(4, [&] {
        ++ran;
        for (std::uint32_t seen = highest; seen < self().id && !highest.compare_exchange_weak(seen, self().id);)
          continue;
      });
      EXPECT_EQ(ran, 4);
      runtime.detach(self());
    }).join();
    runtime.dismiss_idle();
    while (runtime.threads() != 1) P::yield();  // they end
  }
  EXPECT_LT(highest, 10u) << "workers are made anew";
}

TEST(Regions, nested_regions_join_inside_out) {
  Engine engine(quick_settings());
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> inner{0};
    parallel(2, [&] {
      parallel(3, [&] { parallel(2, [&] { ++inner; }); });
      barrier();
      EXPECT_EQ(inner, 12);
    });
  }
}

TEST(Regions, an_inner_region_gets_the_workers_that_the_one_around_it_leaves_idle) {
  runtime::Settings settings = quick_settings();
  settings.thread_limit = 4;
  Engine engine(settings);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> outer{0};
    parallel(4, [&] { ++outer; });
    EXPECT_EQ(outer, 4);
    std::atomic<int> inner{0};
    parallel(3, [&] {
      if (seat() == 0) parallel(2, [&] { ++inner; });
    });
    EXPECT_EQ(inner, 2);
  }
}

// Unlike thread_limit, which counts the masters, too.
TEST(Regions, a_pool_with_a_limit_gives_the_same_to_few_masters_and_to_many) {
  runtime::Settings settings = quick_settings();
  settings.pool_limit = 3;
  Engine engine(settings);
  std::atomic<int> ran{0};
  parallel(8, [&] { ++ran; });
  EXPECT_EQ(ran, 1 + 3);
  {
    std::vector<std::jthread> masters;
    for (int m = 0; m < 4; ++m) {
      masters.emplace_back([&] {
        engine.enter();
        std::atomic<int> alone{0};
        parallel(8, [&] { ++alone; });
        EXPECT_EQ(alone, 1);  // the first master's team has them all
        engine.leave();
      });
    }
  }
  EXPECT_EQ(engine.runtime().threads(), 1 + 3U);
}

TEST(Regions, masters_that_come_and_go_share_the_pool) {
  Engine engine(quick_settings());
  std::atomic<int> ran{0};
  for (int wave = 0; wave < 60; ++wave) {
    std::vector<std::jthread> masters;
    for (int m = 0; m < 3; ++m) {
      masters.emplace_back([&, m] {
        engine.enter();
        for (int round = 0; round < 3; ++round) {
          parallel(2 + static_cast<unsigned>(m % 2), [&] {
            for (int i = 0; i < 8; ++i) spawn([&ran] { ++ran; });
          });
        }
        engine.leave();
      });
    }
  }
  EXPECT_EQ(ran, 60 * 3 * 8 * (2 + 3 + 2));
}

}  // namespace
