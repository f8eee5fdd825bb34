// Sleepers step by step, with one thread playing all: who is counted, whom a waker picks, and which wake-ups are spent.
#include "runtime/sleepers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "graph/groups.hpp"
#include "platform/threads/threads.hpp"
#include "runtime/team.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using runtime::Rest;
using runtime::Seat;
using Bed = runtime::ParkingSlot<P>;
using Sleepers = runtime::Sleepers<P>;
using Team = runtime::Team<P>;
using Member = runtime::Member<P>;
using Worker = runtime::Worker<P>;

TEST(Bed, is_awake_until_its_worker_lies_down_and_again_when_it_has_got_up) {
  Sleepers team, other;
  Bed bed;
  EXPECT_EQ(Sleepers::rest(bed), Rest::awake);
  EXPECT_FALSE(team.any());
  for (const Rest rest : {Rest::any_work, Rest::own_work}) {
    team.prepare_to_park(bed, rest);
    EXPECT_EQ(Sleepers::rest(bed), rest);
    EXPECT_EQ(team.rest_here(bed), rest);
    EXPECT_EQ(other.rest_here(bed), Rest::awake) << "in another team";
    EXPECT_TRUE(team.any());
    EXPECT_FALSE(other.any());
    EXPECT_TRUE(Sleepers::get_up(bed));
    EXPECT_EQ(Sleepers::rest(bed), Rest::awake);
    EXPECT_FALSE(team.any());
    EXPECT_FALSE(Sleepers::get_up(bed)) << "it is up already";
    EXPECT_FALSE(team.any());
  }
}

TEST(Bed, each_nap_has_a_number_of_its_own) {
  Sleepers team;
  Bed bed;
  std::vector<std::uint32_t> states;
  for (int nap = 0; nap < 5; ++nap) {
    team.prepare_to_park(bed, Rest::any_work);
    for (const std::uint32_t before : states) EXPECT_NE(bed.state.load(), before);
    states.push_back(bed.state.load());
    Sleepers::get_up(bed);
  }
}

TEST(Bed, a_wake_up_is_spent_once) {
  Sleepers team;
  Bed one, two;
  team.prepare_to_park(one, Rest::any_work);
  team.prepare_to_park(two, Rest::own_work);
  EXPECT_TRUE(Sleepers::wake(one));
  EXPECT_FALSE(Sleepers::wake(one));
  EXPECT_FALSE(Sleepers::get_up(one)) << "somebody has woken it";
  EXPECT_TRUE(team.any()) << "the other sleeps";
  EXPECT_TRUE(Sleepers::wake(two));
  EXPECT_FALSE(team.any());
}

TEST(Bed, that_is_gone_is_woken_by_nobody_and_is_as_it_was_when_its_thread_is_back) {
  Sleepers team;
  Bed bed;
  team.prepare_to_park(bed, Rest::any_work);
  Sleepers::get_up(bed);
  const std::uint32_t before = bed.state.load();
  EXPECT_FALSE(Sleepers::is_gone(bed));
  Sleepers::leave(bed);
  EXPECT_TRUE(Sleepers::is_gone(bed));
  EXPECT_EQ(Sleepers::rest(bed), Rest::gone);
  EXPECT_FALSE(Sleepers::wake(bed));
  EXPECT_FALSE(Sleepers::get_up(bed));
  EXPECT_TRUE(Sleepers::is_gone(bed));
  EXPECT_FALSE(team.any());
  Sleepers::come_back(bed);
  EXPECT_FALSE(Sleepers::is_gone(bed));
  EXPECT_EQ(bed.state.load(), before);
  Sleepers::mark_gone(bed);
  EXPECT_TRUE(Sleepers::is_gone(bed));
  Sleepers::come_back(bed);
  team.prepare_to_park(bed, Rest::own_work);
  EXPECT_FALSE(Sleepers::is_gone(bed));
  EXPECT_TRUE(Sleepers::get_up(bed));
}

