// Short tasks: their creator runs them itself, in order, and does not wait for ever for what it has given away.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "runtime/policies.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

class ShortTasks : public testing::TestWithParam<const char*> {
 protected:
  ShortTasks() : engine_(settings()) {}

  static runtime::Settings settings() {
    runtime::Settings settings = quick_settings();
    settings.dependence = GetParam();
    return settings;
  }

  Engine engine_;
};

/// The creator takes tasks with this body for short from now on, whatever they are.
void teach_short(graph::Body body) {
  for (int i = 0; i < 8; ++i) self().granularity.kinds.of(body).learn_run(1, false);
}

/// The creator has made many tasks just now, without a pause.
void pretend_burst() { self().granularity.pretend_made(1'000'000); }

struct Increment {
  long* cell;
  long before;
  std::atomic<int>* wrong;
  static void body(void* copy) {
    const Increment& self = *static_cast<Increment*>(copy);
    if (*self.cell != self.before) ++*self.wrong;
    *self.cell = self.before + 1;
  }
};

void spawn_increment(Increment increment, const Access& access) {
  runtime::Spawn what{.body = Increment::body, .data = &increment, .bytes = sizeof(increment), .alignment = 8};
  what.accesses = &access;
  what.access_count = 1;
  Tasking::spawn(self(), what);
}

TEST_P(ShortTasks, tasks_given_away_and_tasks_run_at_once_keep_the_order_of_one_address) {
  std::vector<long> cells(8);
  std::atomic<int> wrong{0};
  parallel(4, [&] {
    if (seat() != 0) return;
    for (long i = 0; i < 20'000; ++i) {
      if (i % 512 == 256) teach_short(Increment::body);
      if (i % 512 == 0) self().granularity.kinds = {};
      long* cell = &cells[static_cast<std::size_t>(i) % cells.size()];
      spawn_increment({cell, i / 8, &wrong}, {cell, Mode::out});
    }
  });
  for (const long cell : cells) EXPECT_EQ(cell, 20'000 / 8);
  EXPECT_EQ(wrong, 0);
}

// The predecessor waits for what its creator does after it has made short successors: who waits for it waits in vain.
TEST_P(ShortTasks, a_creator_gives_up_waiting_for_what_waits_for_it) {
  long cell = 0;
  std::atomic<int> wrong{0};
  std::atomic<bool> open{false};
  parallel(2, [&] {
    if (seat() != 0) return;
    std::atomic<bool>* gate = &open;
    spawn([gate] { spin_until([gate] { return gate->load(); }); }, {{&cell, Mode::out}});
    teach_short(Increment::body);
    for (long i = 0; i < 1000; ++i) spawn_increment({&cell, i, &wrong}, {&cell, Mode::out});
    open = true;
  });
  EXPECT_EQ(cell, 1000);
  EXPECT_EQ(wrong, 0);
}

struct Chain {
  std::atomic<int>* left;
  static void body(void* copy) {
    const Chain chain = *static_cast<Chain*>(copy);
    if (--*chain.left != 0) spawn_next(chain);
  }
  static void spawn_next(Chain chain) {
    Tasking::spawn(self(), {.body = body, .data = &chain, .bytes = sizeof(chain), .alignment = 8});
  }
};

// Run at once, each inside the one before, they would need a stack each.
TEST_P(ShortTasks, tasks_that_make_tasks_are_given_away_after_all) {
  std::atomic<int> left{300'000};
  parallel(2, [&] {
    if (seat() != 0) return;
    teach_short(Chain::body);
    Chain::spawn_next({&left});
  });
  EXPECT_EQ(left, 0);
}

// A creator remembers a few dozen bodies, by their addresses. These are more, so some pairs share a place.
struct Crowd {
  static inline int short_ones;
  static inline int creators;
  static inline graph::Body next_short;

  template <std::size_t k_which>
  static void short_one(void*) {
    ++short_ones;
  }
  template <std::size_t k_which>
  static void creator(void*) {
    ++creators;
    if (creators != 1) return;  // another body was asked for
    teach_short(next_short);
    pretend_burst();
    Tasking::spawn_plain(self(), next_short, nullptr, 0, 1);
    taskwait();  // it is given away where this thread has lost its core meanwhile
  }
  static void run(graph::Body creator, graph::Body short_one) {
    short_ones = creators = 0;
    next_short = short_one;
    Tasking::spawn(self(), {.body = creator, .undeferred = true});
    taskwait();
    EXPECT_EQ(short_ones, 1);
    EXPECT_EQ(creators, 1);
  }
  template <std::size_t... k_which>
  static void run_all(graph::Body short_one, std::index_sequence<k_which...>) {
    (run(creator<k_which>, short_one), ...);
  }
};

TEST_P(ShortTasks, a_body_whose_place_is_its_creators_too_is_not_taken_for_it) {
  parallel(2, [] {
    if (seat() != 0) return;
    for (const graph::Body short_one : {Crowd::short_one<0>, Crowd::short_one<1>, Crowd::short_one<2>})
      Crowd::run_all(short_one, std::make_index_sequence<200>());
  });
}

// Whatever is known of its kind: it may wait for what its creator does next.
struct Job {
  std::atomic<bool>* flag;
  static void body(void* copy) {
    const std::atomic<bool>* const flag = static_cast<Job*>(copy)->flag;
    if (flag != nullptr) spin_until([flag] { return flag->load(); });
  }
  static void spawn(std::atomic<bool>* flag, const Access* access) {
    Job job{flag};
    runtime::Spawn what{.body = body, .data = &job, .bytes = sizeof(job), .alignment = 8};
    what.accesses = access;
    what.access_count = access != nullptr ? 1 : 0;
    Tasking::spawn(self(), what);
  }
};

TEST_P(ShortTasks, the_first_task_behind_a_wait_is_given_away) {
  std::atomic<int> rounds{0};
  parallel(2, [&] {
    if (seat() != 0) return;
    for (int round = 0; round < 20; ++round) {
      std::atomic<bool> flag{false};
      long cell = 0;
      const Access access{&cell, Mode::out};
      for (int i = 0; i < 2000; ++i) Job::spawn(nullptr, round % 2 != 0 ? &access : nullptr);
      taskwait();
      teach_short(Job::body);
      Job::spawn(&flag, round % 2 != 0 ? &access : nullptr);
      flag = true;  // not reached where the task runs in its creator
      taskwait();
      ++rounds;
    }
  });
  EXPECT_EQ(rounds, 20);
}

// ThreadSanitizer keeps 8 KiB of each task.
#if defined(__SANITIZE_THREAD__)
constexpr int k_chain = 50'000;
#else
constexpr int k_chain = 1'000'000;
#endif

TEST_P(ShortTasks, a_chain_in_one_thread_needs_no_stack_for_each) {
  std::atomic<int> left{k_chain};
  parallel(1, [&] { Chain::spawn_next({&left}); });
  EXPECT_EQ(left, 0);
}

INSTANTIATE_TEST_SUITE_P(Managers, ShortTasks, testing::Values("adaptive", "direct", "locked", "async", "handover"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
