// When a producer that waits for the others may take it that nothing will move: by clocks that the test sets.
#include "runtime/progress.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;

struct SetClocks : platform::Threads {
  static inline std::uint64_t now = 0;
  static inline std::map<std::int32_t, std::uint64_t> ran;  // by a thread's clock
  static std::uint64_t now_ns() { return now; }
  static std::uint64_t ran_ns(std::int32_t clock) { return ran[clock]; }
};

constexpr std::uint64_t k_us = 1000;
constexpr std::uint64_t k_a_core_ns = 30 * k_us;  // more than a chance takes

/// A team whose threads run as the test says. The producer sits in seat 0; clock n belongs to seat n - 1.
class StandstillOf : public testing::Test {
 protected:
  using Worker = runtime::Worker<SetClocks>;

  void seat_them(std::uint32_t size) {
    SetClocks::now = 1'000'000;
    SetClocks::ran.clear();
    team_.size = size;
    team_.members = std::make_unique<runtime::Member<SetClocks>[]>(size);
    workers_ = std::make_unique<Worker[]>(size);
    for (std::uint32_t seat = 0; seat < size; ++seat) {
      team_.members[seat].team = &team_;
      team_.members[seat].seat = seat;
      team_.members[seat].worker = &workers_[seat];
      workers_[seat].clock = static_cast<std::int32_t>(seat) + 1;
      run(seat, 500 * k_us);
    }
  }
  void run(std::uint32_t seat, std::uint64_t ns) { SetClocks::ran[static_cast<std::int32_t>(seat) + 1] += ns; }

  runtime::Team<SetClocks> team_;
  std::unique_ptr<Worker[]> workers_;
};

TEST_F(StandstillOf, each_thread_that_is_awake_must_have_had_a_core) {
  seat_them(3);
  runtime::Progress<SetClocks> standstill(team_.members[0]);
  EXPECT_FALSE(standstill.proven());
  SetClocks::now += 1000 * k_us;
  EXPECT_FALSE(standstill.proven());
  run(1, k_a_core_ns);
  EXPECT_FALSE(standstill.proven());
  run(2, k_a_core_ns);
  EXPECT_TRUE(standstill.proven());
}

TEST_F(StandstillOf, a_sleeper_is_not_waited_for) {
  seat_them(3);
  team_.sleepers.prepare_to_park(workers_[2].bed, runtime::Rest::own_work);
  runtime::Progress<SetClocks> standstill(team_.members[0]);
  EXPECT_FALSE(standstill.proven());
  run(1, k_a_core_ns);
  EXPECT_TRUE(standstill.proven());
}

TEST_F(StandstillOf, a_thread_that_is_blocked_in_a_task_is_not_waited_for_for_ever) {
  seat_them(2);
  runtime::Progress<SetClocks> standstill(team_.members[0]);
  EXPECT_FALSE(standstill.proven());
  SetClocks::now += 19'000 * k_us;
  EXPECT_FALSE(standstill.proven());
  SetClocks::now += 1'000 * k_us;
  EXPECT_TRUE(standstill.proven());
}

TEST_F(StandstillOf, what_moves_gives_everybody_another_chance) {
  seat_them(2);
  runtime::Progress<SetClocks> standstill(team_.members[0]);
  EXPECT_FALSE(standstill.proven());
  run(1, k_a_core_ns);
  standstill.renew();
  EXPECT_FALSE(standstill.proven());
  run(1, k_a_core_ns);
  EXPECT_TRUE(standstill.proven());
}

TEST_F(StandstillOf, a_thread_whose_clock_is_not_known_counts_as_having_had_its_chance) {
  seat_them(2);
  SetClocks::ran[2] = 0;
  runtime::Progress<SetClocks> standstill(team_.members[0]);
  EXPECT_TRUE(standstill.proven());
}

TEST_F(StandstillOf, in_a_large_team_chances_run_for_some_seats_at_a_time) {
  seat_them(40);
  runtime::Progress<SetClocks> standstill(team_.members[0]);
  EXPECT_FALSE(standstill.proven());
  for (std::uint32_t seat = 1; seat < 40; ++seat) run(seat, k_a_core_ns);
  EXPECT_FALSE(standstill.proven()) << "the chance of the last eight begins only now";
  for (std::uint32_t seat = 32; seat < 40; ++seat) run(seat, k_a_core_ns);
  EXPECT_TRUE(standstill.proven());
}

}  // namespace
