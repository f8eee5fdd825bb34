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

TEST(Levels, count_regions_and_those_with_several_threads) {
  Engine engine(quick_settings());
  const Team& outside = *self().member->team;
  EXPECT_EQ(outside.level, 0u);
  EXPECT_EQ(outside.active_level, 0u);
  std::atomic<int> wrong{0};
  const auto expect = [&wrong](std::uint32_t level, std::uint32_t active) {
    const Team& team = *self().member->team;
    if (team.level != level || team.active_level != active) ++wrong;
  };
  parallel(1, [&] {
    expect(1, 0);
    parallel(2, [&] {
      expect(2, 1);
      parallel(1, [&] {
        expect(3, 1);
        parallel(2, [&] { expect(4, 2); });
      });
      expect(2, 1);
    });
  });
  parallel(2, [&] { expect(1, 1); });
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(self().member->team, &outside);
}

TEST(ImplicitTasks, are_children_of_the_task_that_opened_the_region_and_begin_with_nothing_of_the_last) {
  Engine engine(quick_settings());
  Task& opener = *self().task;
  int environment = 0;
  std::atomic<int> wrong{0};
  for (int round = 0; round < 3; ++round) {
    Worker& master = self();
    runtime::Launch launch;
    const auto body = [&wrong, &opener, &environment] {
      const Worker& worker = self();
      const Task& task = *worker.task;
      if (task.parent.load() != &opener || task.depth.load() != opener.depth.load() + 1) ++wrong;
      if (task.runner.load() != &worker || task.group != nullptr || task.environment != &environment) ++wrong;
      if (task.flags != graph::k_implicit || !task.children.none()) ++wrong;
      if (worker.member->region != worker.member->team->region) ++wrong;
      spawn([] {});  // leaves a child, a domain and a group behind
      int x = 0;
      taskgroup([&x] { spawn([] {}, {{&x, Mode::out}}); });
    };
    launch.body = [](void* closure) { (*static_cast<decltype(body)*>(closure))(); };
    launch.argument = const_cast<void*>(static_cast<const void*>(&body));
    launch.threads = 2;
    launch.environment = &environment;
    Region::open(master, launch, [](Team&) noexcept {});
    body();
    Region::close(master);
    EXPECT_EQ(self().task, &opener);
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Masters, who_comes_back_gets_a_seat_as_new) {
  Engine engine(quick_settings());
  std::thread([&] {
    int environment = 0;
    for (int visit = 0; visit < 3; ++visit) {
      engine.enter();
      Team& team = *self().member->team;
      Task& task = *self().task;
      EXPECT_EQ(team.size, 1u);
      EXPECT_EQ(team.hired, 1u);
      EXPECT_EQ(team.level, 0u);
      EXPECT_EQ(team.outer, nullptr);
      EXPECT_EQ(team.master, &self());
      EXPECT_EQ(task.environment, nullptr);
      EXPECT_EQ(task.group, nullptr);
      EXPECT_EQ(task.flags, graph::k_implicit);
      EXPECT_EQ(task.parent.load(), nullptr);
      EXPECT_EQ(task.depth.load(), 0u);
      EXPECT_TRUE(task.children.none());
      task.environment = &environment;
      spawn([] {});
      taskwait();
      engine.leave();
    }
  }).join();
  EXPECT_EQ(engine.runtime().threads(), 1u);
}

TEST(Cancellation, is_possible_where_the_settings_allow_it_and_over_with_the_region) {
  for (const bool allowed : {false, true}) {
    runtime::Settings settings = quick_settings();
    settings.cancellation = allowed;
    Engine engine(settings);
    EXPECT_EQ(self().member->team->cancellable.load(), allowed);
    std::atomic<int> cancelled{0};
    parallel(3, [&] {
      if (self().member->team->cancellable.load() != allowed) ++cancelled;
    });
    EXPECT_EQ(cancelled, 0);
    parallel(3, [&] {
      if (seat() == 1) self().member->team->cancelled.store(true);
      if (runtime::barrier_cancellable(self())) ++cancelled;
    });
    EXPECT_GE(cancelled, 1) << "who comes behind it leaves at once";
    cancelled = 0;
    std::atomic<int> here{0};
    parallel(3, [&] {
      ++here;
      if (runtime::barrier_cancellable(self()) || here != 3) ++cancelled;
    });
    EXPECT_EQ(cancelled, 0) << "the next region of the same team has a barrier again";
  }
}

TEST(Barriers, of_any_size_separate_what_is_before_from_what_is_behind) {
  for (const std::uint32_t processors : {1u, 2u, 8u}) {  // members look at each other, or count
    runtime::Settings settings = quick_settings();
    settings.processors = processors;
    Engine engine(settings);
    for (const unsigned threads : {1u, 2u, 4u, 5u, 9u}) {
      std::atomic<unsigned> before{0};
      std::atomic<unsigned> tasks{0};
      std::atomic<int> wrong{0};
      parallel(threads, [&] {
        EXPECT_EQ(runtime::Barrier<P>::flat(*self().member->team), threads <= 4 && threads <= processors);
        for (unsigned round = 1; round <= 20; ++round) {
          ++before;
          if (round % 2 == 0) spawn([&tasks] { ++tasks; });
          barrier();
          if (before != round * threads || tasks != round / 2 * threads) ++wrong;
          barrier();
        }
      });
      EXPECT_EQ(wrong, 0) << threads << " of " << processors;
    }
  }
}

}  // namespace
