// Tasks that had better run on a seat, by its number or by who has written their data: they do where that seat comes
// for them, and others help out where it does not.
#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;
using runtime::Preference;

runtime::Spawn preferring(Preference preference, std::int32_t priority = 0) {
  runtime::Spawn how;
  how.flags = graph::k_prefers;
  how.preference = preference;
  how.priority = priority;
  return how;
}

/// On which seats tasks ran.
struct Seats {
  std::vector<std::atomic<int>> ran = std::vector<std::atomic<int>>(8);
  int sum() const {
    int all = 0;
    for (const std::atomic<int>& one : ran) all += one;
    return all;
  }
};

/// Of a task that seat 0 has made behind three others: when seat 1, which had no time until then, has run it. Seat 0
/// runs none of them. A task that is seat 1's own comes before what it must steal.
int turn_on_seat_1(void (*make)(std::atomic<int>& next, std::atomic<int>& turn)) {
  std::atomic<int> next{0}, turn{-1};
  std::atomic<bool> busy{false}, made{false};
  parallel(2, [&] {
    if (seat() == 1) {
      busy = true;
      return spin_until([&] { return made.load(); });
    }
    spin_until([&] { return busy.load(); });
    for (int i = 0; i < 3; ++i) spawn([&next] { ++next; });
    make(next, turn);
    made = true;
    spin_until([&] { return next == 4; });
  });
  return turn;
}

void make_preferring(std::atomic<int>& next, std::atomic<int>& turn, Preference preference) {
  spawn([&next, &turn] { turn = next++; }, {}, preferring(preference));
}

TEST(Preferences, a_seat_takes_what_prefers_it_before_it_steals) {
  Engine engine(quick_settings());
  using Count = std::atomic<int>;
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(turn_on_seat_1([](Count& next, Count& turn) { make_preferring(next, turn, Preference::seat(1)); }), 0);
    EXPECT_EQ(turn_on_seat_1([](Count& next, Count& turn) { make_preferring(next, turn, Preference::seat(7)); }), 0)
        << "counted around: seat 7 of 2 is seat 1";
    EXPECT_GT(turn_on_seat_1([](Count& next, Count& turn) { spawn([&next, &turn] { turn = next++; }); }), 0)
        << "one that prefers none comes in its turn";
  }
}

TEST(Preferences, in_a_team_of_one_all_run_there_at_once) {
  Engine engine(quick_settings());
  parallel(1, [] {
    for (const unsigned wanted : {0u, 3u}) {
      int ran = 0;
      spawn([&ran] { ++ran; }, {}, preferring(Preference::seat(wanted)));
      EXPECT_EQ(ran, 1);
    }
  });
}

TEST(Preferences, others_run_what_waits_for_a_seat_that_does_not_come) {
  Engine engine(quick_settings());
  std::atomic<bool> busy{false}, over{false};
  parallel(2, [&] {
    if (seat() == 1) {
      busy = true;
      return spin_until([&] { return over.load(); });
    }
    spin_until([&] { return busy.load(); });
    int ran = 0;
    for (int i = 0; i < 10; ++i) spawn([&ran] { ++ran; }, {}, preferring(Preference::seat(1)));
    EXPECT_EQ(ran, 0) << "queued for the other one";
    taskwait();
    EXPECT_EQ(ran, 10);
    over = true;
  });
}

TEST(Preferences, the_sleeper_of_the_seat_is_woken) {
  Engine engine(sleepy_settings());
  Seats seats;
  constexpr int k_rounds = 20;
  parallel(3, [&] {
    if (seat() != 0) return;
    const Team& team = *self().member->team;
    for (int i = 0; i < k_rounds; ++i) {
      for (const unsigned sleeper : {1u, 2u})
        spin_until([&] { return team.sleepers.rest_here(team.members[sleeper].worker->bed) != runtime::Rest::awake; });
      spawn([&seats] { ++seats.ran[seat()]; }, {}, preferring(Preference::seat(2)));
      spin_until([&] { return seats.sum() == i + 1; });
    }
  });
  EXPECT_GE(seats.ran[2], k_rounds - 2) << "both slept; but any of them may find what is there";
}

