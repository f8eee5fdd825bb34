// Pool threads that end when they have not been needed for long: which may, which stay, and that they come back.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

runtime::Settings lingering(std::uint32_t kept) {
  runtime::Settings settings = quick_settings();
  settings.linger_ns = 5'000'000;
  settings.kept_threads = kept;
  return settings;
}

/// Whether the engine has so many threads soon, masters among them.
bool comes_down_to(Engine& engine, std::uint32_t threads) {
  for (int ms = 0; ms < 5000 && engine.runtime().threads() != threads; ++ms)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return engine.runtime().threads() == threads;
}
/// So long that whoever may end has ended.
void wait_for_long() { std::this_thread::sleep_for(std::chrono::milliseconds(100)); }

int members(unsigned threads) {
  std::atomic<int> count{0};
  parallel(threads, [&] { ++count; });
  return count;
}

TEST(Leaving, threads_without_a_team_end_but_for_those_that_are_kept) {
  Engine engine(lingering(2));
  std::jthread([&] {
    engine.enter();
    EXPECT_EQ(members(6), 6);
    engine.leave();
  }).join();
  EXPECT_TRUE(comes_down_to(engine, 3));
  wait_for_long();
  EXPECT_EQ(engine.runtime().threads(), 3U);
  EXPECT_EQ(members(6), 6);  // three of them are new
}

TEST(Leaving, the_first_threads_team_stays_as_it_is) {
  Engine engine(lingering(0));
  EXPECT_EQ(members(4), 4);
  wait_for_long();
  EXPECT_EQ(engine.runtime().threads(), 4U);
}

TEST(Leaving, seats_beyond_the_last_size_are_left) {
  Engine engine(lingering(0));
  EXPECT_EQ(members(6), 6);
  EXPECT_EQ(members(3), 3);
  EXPECT_TRUE(comes_down_to(engine, 3));
  for (unsigned threads = 1; threads <= 6; ++threads) EXPECT_EQ(members(threads), static_cast<int>(threads));
}

TEST(Leaving, nested_teams_are_left_and_come_back) {
  Engine engine(lingering(0));
  for (int round = 0; round < 3; ++round) {
    std::atomic<int> inner{0};
    parallel(3, [&] { parallel(3, [&] { ++inner; }); });
    EXPECT_EQ(inner, 9);
    EXPECT_TRUE(comes_down_to(engine, 3));
  }
}

TEST(Leaving, other_threads_teams_end_unless_threads_have_data) {
  for (const bool have_data : {false, true}) {
    static std::atomic<bool> answer;
    answer = have_data;
    // It lives as long as the process, as those of Engine do.
    static std::vector<std::unique_ptr<runtime::Runtime<P>>>& kept =
        *new std::vector<std::unique_ptr<runtime::Runtime<P>>>;
    kept.push_back(std::make_unique<runtime::Runtime<P>>(
        lingering(0), runtime::Hooks<P>{.threads_have_data = []() noexcept { return answer.load(); }}));
    runtime::Runtime<P>& runtime = *kept.back();
    std::latch first(1), over(1);
    std::jthread kept_master([&] {
      runtime.attach();
      first.count_down();
      over.wait();
      runtime.detach(self());
    });
    first.wait();
    runtime.attach();
    EXPECT_EQ(members(5), 5);
    wait_for_long();
    EXPECT_EQ(runtime.threads(), have_data ? 6U : 2U);
    EXPECT_EQ(members(5), 5);
    runtime.detach(self());
    over.count_down();
  }
}

// A region without tasks tells its helpers nothing; one that has had some keeps them.
TEST(Leaving, nobody_ends_while_the_region_that_it_has_left_is_open) {
  Engine engine(lingering(0));
  parallel(2, [&] {
    if (seat() != 0) return;
    parallel(3, [&] {
      if (seat() == 0) wait_for_long();
    });
    EXPECT_EQ(engine.runtime().threads(), 4U);
  });
}

TEST(Leaving, a_time_of_0_keeps_all) {
  runtime::Settings settings = lingering(0);
  settings.linger_ns = 0;
  Engine engine(settings);
  parallel(2, [&] { members(3); });
  const std::uint32_t threads = engine.runtime().threads();
  wait_for_long();
  EXPECT_EQ(engine.runtime().threads(), threads);
}

TEST(Leaving, what_a_thread_knew_is_asked_anew_of_the_next) {
  Engine engine(lingering(0));
  std::atomic<int> bound{0};
  for (int round = 0; round < 2; ++round) {
    parallel(2, [&] {
      parallel(2, [&] {
        if (seat() == 0) return;
        if (self().binding != UINT32_MAX) ++bound;
        self().binding = 7;
      });
    });
    EXPECT_TRUE(comes_down_to(engine, 2));
  }
  EXPECT_EQ(bound, 0);
}

}  // namespace
