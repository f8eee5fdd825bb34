// Loops whose idle workers interrupt the others, one step at a time: a platform whose interrupts are delivered when the
// test says so, on the thread that plays all seats.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <vector>

#include "loop/interrupts/interrupt_loop.hpp"
#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using graph::Seat;

Seat playing = 0;
std::vector<platform::Interruptible*> targets(8);
std::function<bool(Seat)> on_interrupt;  // returns whether the thread was reached
std::vector<Seat> asked;                 // who was interrupted, in order
int yields = 0;

struct Staged : platform::Threads {
  using ThreadName = Seat;
  static ThreadName thread_name() noexcept { return playing; }
  static bool interrupt(ThreadName seat) noexcept {
    asked.push_back(seat);
    return on_interrupt(seat);
  }
  static void interruptible(platform::Interruptible* target) noexcept { targets[playing] = target; }
  static void yield() noexcept { ++yields; }
};

bool deliver(Seat seat) {
  if (targets[seat] != nullptr) targets[seat]->interrupted();
  return true;
}

class Interrupts : public testing::Test {
 protected:
  Interrupts() {
    on_interrupt = deliver;
    targets.assign(8, nullptr);
    asked.clear();
    yields = 0;
    loop.make_room(8);
  }
  auto& enter(Seat seat, std::uint64_t trip, std::uint32_t threads) {
    playing = seat;
    return loop.enter(seat, trip, threads);
  }
  bool forage(Seat seat) {
    playing = seat;
    return loop.forage(seat);
  }
  static void expect(loop::InterruptWords<Staged>& words, std::uint64_t start, std::uint64_t end) {
    EXPECT_EQ(words.start, start);
    EXPECT_EQ(words.end, end);
  }
  loop::InterruptLoop<Staged> loop{{.looks = 0, .patience = 3, .last_looks = 0}};
};

TEST_F(Interrupts, blocks_cover_the_longest_loop_without_a_gap) {
  for (const std::uint64_t trip : {std::uint64_t{0}, std::uint64_t{5}, UINT64_MAX}) {
    std::uint64_t next = 0;
    for (Seat seat = 0; seat < 7; ++seat) {
      auto& words = enter(seat, trip, 7);
      EXPECT_EQ(words.start, next);
      next = words.end;
    }
    EXPECT_EQ(next, trip);
  }
}

TEST_F(Interrupts, a_victim_gives_the_upper_half_of_what_is_behind_its_running_iteration) {
  auto& victim = enter(0, 20, 2);
  auto& thief = enter(1, 20, 2);
  victim.processed = 3;  // it runs iteration 3
  EXPECT_TRUE(forage(1));
  expect(thief, 7, 10);
  expect(victim, 0, 7);
}

TEST_F(Interrupts, the_worker_with_most_left_is_asked) {
  enter(0, 30, 3).processed = 8;
  enter(1, 30, 3).processed = 2;
  auto& thief = enter(2, 30, 3);
  EXPECT_TRUE(forage(2));
  expect(thief, 16, 20);
}

TEST_F(Interrupts, the_running_iteration_is_never_given_away) {
  enter(0, 20, 2).processed = 9;
  enter(1, 20, 2);
  EXPECT_FALSE(forage(1));
}

TEST_F(Interrupts, who_is_in_another_loop_gets_nothing) {
  enter(0, 20, 2);
  enter(1, 20, 2).processed = 9;
  on_interrupt = [](Seat) { return false; };
  EXPECT_FALSE(forage(0));  // seat 0 leaves the first loop
  on_interrupt = deliver;
  enter(0, 20, 2);  // and is in the second, with ten iterations
  EXPECT_FALSE(forage(1));
  enter(1, 20, 2);
  EXPECT_TRUE(forage(1)) << "now both are in the second";
}

TEST_F(Interrupts, a_thief_takes_back_a_request_that_is_not_answered) {
  auto& victim = enter(0, 20, 2);
  auto& thief = enter(1, 20, 2);
  on_interrupt = [](Seat) { return true; };  // sent, and held back
  EXPECT_FALSE(forage(1));
  deliver(0);
  expect(victim, 0, 10);
  expect(thief, 10, 20);
}