TEST(Sleeping, ends_when_somebody_wakes_the_bed_and_not_before) {
  Sleepers team;
  Bed bed;
  std::atomic<bool> slept{false};
  team.prepare_to_park(bed, Rest::any_work);
  std::thread sleeper([&] {
    Sleepers::sleep(bed);
    slept = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(slept);
  EXPECT_TRUE(Sleepers::wake(bed));
  sleeper.join();
  EXPECT_TRUE(slept);
  Sleepers::sleep(bed);  // nobody lies there: it returns
}

TEST(Sleeping, for_a_time_lasts_as_long_and_the_nap_goes_on) {
  Sleepers team;
  Bed bed;
  team.prepare_to_park(bed, Rest::own_work);
  const std::uint64_t began = P::now_ns();
  EXPECT_FALSE(Sleepers::nap_for(bed, 3'000'000));
  EXPECT_GE(P::now_ns() - began, 3'000'000u);
  EXPECT_EQ(Sleepers::rest(bed), Rest::own_work);
  EXPECT_TRUE(team.any());
  EXPECT_FALSE(Sleepers::nap_for(bed, 0));
  EXPECT_TRUE(Sleepers::wake(bed));
  EXPECT_TRUE(Sleepers::nap_for(bed, 0)) << "the nap is over";
  EXPECT_TRUE(Sleepers::nap_for(bed, 1'000'000'000'000)) << "at once";
}

TEST(Sleeping, for_a_time_ends_early_for_who_is_woken) {
  Sleepers team;
  Bed bed;
  team.prepare_to_park(bed, Rest::any_work);
  std::thread waker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Sleepers::wake(bed);
  });
  EXPECT_TRUE(Sleepers::nap_for(bed, 600'000'000'000));
  waker.join();
}

TEST(Seekers, keep_wakers_from_waking_and_the_last_to_stop_looks_for_them) {
  Sleepers team;
  Bed one, two;
  EXPECT_FALSE(team.wants_a_wake_up()) << "nobody sleeps";
  team.prepare_to_park(one, Rest::any_work);
  EXPECT_TRUE(team.wants_a_wake_up());
  team.seek();
  EXPECT_FALSE(team.wants_a_wake_up());
  EXPECT_TRUE(team.any()) << "it sleeps all the same";
  team.seek();
  EXPECT_FALSE(team.stop_seeking()) << "another one seeks";
  EXPECT_FALSE(team.wants_a_wake_up());
  EXPECT_TRUE(team.stop_seeking());
  EXPECT_TRUE(team.wants_a_wake_up());
  Sleepers::get_up(one);
  team.seek();
  EXPECT_FALSE(team.stop_seeking()) << "there is nobody to wake";
  team.prepare_to_park(one, Rest::any_work);
  team.prepare_to_park(two, Rest::any_work);
  team.seek();
  team.seek();
  team.forget_seekers();
  EXPECT_TRUE(team.wants_a_wake_up());
  EXPECT_TRUE(Sleepers::get_up(one));
  EXPECT_TRUE(team.any());
  EXPECT_TRUE(Sleepers::get_up(two));
  EXPECT_FALSE(team.any()) << "the sleepers were counted on";
}

// -- whom a waker picks ----------------------------------------------------------------------------------------------

/// A team that no thread runs.
class StagedTeam {
 public:
  explicit StagedTeam(Seat seats) : workers_(std::make_unique<Worker[]>(seats)) {
    team.size = seats;
    team.members = std::make_unique<Member[]>(seats);
    for (Seat seat = 0; seat < seats; ++seat) {
      team.members[seat].team = &team;
      team.members[seat].seat = seat;
      team.members[seat].worker = &workers_[seat];
      workers_[seat].member = &team.members[seat];
    }
  }

  void sleeps(Seat seat, Rest rest) { team.sleepers.prepare_to_park(workers_[seat].bed, rest); }
  Bed& bed(Seat seat) { return workers_[seat].bed; }
  /// Seats that are asleep, by their digits.
  std::string asleep() {
    std::string seats;
    for (Seat seat = 0; seat < team.size; ++seat)
      if (Sleepers::rest(workers_[seat].bed) != Rest::awake) seats += std::to_string(seat);
    return seats;
  }
  void divide(std::vector<std::uint32_t> weights, bool lends) {
    groups_ = std::make_unique<graph::Groups<P>>(team.size, weights, lends);
    groups_->divide(team.size);
    team.groups = groups_.get();
  }
  graph::Groups<P>& groups() { return *groups_; }

  Team team;

 private:
  std::unique_ptr<Worker[]> workers_;
  std::unique_ptr<graph::Groups<P>> groups_;
};

TEST(Waking, picks_the_next_seat_that_may_run_anything) {
  StagedTeam staged(5);
  for (const Seat seat : {0u, 2u, 4u}) staged.sleeps(seat, Rest::any_work);
  staged.sleeps(1, Rest::own_work);
  wake_a_sleeper(staged.team, 2);
  EXPECT_EQ(staged.asleep(), "012") << "seat 3 is awake, seat 4 was next";
  wake_a_sleeper(staged.team, 4);
  EXPECT_EQ(staged.asleep(), "12");
  wake_a_sleeper(staged.team, 2);
  EXPECT_EQ(staged.asleep(), "1") << "the waker's own seat comes last";
}

TEST(Waking, picks_all_who_wait_for_tasks_of_their_own_where_nobody_else_sleeps) {
  StagedTeam staged(4);
  for (const Seat seat : {0u, 1u, 3u}) staged.sleeps(seat, Rest::own_work);
  wake_a_sleeper(staged.team, 2);
  EXPECT_EQ(staged.asleep(), "");
  EXPECT_FALSE(staged.team.sleepers.any());
}

TEST(Waking, from_outside_of_the_team_begins_behind_its_first_seat) {
  StagedTeam staged(3);
  for (const Seat seat : {0u, 1u, 2u}) staged.sleeps(seat, Rest::any_work);
  wake_a_sleeper(staged.team, graph::k_no_seat);
  EXPECT_EQ(staged.asleep(), "02");
  wake_a_sleeper(staged.team, 3);
  EXPECT_EQ(staged.asleep(), "0");
}

TEST(Waking, leaves_those_alone_who_sleep_in_another_team) {
  StagedTeam staged(3);
  Sleepers other;
  other.prepare_to_park(staged.bed(1), Rest::any_work);
  staged.sleeps(2, Rest::any_work);
  wake_a_sleeper(staged.team, 0);
  EXPECT_EQ(staged.asleep(), "1");
  wake_a_sleeper(staged.team, 0);
  EXPECT_EQ(staged.asleep(), "1");
  runtime::wake_everybody(staged.team);
  EXPECT_EQ(staged.asleep(), "") << "but when everybody is meant";
  EXPECT_FALSE(other.any());
}

TEST(Waking, for_a_task_wakes_one_unless_somebody_seeks) {
  StagedTeam staged(3);
  wake_for_task(staged.team, 0);
  staged.sleeps(1, Rest::any_work);
  staged.sleeps(2, Rest::any_work);
  staged.team.sleepers.seek();
  wake_for_task(staged.team, 0);
  EXPECT_EQ(staged.asleep(), "12");
  EXPECT_TRUE(staged.team.sleepers.stop_seeking());
  wake_for_task(staged.team, 0);
  EXPECT_EQ(staged.asleep(), "2");
}

TEST(Waking, everybody_is_woken_whatever_they_wait_for) {
  StagedTeam staged(4);
  staged.sleeps(0, Rest::own_work);
  staged.sleeps(1, Rest::any_work);
  staged.sleeps(3, Rest::any_work);
  runtime::wake_everybody(staged.team);
  EXPECT_EQ(staged.asleep(), "");
}

TEST(WakingInGroups, goes_to_the_wakers_group_first_and_then_around) {
  StagedTeam staged(6);
  staged.divide({2, 2, 2}, true);
  for (const Seat seat : {0u, 1u, 3u, 4u}) staged.sleeps(seat, Rest::any_work);
  wake_a_sleeper(staged.team, 2);
  EXPECT_EQ(staged.asleep(), "014") << "of the same group";
  wake_a_sleeper(staged.team, 2);
  EXPECT_EQ(staged.asleep(), "01") << "of the next one";
  wake_a_sleeper(staged.team, 5);
  EXPECT_EQ(staged.asleep(), "1") << "of the first, behind the last";
}

TEST(WakingInGroups, goes_no_further_than_the_group_where_none_lends) {
  StagedTeam staged(4);
  staged.divide({1, 1}, false);
  staged.sleeps(0, Rest::any_work);
  staged.sleeps(3, Rest::own_work);
  wake_a_sleeper(staged.team, 2);
  EXPECT_EQ(staged.asleep(), "0") << "who waits may be meant, wherever it sits";
}

TEST(WakingInGroups, for_a_stated_task_stays_in_its_group) {
  StagedTeam staged(4);
  staged.divide({1, 1}, true);
  staged.sleeps(0, Rest::any_work);
  staged.sleeps(2, Rest::own_work);
  staged.sleeps(3, Rest::any_work);
  wake_for_stated(staged.team, 1);
  EXPECT_EQ(staged.asleep(), "02");
  wake_for_stated(staged.team, 1);
  EXPECT_EQ(staged.asleep(), "0") << "one who waits may be its ancestor";
  wake_for_stated(staged.team, 1);
  EXPECT_EQ(staged.asleep(), "0") << "seat 0 may not run it";
}

TEST(WakingInGroups, for_a_stated_task_of_a_group_that_all_waits_wakes_all_who_wait) {
  StagedTeam staged(4);
  staged.divide({1, 1}, true);
  for (const Seat seat : {0u, 2u, 3u}) staged.sleeps(seat, Rest::own_work);
  EXPECT_FALSE(staged.groups().begin_wait(2));
  EXPECT_TRUE(staged.groups().begin_wait(3));
  wake_for_stated(staged.team, 1);
  EXPECT_EQ(staged.asleep(), "") << "its ancestor may wait in the other group";
}

}  // namespace
