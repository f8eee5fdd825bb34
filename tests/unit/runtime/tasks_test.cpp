// Tasks in a team: throttling, taskgroups, undeferred and final tasks, waits, and who is told of a task's end when.
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

/// Tasks that are there but not over, at most.
class HighWater {
 public:
  void born() {
    const long now = ++alive_;
    for (long seen = most_; now > seen && !most_.compare_exchange_weak(seen, now);) {
    }
  }
  void over() { --alive_; }
  long most() const { return most_; }

 private:
  std::atomic<long> alive_{0};
  std::atomic<long> most_{0};
};

TEST(Throttle, a_producer_of_a_million_dependent_tasks_keeps_to_its_window) {
  runtime::Settings settings = quick_settings();
  settings.window = 1000;
  Engine engine(settings);
  HighWater water;
  std::vector<int> cells(64);
  long sum = 0;
  parallel(2, [&] {
    if (seat() != 0) return;
    for (int i = 0; i < 1'000'000; ++i) {
      int* cell = &cells[static_cast<std::size_t>(i) % cells.size()];
      water.born();
      spawn([cell, &water] { ++*cell, water.over(); }, {{cell, Mode::out}});
    }
  });
  for (const int cell : cells) sum += cell;
  EXPECT_EQ(sum, 1'000'000);
  // Another window opens for each 20 ms for which the system takes the other worker's core away. Bounded are two
  // seconds.
  EXPECT_LT(water.most(), 100 * 1000) << "tasks pending at once";
}

TEST(Throttle, it_is_not_put_off_by_tasks_that_run_at_once_in_between) {
  runtime::Settings settings = quick_settings();
  settings.window = 500;
  Engine engine(settings);
  HighWater water;
  std::vector<int> cells(16);
  parallel(2, [&] {
    if (seat() != 0) return;
    for (int i = 0; i < 50'000; ++i) {
      int* cell = &cells[static_cast<std::size_t>(i) % cells.size()];
      water.born();
      spawn([cell, &water] { ++*cell, water.over(); }, {{cell, Mode::out}});
      spawn([] {}, {}, {.undeferred = true});
      spawn([] { spawn([] {}, {}, {.undeferred = true}); }, {}, {.copy = [](void*, void*) {}, .undeferred = true});
    }
  });
  EXPECT_LT(water.most(), 80 * 500);  // as above
}

TEST(Throttle, the_window_gives_way_when_nothing_can_run) {
  runtime::Settings settings = quick_settings();
  settings.window = 100;
  Engine engine(settings);
  int gate = 0;
  std::atomic<bool> open{false};
  std::atomic<int> ran{0};
  parallel(2, [&] {
    if (seat() != 0) return;
    spawn([&open] { spin_until([&] { return open.load(); }); }, {{&gate, Mode::out}});
    for (int i = 0; i < 20'000; ++i) spawn([&ran] { ++ran; }, {{&gate, Mode::in}});
    open = true;
  });
  EXPECT_EQ(ran, 20'000);
}

TEST(Taskgroup, it_waits_for_descendants_of_any_depth_that_nobody_else_waits_for) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u, 4u}) {
    std::atomic<int> ran{0};
    struct Tree {
      static void grow(int depth, std::atomic<int>* ran) {
        ++*ran;
        if (depth == 0) return;
        for (int i = 0; i < 2; ++i) spawn([depth, ran] { grow(depth - 1, ran); });
      }
    };
    parallel(threads, [&] {
      if (seat() != 0) return;
      taskgroup([&] { spawn([&ran] { Tree::grow(12, &ran); }); });
      EXPECT_EQ(ran, (1 << 13) - 1);
      taskgroup([] { taskgroup([] {}); });
    });
  }
}

