// Loops whose idle workers interrupt the others, one step at a time: a platform whose interrupts are delivered when the
// test says so, on the thread that plays all seats.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

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

struct Staged : platform::Threads {
  using ThreadName = Seat;
  static ThreadName thread_name() noexcept { return playing; }
  static bool interrupt(ThreadName seat) noexcept { return on_interrupt(seat); }
  static void interruptible(platform::Interruptible* target) noexcept { targets[playing] = target; }
  static void yield() noexcept {}
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
