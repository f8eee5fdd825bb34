// The pool: settings that come too late, threads without a team, objects that are used again, and what limits leave to
// a team.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

std::uint32_t members(unsigned threads) {
  std::atomic<std::uint32_t> count{0};
  parallel(threads, [&] { ++count; });
  return count;
}
bool comes_down_to(const runtime::Runtime<P>& runtime, std::uint32_t threads) {
  for (int ms = 0; ms < 5000 && runtime.threads() != threads; ++ms)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return runtime.threads() == threads;
}

TEST(Pool, takes_settings_until_there_is_a_worker) {
  // It lives as long as the process, as those of Engine do.
  static auto& kept = *new std::vector<std::unique_ptr<runtime::Runtime<P>>>;
  kept.push_back(std::make_unique<runtime::Runtime<P>>(quick_settings(), runtime::Hooks<P>{}));
  runtime::Runtime<P>& runtime = *kept.back();
  runtime::Settings settings = quick_settings();
  settings.window = 77;
  settings.dependence = "locked";
  EXPECT_TRUE(runtime.configure(settings));
  EXPECT_EQ(runtime.settings().window, 77u);
  runtime.attach();
  EXPECT_EQ(self().member->team->job, nullptr) << "the manager locked leaves nothing for later";
  settings.window = 78;
  EXPECT_FALSE(runtime.configure(settings));
  EXPECT_EQ(runtime.settings().window, 77u);
  runtime.detach(self());
  EXPECT_FALSE(runtime.configure(settings)) << "its object stays";
}

TEST(Pool, counts_masters_and_their_threads_and_lets_those_without_a_team_go) {
  Engine engine(quick_settings());
  runtime::Runtime<P>& runtime = engine.runtime();
  EXPECT_EQ(runtime.threads(), 1u);
  EXPECT_EQ(members(4), 4u);
  EXPECT_EQ(runtime.threads(), 4u);
  runtime.dismiss_idle();
  EXPECT_EQ(members(4), 4u) << "they have a team";
  EXPECT_EQ(runtime.threads(), 4u);
  std::thread([&] {
    engine.enter();
    EXPECT_EQ(runtime.threads(), 5u);
    EXPECT_EQ(members(3), 3u);
    EXPECT_EQ(runtime.threads(), 7u);
    engine.leave();
  }).join();
  EXPECT_EQ(runtime.threads(), 6u) << "its two stay, without a team";
  runtime.dismiss_idle();
  EXPECT_TRUE(comes_down_to(runtime, 4));
  EXPECT_EQ(members(6), 6u) << "and are made anew";
  EXPECT_EQ(runtime.threads(), 6u);
}

TEST(Pool, a_team_that_grows_keeps_no_thread_that_it_had) {
  Engine engine(quick_settings());
  for (unsigned threads = 2; threads <= 6; ++threads) {
    EXPECT_EQ(members(threads), threads);
    EXPECT_EQ(engine.runtime().threads(), threads) << "those of the smaller team are in the larger one";
  }
  for (unsigned threads = 6; threads >= 2; --threads) EXPECT_EQ(members(threads), threads);
  EXPECT_EQ(engine.runtime().threads(), 6u);
}

TEST(Pool, objects_of_teams_are_used_again_where_they_fit) {
  Engine engine(quick_settings());
  // As this thread's inner team, given up in between.
  const auto team_of = [&](unsigned threads) {
    Team* team = nullptr;
    parallel(threads, [&] {
      if (seat() == 0) team = self().member->team;
    });
    runtime::Runtime<P>& runtime = engine.runtime();
    runtime.dissolve(self().member->inner);
    self().member->inner = nullptr;
    return team;
  };
  Team* const of_four = team_of(4);
  EXPECT_EQ(of_four->seats, 4u);
  EXPECT_EQ(team_of(4), of_four);
  EXPECT_EQ(team_of(3), of_four) << "a seat too many";
  EXPECT_EQ(team_of(2), of_four) << "twice as many";
  Team* const of_five = team_of(5);
  EXPECT_NE(of_five, of_four) << "a seat too few";
  EXPECT_EQ(team_of(5), of_five);
  EXPECT_EQ(team_of(4), of_five) << "the last one that was given up";
  Team* const of_nine = team_of(9);
  EXPECT_EQ(team_of(4)->seats, 5u) << "nine would be more than twice as many";
  EXPECT_EQ(team_of(9), of_nine);
}

TEST(Pool, inner_teams_are_given_up_with_their_outer_one) {
  Engine engine(quick_settings());
  parallel(2, [] { members(3); });
  EXPECT_EQ(engine.runtime().threads(), 6u);
  engine.runtime().dissolve(self().member->inner);
  self().member->inner = nullptr;
  engine.runtime().dismiss_idle();
  EXPECT_TRUE(comes_down_to(engine.runtime(), 1));
  parallel(2, [] { EXPECT_EQ(members(3), 3u); });
}

TEST(Pool, a_limit_of_threads_counts_masters_and_makes_teams_smaller) {
  for (const std::uint32_t limit : {1u, 2u, 5u}) {
    runtime::Settings settings = quick_settings();
    settings.thread_limit = limit;
    Engine engine(settings);
    EXPECT_EQ(members(4), limit < 4 ? limit : 4u);
    EXPECT_EQ(engine.runtime().threads(), limit < 4 ? limit : 4u);
    std::thread([&] {
      engine.enter();
      EXPECT_EQ(members(4), 1u) << "there is no other left";
      engine.leave();
    }).join();
    EXPECT_EQ(members(4), limit < 4 ? limit : 4u);
  }
}

TEST(Pool, a_master_that_ends_inside_a_region_leaves_all_as_it_is) {
  Engine engine(quick_settings());
  parallel(2, [&] {
    if (seat() != 0) return;
    engine.runtime().detach(self());  // as exit() in a region: nothing is saved
    EXPECT_EQ(engine.runtime().threads(), 2u);
  });
  EXPECT_EQ(members(2), 2u);
}

// The shapes of a fork are tested by unit_process; here, what is left in the child, without one.
TEST(Pool, behind_a_fork_the_child_has_one_thread_and_no_team) {
  Engine engine(quick_settings());
  EXPECT_EQ(members(3), 3u);
  EXPECT_EXIT(
      {
        // EXPECT_EXIT has forked, without asking.
        runtime::Runtime<P>& runtime = engine.runtime();
        runtime.before_fork();
        runtime.after_fork_in_child(&self());
        const bool alone = runtime.threads() == 1 && self().member->inner == nullptr;
        std::_Exit(alone ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_EQ(members(3), 3u);
}

}  // namespace