TEST_F(Interrupts, an_owner_that_leaves_its_chunk_refuses_what_was_asked_of_it) {
  auto& victim = enter(0, 20, 2);
  enter(1, 20, 2);
  bool victim_left = true;
  on_interrupt = [&](Seat) {
    victim.processed = 10;
    victim_left = !forage(0);  // before the handler could run
    playing = 1;
    return true;
  };
  EXPECT_FALSE(forage(1));
  EXPECT_TRUE(victim_left);
}

TEST_F(Interrupts, a_late_interrupt_changes_nothing) {
  enter(0, 20, 2);
  auto& other = enter(1, 20, 2);
  other.processed = 9;
  forage(0);
  deliver(0);
  deliver(1);
  expect(other, 10, 20);
}

// What one seat leaves another gets, until nobody has anything to give: each iteration runs once.
TEST_F(Interrupts, seats_that_forage_from_each_other_run_each_iteration_once) {
  for (const std::uint32_t threads : {2u, 3u, 7u}) {
    constexpr std::uint64_t k_trip = 200;
    loop.make_room(8);
    asked.clear();
    std::vector<int> runs(k_trip);
    std::vector<loop::InterruptWords<Staged>*> words;
    for (Seat seat = 0; seat < threads; ++seat) words.push_back(&enter(seat, k_trip, threads));
    std::vector<bool> gone(threads);
    int thefts = 0;
    // Seat s runs s + 1 iterations in a turn, so some are always ahead.
    for (std::uint32_t left = threads; left != 0;) {
      for (Seat seat = 0; seat < threads; ++seat) {
        for (Seat step = 0; step <= seat && !gone[seat]; ++step) {
          auto& mine = *words[seat];
          if (mine.start + mine.processed < mine.end) {
            ++runs[mine.start + mine.processed];
            ++mine.processed;
          } else if (forage(seat)) {
            ++thefts;
          } else {
            gone[seat] = true;
            --left;
          }
        }
      }
    }
    for (std::uint64_t i = 0; i < k_trip; ++i) ASSERT_EQ(runs[i], 1) << i << " of " << threads;
    EXPECT_GE(thefts, 1);
    EXPECT_EQ(asked.size(), static_cast<std::size_t>(thefts)) << "nobody was asked in vain";
  }
}

TEST_F(Interrupts, who_has_left_the_loop_answers_to_no_interrupt_and_who_has_taken_some_does) {
  enter(0, 20, 2);
  enter(1, 20, 2).processed = 10;
  EXPECT_NE(targets[1], nullptr);
  EXPECT_TRUE(forage(1));
  EXPECT_NE(targets[1], nullptr) << "it is in the loop still";
  on_interrupt = [](Seat) { return false; };
  EXPECT_FALSE(forage(1));
  EXPECT_EQ(targets[1], nullptr);
}

TEST_F(Interrupts, what_was_taken_can_be_taken_from_the_thief) {
  enter(0, 40, 2);
  auto& second = enter(1, 40, 2);
  EXPECT_TRUE(forage(1));  // 10 to 19
  second.processed = 2;
  targets[0] = nullptr;
  EXPECT_TRUE(forage(0));
  EXPECT_EQ(asked, (std::vector<Seat>{0, 1}));
  expect(second, 10, 16);
}

TEST_F(Interrupts, nobody_is_interrupted_for_nothing) {
  enter(0, 20, 2).processed = 9;  // its last one
  enter(1, 20, 2);
  EXPECT_FALSE(forage(1));
  EXPECT_TRUE(asked.empty());
  loop.make_room(8);
  enter(0, 20, 2).processed = 8;  // two
  auto& thief = enter(1, 20, 2);
  EXPECT_TRUE(forage(1));
  expect(thief, 9, 10);
}

TEST_F(Interrupts, only_threads_of_the_loop_are_asked) {
  enter(0, 4, 2);
  enter(1, 4, 2);
  auto& stranger = enter(2, 300, 3);  // of another team, with a hundred left
  on_interrupt = [](Seat) { return false; };
  EXPECT_FALSE(forage(1));
  for (const Seat seat : asked) EXPECT_EQ(seat, 0u);
  expect(stranger, 200, 300);
}