TEST(Taskgroup, a_chain_of_a_hundred_thousand_generations_ends) {
  Engine engine(quick_settings());
  std::atomic<int> generations{0};
  struct Chain {
    static void next(std::atomic<int>* generations) {
      if (++*generations < 100'000) spawn([generations] { next(generations); });
    }
  };
  parallel(2, [&] {
    if (seat() != 0) return;
    taskgroup([&] { spawn([&generations] { Chain::next(&generations); }); });
    EXPECT_EQ(generations, 100'000);
  });
}

TEST(Taskwait, it_waits_for_children_but_not_for_grandchildren) {
  Engine engine(quick_settings());
  std::atomic<bool> may_end{false};  // outlive the grandchild, for which the region waits
  std::atomic<bool> taken{false};
  parallel(2, [&] {
    if (seat() != 0) return;
    spawn([&] {
      spawn([&] {
        taken = true;
        spin_until([&] { return may_end.load(); });
      });
    });
    spin_until([&] { return taken.load(); });  // the other member runs both: this one runs nothing here
    taskwait();
    may_end = true;
  });
}

TEST(Undeferred, such_a_task_is_over_when_its_creator_goes_on_whatever_it_waits_for) {
  Engine engine(sleepy_settings());
  int x = 0;
  parallel(4, [&] {
    if (seat() != 0) return;
    for (int i = 0; i < 200; ++i) {
      std::atomic<int> before{0};
      bool ran = false;
      for (int k = 0; k < 3; ++k) spawn([&before] { ++before; }, {{&x, Mode::out}});
      spawn([&] { ran = before == 3; }, {{&x, Mode::in}}, {.undeferred = true});
      ASSERT_TRUE(ran);
    }
  });
}

TEST(Final, a_final_task_itself_is_given_to_others) {
  Engine engine(quick_settings());
  std::atomic<bool> other_is_busy{false};
  std::atomic<bool> creator_is_through{false};
  std::atomic<int> begun{0};
  parallel(2, [&] {
    if (seat() != 0) {
      other_is_busy = true;
      spin_until([&] { return creator_is_through.load(); });
      return;
    }
    spin_until([&] { return other_is_busy.load(); });
    for (int i = 0; i < 10; ++i) spawn([&begun] { ++begun; }, {}, {.flags = graph::k_final});
    EXPECT_EQ(begun, 0) << "nobody had time for one: they are not their creator's to run at once";
    creator_is_through = true;
  });
  EXPECT_EQ(begun, 10);
}

TEST(Final, the_descendants_of_a_final_task_run_where_they_are_created) {
  Engine engine(quick_settings());
  parallel(4, [&] {
    if (seat() != 0) return;
    for (int i = 0; i < 50; ++i) {
      spawn(
          [] {
            const Worker* const here = &self();
            int order = 0;
            spawn([&order, here] {
              EXPECT_EQ(&self(), here);
              spawn([&order] { EXPECT_EQ(order++, 0); });
              EXPECT_EQ(order++, 1);
            });
            EXPECT_EQ(order, 2);
          },
          {}, {.flags = graph::k_final});
    }
  });
}

TEST(Reports, a_parent_learns_of_a_child_that_was_run_in_another_tasks_wait) {
  // T waits for C, which has ended leaving a grandchild Q behind; Q waits for its child G. If T's worker runs G inside
  // T's wait, Q must be told before T's body goes on: here T goes on only when Q has.
  Engine engine(sleepy_settings());
  for (int round = 0; round < 300; ++round) {
    parallel(2, [&] {
      if (seat() != 0) return;
      std::atomic<bool> through{false};
      std::atomic<bool> running{false};
      spawn([&] {
        spawn([&] {
          running = true;
          spawn([] { P::yield(); });
          taskwait();
          through = true;
        });
      });
      spin_until([&] { return running.load(); });  // by the other member: this one runs nothing here
      taskwait();
      spin_until([&] { return through.load(); });
    });
  }
}

TEST(Included, a_task_that_runs_at_once_may_have_children_groups_regions_and_dependences) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 3u}) {
    std::atomic<int> ran{0};
    int x = 0;
    parallel(threads, [&] {
      if (seat() != 0) return;
      for (int i = 0; i < 300; ++i) {
        spawn(
            [&] {
              spawn(
                  [&] {
                    for (int k = 0; k < 3; ++k) spawn([&ran] { ++ran; }, {{&x, Mode::out}});
                    taskwait();
                    taskgroup([&ran] { spawn([&ran] { ++ran; }); });
                  },
                  {}, {.undeferred = true});
              parallel(2, [&ran] { ++ran; });
              spawn([&ran] { ++ran; });
            },
            {}, {.undeferred = true});
      }
      taskwait();
      EXPECT_GE(ran, 300 * 6);
    });
    EXPECT_EQ(ran, 300 * 7);
  }
}

}  // namespace
