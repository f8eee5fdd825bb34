// Arenas: calls and tasks of many threads on workers that stay.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <future>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "heddle/heddle.hpp"

#include "tests/unit/forks.hpp"

namespace {

TEST(Arena, calls_run_on_the_calling_thread_and_give_what_they_give) {
  heddle::arena arena({.workers = 2});
  EXPECT_EQ(arena.workers(), 3u);
  const auto self = std::this_thread::get_id();
  EXPECT_EQ(arena.execute([] { return std::this_thread::get_id(); }), self);
  int kept = 7;
  EXPECT_EQ(&arena.execute([&]() -> int& { return kept; }), &kept);
  EXPECT_EQ(*arena.execute([] { return std::make_unique<int>(5); }), 5);
  EXPECT_EQ(arena.execute([] { return heddle::workers(); }), 3u);
  EXPECT_LT(arena.execute([] { return heddle::worker(); }), 3u);
  EXPECT_EQ(arena.execute([&] { return arena.execute([] { return heddle::workers(); }); }), 3u)
      << "it is inside already";
}

TEST(Arena, what_a_call_makes_is_over_when_it_returns_and_exceptions_are_its_own) {
  heddle::arena arena({.workers = 2});
  for (int round = 0; round < 200; ++round) {
    std::atomic<int> done{0};
    arena.execute([&] {
      for (int i = 0; i < 20; ++i) heddle::spawn([&] { heddle::spawn([&] { ++done; }); });
    });
    EXPECT_EQ(done, 20);
    int x = 0;
    const int read = arena.execute([&] {
      int seen = 0;
      heddle::spawn([&] { x = round; }, heddle::out(x));
      heddle::spawn([&] { seen = x; }, heddle::in(x));
      heddle::wait();
      return seen;
    });
    EXPECT_EQ(read, round);
    EXPECT_THROW(arena.execute([] { throw std::runtime_error("the call"); }), std::runtime_error);
    EXPECT_THROW(arena.execute([] { heddle::spawn([] { throw std::logic_error("a task"); }); }), std::logic_error);
    EXPECT_EQ(
        arena.execute([] { return heddle::parallel_reduce(0, 1000, heddle::sum<int>(), [](int i) { return i; }); }),
        499'500);
  }
}

TEST(Arena, many_threads_share_it_and_no_more_than_its_seats_are_inside) {
  for (const unsigned entrants : {1u, 3u}) {
    heddle::arena arena({.workers = 2, .entrants = entrants});
    std::atomic<unsigned> inside{0};
    std::atomic<unsigned> most{0};
    std::atomic<long> sum{0};
    std::vector<std::thread> threads;
    for (int number = 0; number < 12; ++number) {
      threads.emplace_back([&, number] {
        for (int round = 0; round < 100; ++round) {
          const int value = arena.execute([&] {
            const unsigned now = ++inside;
            for (unsigned before = most; before < now && !most.compare_exchange_weak(before, now);) continue;
            heddle::parallel_for(0, 10, [&](int i) { sum += i; });
            --inside;
            return number;
          });
          EXPECT_EQ(value, number);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(sum, 12 * 100 * 45);
    // A call that waits for its loop may have another one on top of it.
    EXPECT_GE(most, 1u);
  }
}

/// Threads of this process.
unsigned threads_now() {
  unsigned count = 0;
  char line[256];
  std::FILE* const status = std::fopen("/proc/self/status", "r");
  while (std::fgets(line, sizeof line, status) != nullptr) std::sscanf(line, "Threads: %u", &count);
  std::fclose(status);
  return count;
}

TEST(Arena, sixteen_threads_of_eight_workers_have_eight_workers) {
  heddle::spawn([] {});
  heddle::wait();
  const unsigned before = threads_now();
  heddle::arena arena({.workers = 8, .entrants = 4});
  std::atomic<unsigned> most{0};
  std::vector<std::thread> threads;
  for (int number = 0; number < 16; ++number) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round)
        arena.execute([] { heddle::parallel_for(0, 100, [](int) { std::this_thread::yield(); }); });
      const unsigned now = threads_now();
      for (unsigned seen = most; seen < now && !most.compare_exchange_weak(seen, now);) continue;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, before + 16 + 8);
}

TEST(Arena, tasks_that_are_left_there_run_and_have_values_and_order) {
  std::atomic<int> done{0};
  {
    heddle::arena arena({.workers = 1});
    for (int i = 0; i < 1000; ++i) arena.enqueue([&] { ++done; });
    EXPECT_EQ(arena.async([] { return 4; }).get(), 4);
    int value = 0;
    std::vector<std::thread> threads;
    arena.async({.name = "first"}, [&] { value = 1; }, heddle::out(value));
    std::thread([&] { arena.async({}, [&] { value *= 5; }, heddle::inout(value)); }).join();
    EXPECT_EQ(arena.async({}, [&] { return value; }, heddle::in(value)).get(), 5);
    EXPECT_THROW(arena.async([]() -> int { throw std::runtime_error("x"); }).get(), std::runtime_error);
    arena.enqueue([&] { arena.enqueue([&] { heddle::parallel_for(0, 100, [&](int) { ++done; }); }); });
  }
  EXPECT_EQ(done, 1100) << "its end waits for what was left there";
}

TEST(Arena, several_arenas_lie_inside_each_other_and_beside_tasks_of_the_thread) {
  heddle::arena outer({.workers = 1});
  heddle::arena inner({.workers = 2});
  std::atomic<int> done{0};
  for (int round = 0; round < 100; ++round) {
    heddle::spawn([&] { inner.execute([&] { heddle::spawn([&] { ++done; }); }); });
    outer.execute([&] {
      heddle::spawn([&] { ++done; });
      inner.execute([&] {
        heddle::spawn([&] { outer.execute([&] { ++done; }); });
        heddle::scope({.workers = 2}, [&] { heddle::spawn([&] { ++done; }); });
      });
    });
    heddle::wait();
  }
  EXPECT_EQ(done, 400);
}

TEST(Arena, wrong_ones_are_refused) {
  EXPECT_THROW(heddle::arena({.workers = 1u << 20}), heddle::task_error);
  EXPECT_THROW(heddle::arena({.workers = 1, .entrants = 4097}), heddle::task_error);
  EXPECT_EQ(heddle_arena_workers(nullptr), 0u);
  int code = 0;
  heddle_arena_options options = HEDDLE_ARENA;
  options.bytes = 1;
  EXPECT_EQ(heddle_arena_make(&options, &code), nullptr);
  EXPECT_EQ(code, HEDDLE_BAD_OPTION);
  EXPECT_EQ(heddle_arena_execute(nullptr, nullptr, nullptr, nullptr), HEDDLE_NULL_BODY);
  heddle_arena_destroy(nullptr);
}

TEST(Arena, a_forked_child_is_told_that_it_is_its_parent_s) {
  HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
  HEDDLE_SKIP_IF_CHILDREN_START_NO_THREADS();
  heddle::arena arena({.workers = 1});
  arena.execute([] {});
  const pid_t child = fork();
  if (child == 0) {
    int status = 1;
    try {
      arena.execute([] {});
    } catch (const heddle::task_error& refused) {
      status = refused.code() == HEDDLE_OTHER_PROCESS ? 0 : 2;
    }
    heddle::arena own({.workers = 1});
    if (own.async([] { return 3; }).get() != 3) status = 3;
    _exit(status);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// The thread's own worker has a team of before the fork, whose other threads the child has not got.
TEST(Arena, a_thread_that_forks_inside_a_call_goes_on_alone) {
  HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
  HEDDLE_SKIP_IF_CHILDREN_START_NO_THREADS();
  const auto loop = [] {
    std::atomic<int> sum{0};
    heddle::parallel_for(heddle::loop_over(0, 1000, {.threads = 2}), [&](int i) { sum += i; });
    return sum.load();
  };
  heddle::spawn([] {});
  heddle::wait();
  ASSERT_EQ(loop(), 499'500);
  heddle::arena arena({.workers = 1});
  const pid_t child = arena.execute([] {
    const pid_t forked = fork();
    if (forked == 0) alarm(30);  // it ends rather than hangs
    return forked;
  });
  if (child == 0) {
    const int sum = loop();
    const int value = heddle::async([] { return 3; }).get();
    _exit(sum == 499'500 && value == 3 ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(arena.execute([] { return 4; }), 4);
}

/// On a thread that has got the worker which an arena of another thread was hosted by, when that thread has ended.
template <class Body>
void with_the_host_of_an_arena_that_is_gone(Body body) {
  std::promise<void> gone;
  std::promise<void> taken;
  std::promise<void> ended;
  std::thread first([&] {
    {
      heddle::arena({.workers = 1}).execute([] {});
    }
    gone.set_value();
    taken.get_future().wait();
  });
  std::thread second([&] {
    gone.get_future().wait();
    heddle::spawn([] {});
    heddle::wait();
    taken.set_value();
    ended.get_future().wait();
    body();
  });
  first.join();
  ended.set_value();
  second.join();
}

TEST(Arena, one_that_is_gone_leaves_nothing_with_its_workers) {
  for (int round = 0; round < 3; ++round) {
    with_the_host_of_an_arena_that_is_gone([] {
      heddle::arena arena({.workers = 1});
      EXPECT_EQ(arena.execute([] { return 1; }), 1);
    });
  }
}

TEST(Arena, one_that_is_gone_is_no_matter_in_a_forked_child) {
  HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
  HEDDLE_SKIP_IF_CHILDREN_START_NO_THREADS();
  with_the_host_of_an_arena_that_is_gone([] {
    const pid_t child = fork();
    if (child == 0) {
      alarm(30);  // it ends rather than hangs
      _exit(heddle::async([] { return 3; }).get() == 3 ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  });
}

TEST(Arena, one_that_ends_around_its_own_thread_says_so) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto end_inside = [](auto enter) {
    auto* const arena = new heddle::arena({.workers = 1});
    auto* const other = new heddle::arena({.workers = 1});
    enter(*arena, *other, [arena] { delete arena; });
  };
  EXPECT_DEATH(end_inside([](auto& arena, auto& /*other*/, auto end) { arena.execute(end); }), "is inside it");
  EXPECT_DEATH(end_inside([](auto& arena, auto& /*other*/, auto end) { arena.async(end).get(); }), "is inside it");
  EXPECT_DEATH(end_inside([](auto& arena, auto& other, auto end) { arena.execute([&] { other.execute(end); }); }),
               "is inside it");
}

TEST(Arena, threads_and_arenas_come_and_go) {
  for (int round = 0; round < 30; ++round) {
    heddle::arena arena({.workers = 2, .entrants = 2});
    std::vector<std::thread> threads;
    std::atomic<int> done{0};
    for (int number = 0; number < 4; ++number) {
      threads.emplace_back([&] {
        arena.execute([&] { heddle::parallel_for(0, 4, [&](int) { ++done; }); });
        heddle::spawn([&] { ++done; });
        arena.enqueue([&] { ++done; });
        heddle::wait();
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_GE(done, 20);
  }
}

}  // namespace