TEST_F(Interrupts, a_thread_that_cannot_be_reached_is_tried_as_often_as_patience_says) {
  enter(0, 20, 2);
  enter(1, 20, 2);
  on_interrupt = [](Seat) { return false; };
  EXPECT_FALSE(forage(1));
  EXPECT_EQ(asked, (std::vector<Seat>{0, 0, 0}));
  EXPECT_EQ(yields, 0) << "there is nothing to wait for";
}

TEST_F(Interrupts, an_interrupt_that_is_not_answered_is_waited_for_as_long_as_patience_says) {
  enter(0, 20, 2);
  enter(1, 20, 2);
  on_interrupt = [](Seat) { return true; };
  EXPECT_FALSE(forage(1));
  EXPECT_EQ(asked.size(), 1u) << "and then it leaves";
  EXPECT_EQ(yields, 3);
}

TEST_F(Interrupts, an_answer_ends_the_waiting) {
  enter(0, 20, 2);
  enter(1, 20, 2);
  EXPECT_TRUE(forage(1));
  EXPECT_EQ(yields, 0);
}

TEST_F(Interrupts, who_is_refused_goes_to_the_next) {
  auto& first = enter(0, 60, 3);
  auto& second = enter(1, 60, 3);
  auto& thief = enter(2, 60, 3);
  second.processed = 4;
  bool left = false;
  on_interrupt = [&](Seat seat) {
    if (left) return deliver(seat);
    left = true;
    first.processed = 20;
    playing = 0;
    EXPECT_TRUE(loop.forage(0)) << "it leaves its chunk, and takes half of seat 1's sixteen";
    playing = 2;
    return true;
  };
  EXPECT_TRUE(forage(2));
  EXPECT_EQ(asked, (std::vector<Seat>{0, 1, 0})) << "seat 0, which asked seat 1; then seat 0 has as much as that";
  expect(thief, 36, 40);
}

TEST_F(Interrupts, one_thief_at_a_time_asks_a_victim) {
  enter(0, 60, 3);
  enter(1, 60, 3).processed = 20;
  auto& thief = enter(2, 60, 3);
  bool first = true;
  bool other_got_some = true;
  on_interrupt = [&](Seat seat) {
    if (!first) return deliver(seat);
    first = false;
    playing = 1;
    other_got_some = loop.forage(1);  // while seat 2 asks seat 0
    playing = 2;
    return deliver(seat);
  };
  EXPECT_TRUE(forage(2));
  expect(thief, 10, 20);
  EXPECT_FALSE(other_got_some);
  EXPECT_EQ(asked, (std::vector<Seat>{0})) << "it is busy";
}

TEST_F(Interrupts, with_new_room_all_seats_are_in_the_same_loop_again) {
  on_interrupt = [](Seat) { return false; };
  enter(0, 2, 2);
  enter(1, 2, 2);
  EXPECT_FALSE(forage(0));
  enter(0, 2, 2);
  EXPECT_FALSE(forage(0));  // two loops ahead
  on_interrupt = deliver;
  loop.make_room(8);
  enter(0, 20, 2);
  enter(1, 20, 2);
  EXPECT_TRUE(forage(1));
  loop.make_room(8);
  enter(1, 20, 2).processed = 10;
  EXPECT_FALSE(forage(1)) << "seat 0 has not entered yet, and has nothing of the loop before";
  EXPECT_EQ(asked.back(), 0u);
  EXPECT_EQ(std::count(asked.begin(), asked.end(), 0u), 1);
}

TEST_F(Interrupts, a_victim_that_somebody_asks_already_is_left_for_another_that_has_less) {
  enter(0, 80, 4);
  enter(1, 80, 4).processed = 14;
  enter(2, 80, 4).processed = 20;
  auto& late = enter(3, 80, 4);
  late.processed = 20;
  on_interrupt = [&](Seat seat) {
    if (seat != 0) return deliver(seat);
    playing = 3;
    EXPECT_TRUE(loop.forage(3)) << "while seat 2 asks seat 0";
    playing = 2;
    return deliver(seat);
  };
  EXPECT_TRUE(forage(2));
  EXPECT_EQ(asked, (std::vector<Seat>{0, 1}));
  expect(late, 37, 40);
}