TEST(Preferences, by_data_it_is_known_who_wrote_them_from_the_first_question_on) {
  Engine engine(quick_settings());
  static int x, y;
  parallel(2, [&] {
    if (seat() != 0) return;
    // The first that asks is told of no writer; from then on they are known.
    EXPECT_EQ(self().member->team->writers.load(), nullptr);
    spawn([] {}, {{&y, Mode::in}}, preferring(Preference::data(&y)));
    taskwait();
    runtime::Writers<P>* const writers = self().member->team->writers;
    ASSERT_NE(writers, nullptr);
    for (int round = 0; round < 5; ++round) {
      std::atomic<bool> written{false};
      spawn([&written] { written = true; }, {{&x, Mode::out}}, preferring(Preference::seat(1)));
      spin_until([&] { return written.load(); });
      taskwait();
      EXPECT_EQ(writers->last(Preference::slot(&x)), 1u);
      spawn([] {}, {{&x, Mode::in}});
      taskwait();
      EXPECT_EQ(writers->last(Preference::slot(&x)), 1u) << "who reads does not write";
    }
    // What runs at once writes, too.
    spawn([] {}, {{&x, Mode::out}}, {.undeferred = true});
    EXPECT_EQ(writers->last(Preference::slot(&x)), 0u);
  });
}

TEST(Preferences, by_data_a_seat_takes_what_prefers_its_own_before_it_steals) {
  Engine engine(quick_settings());
  static int x;
  parallel(2, [] {
    if (seat() != 0) return;
    spawn([] {}, {}, preferring(Preference::data(&x)));  // somebody asks
    taskwait();
  });
  for (int round = 0; round < 5; ++round) {
    for (const unsigned writer : {0u, 1u}) {
      self().member->inner->writers.load()->note(&x, writer);
      const int turn = turn_on_seat_1(
          [](std::atomic<int>& next, std::atomic<int>& when) { make_preferring(next, when, Preference::data(&x)); });
      EXPECT_EQ(turn == 0, writer == 1) << turn;
    }
  }
}

TEST(Preferences, give_way_to_a_priority) {
  Engine engine(quick_settings());
  std::vector<int> order;
  parallel(1, [&] {
    int x = 0;
    Task* const event = spawn_detachable([] {}, {{&x, Mode::out}});
    for (const int priority : {1, 9, 5})
      spawn([&order, priority] { order.push_back(priority); }, {{&x, Mode::in}},
            preferring(Preference::seat(0), priority));
    fulfill(event);
    taskwait();
  });
  EXPECT_EQ(order, (std::vector<int>{9, 5, 1}));
}

TEST(Preferences, of_a_locality_mean_nothing_to_a_team_that_is_not_divided) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    std::atomic<int> ran{0};
    parallel(threads, [&] {
      if (seat() != 0) return;
      for (int i = 0; i < 20; ++i)
        spawn([&ran] { ++ran; }, {}, preferring(Preference::locality({.group = 3, .stated = true})));
      taskwait();
      EXPECT_EQ(ran, 20);
    });
  }
}

TEST(Preferences, of_tasks_of_a_seat_count_too) {
  Engine engine(quick_settings());
  struct Arguments {
    std::atomic<int>* next;
    std::atomic<int>* turn;
  };
  const int turn = turn_on_seat_1([](std::atomic<int>& next, std::atomic<int>& when) {
    Arguments arguments{&next, &when};
    runtime::Spawn how = preferring(Preference::seat(1));
    how.body = [](void* copy) {
      const auto& own = *static_cast<Arguments*>(copy);
      *own.turn = (*own.next)++;
    };
    how.data = &arguments;
    how.bytes = sizeof arguments;
    how.alignment = alignof(Arguments);
    Tasking::spawn_rooted(self(), how);
  });
  EXPECT_EQ(turn, 0);
}

}  // namespace