TEST_F(Interrupts, who_is_a_loop_behind_or_ahead_is_not_interrupted) {
  enter(0, 20, 2);
  enter(1, 20, 2).processed = 10;
  on_interrupt = [](Seat) { return false; };
  EXPECT_FALSE(forage(1));  // it leaves the loop, and is in the next
  enter(1, 20, 2).processed = 10;
  asked.clear();
  EXPECT_FALSE(forage(1));
  EXPECT_TRUE(asked.empty()) << "seat 0 has ten left, of the loop before";
  enter(1, 20, 2);
  EXPECT_FALSE(forage(0));
  EXPECT_TRUE(asked.empty()) << "seat 1 has ten left, two loops ahead";
}

TEST_F(Interrupts, an_answer_of_before_is_no_answer_to_the_next_request) {
  auto& victim = enter(0, 20, 2);
  auto& thief = enter(1, 20, 2);
  EXPECT_TRUE(forage(1));  // given
  expect(thief, 5, 10);
  thief.processed = 5;
  on_interrupt = [](Seat) { return true; };  // held back
  EXPECT_FALSE(forage(1));
  expect(victim, 0, 5);
  expect(thief, 5, 10);
}

TEST_F(Interrupts, nobody_is_told_anything_by_a_seat_that_was_not_asked) {
  enter(0, 30, 3).processed = 10;
  enter(1, 30, 3);
  enter(2, 30, 3).processed = 10;
  on_interrupt = [&](Seat seat) {
    if (seat != 1 || playing != 0) return false;
    deliver(1);  // seat 1 gives; seat 2 has run its words meanwhile, and asks around
    playing = 2;
    loop.forage(2);
    playing = 0;
    return true;
  };
  EXPECT_TRUE(forage(0)) << "what was given counts";
}

// A signal that a thread sends to itself comes at once, but ThreadSanitizer keeps it until the thread calls the C
// library.
void let_signals_come() { usleep(1); }

TEST(InterruptsOnThreads, the_chosen_signal_is_one_that_the_program_does_not_use) {
  ASSERT_TRUE(platform::Threads::allow_interrupts());
  EXPECT_GE(platform::Threads::interrupt_signal(), SIGRTMIN);
  EXPECT_LE(platform::Threads::interrupt_signal(), SIGRTMAX);
  struct sigaction installed{};
  sigaction(platform::Threads::interrupt_signal(), nullptr, &installed);
  EXPECT_NE(installed.sa_flags & SA_RESTART, 0);
}

TEST(InterruptsOnThreads, an_interrupted_thread_answers_as_it_last_said_and_keeps_its_errno) {
  struct Count final : platform::Interruptible {
    void interrupted() noexcept override {
      times = times + 1;
      errno = ERANGE;
    }
    volatile int times = 0;
  } count;
  ASSERT_TRUE(platform::Threads::allow_interrupts());
  errno = 0;
  platform::Threads::interruptible(&count);
  EXPECT_TRUE(platform::Threads::interrupt(platform::Threads::thread_name()));
  let_signals_come();
  platform::Threads::interruptible(nullptr);
  EXPECT_TRUE(platform::Threads::interrupt(platform::Threads::thread_name()));
  let_signals_come();
  EXPECT_EQ(count.times, 1);
  EXPECT_EQ(errno, 0);
}

TEST(InterruptsOnThreads, nothing_is_sent_once_the_program_has_taken_the_signal) {
  ASSERT_TRUE(platform::Threads::allow_interrupts());
  const int signal = platform::Threads::interrupt_signal();
  struct sigaction ours{};
  struct sigaction ignore{};
  ignore.sa_handler = SIG_IGN;
  sigaction(signal, &ignore, &ours);
  EXPECT_FALSE(platform::Threads::interrupt(platform::Threads::thread_name()));
  sigaction(signal, &ours, nullptr);
  EXPECT_TRUE(platform::Threads::interrupt(platform::Threads::thread_name()));
}

TEST(InterruptsOnThreads, a_thread_that_is_gone_cannot_be_reached) {
  ASSERT_TRUE(platform::Threads::allow_interrupts());
  EXPECT_FALSE(platform::Threads::interrupt(INT32_MAX));
}

}  // namespace
