// What a line costs: who hits, who waits, and for how long.
#include "platform/sim/lines.hpp"

#include <gtest/gtest.h>

#include "platform/sim/sim.hpp"

namespace {

using namespace heddle::platform;
using namespace heddle::platform::sim;

struct LinesTest : testing::Test {
  Machine machine;
  LinesTest() {
    machine.cores = 4;
    machine.line.transfer = 100;
    machine.line.upgrade = 40;
  }
};

TEST_F(LinesTest, who_touches_a_line_first_has_it) {
  Lines lines(machine);
  int word;
  const LineId id = lines.at(&word);
  EXPECT_TRUE(lines.can_write(id, 2, 0));
  lines.claim(id, 2);
  EXPECT_TRUE(lines.can_write(id, 2, 0));
  EXPECT_FALSE(lines.can_read(id, 1, 0));
}

TEST_F(LinesTest, the_old_owner_hits_during_the_first_part_of_the_flight) {
  Lines lines(machine);
  int word;
  const LineId id = lines.at(&word);
  lines.claim(id, 0);
  EXPECT_EQ(lines.own(id, 1, 1000), 1100u);
  EXPECT_TRUE(lines.can_write(id, 0, 1029));
  EXPECT_FALSE(lines.can_write(id, 0, 1030));
}

TEST_F(LinesTest, requests_that_queue_follow_each_other_faster) {
  Lines lines(machine);
  int word;
  const LineId id = lines.at(&word);
  lines.claim(id, 0);
  EXPECT_EQ(lines.own(id, 1, 1000), 1100u);
  EXPECT_EQ(lines.own(id, 2, 1010), 1180u);
  EXPECT_EQ(lines.own(id, 3, 1020), 1260u);
}

TEST_F(LinesTest, each_in_a_queue_has_the_line_for_a_moment_of_its_own) {
  Lines lines(machine);
  int word;
  const LineId id = lines.at(&word);
  lines.claim(id, 0);
  EXPECT_EQ(lines.own(id, 1, 1000), 1100u);
  EXPECT_EQ(lines.own(id, 2, 1010), 1180u);
  EXPECT_EQ(lines.own(id, 3, 1020), 1260u);
  EXPECT_TRUE(lines.can_write(id, 1, 1100));
  EXPECT_TRUE(lines.can_write(id, 1, 1123));
  EXPECT_FALSE(lines.can_write(id, 1, 1124));
  EXPECT_TRUE(lines.can_write(id, 2, 1203));
  EXPECT_FALSE(lines.can_write(id, 2, 1204));
}

TEST_F(LinesTest, a_sharer_becomes_the_owner_by_an_upgrade_and_the_others_lose_the_line) {
  Lines lines(machine);
  int word;
  const LineId id = lines.at(&word);
  lines.claim(id, 0);
  EXPECT_EQ(lines.fetch(id, 1, 0), 100u);
  EXPECT_EQ(lines.fetch(id, 2, 500), 600u);
  EXPECT_TRUE(lines.can_read(id, 0, 1000));
  EXPECT_FALSE(lines.can_write(id, 0, 1000));
  EXPECT_EQ(lines.own(id, 2, 1000), 1040u);
  EXPECT_FALSE(lines.can_read(id, 1, 1000));
  EXPECT_TRUE(lines.can_write(id, 2, 1040));
}

TEST_F(LinesTest, words_of_one_line_share_its_fate) {
  Lines lines(machine);
  alignas(64) int words[17];
  EXPECT_EQ(lines.at(&words[0]), lines.at(&words[15]));
  EXPECT_NE(lines.at(&words[0]), lines.at(&words[16]));
}

TEST_F(LinesTest, threads_of_one_core_have_its_lines_in_common_once_they_are_there) {
  machine.shared = {.speeds = {1.0, 1.2}, .cores = 2};
  Lines lines(machine);  // threads 0 and 2 share a core, 1 and 3 the other
  int word;
  const LineId id = lines.at(&word);
  lines.claim(id, 0);
  EXPECT_TRUE(lines.can_write(id, 2, 0));
  EXPECT_FALSE(lines.can_read(id, 1, 0));
  EXPECT_EQ(lines.own(id, 1, 1000), 1100u);
  EXPECT_FALSE(lines.can_write(id, 3, 1050));
  EXPECT_EQ(lines.own(id, 3, 1050), 1100u);
  EXPECT_TRUE(lines.can_write(id, 3, 1100));
  EXPECT_FALSE(lines.can_read(id, 2, 1100));
  EXPECT_EQ(lines.transfers(), 1u);
}

// A queue for a line is as long as the flights in it, whoever waits: else who came early would go on hitting.
TEST_F(LinesTest, a_hammered_line_serves_as_many_when_flights_vary) {
  machine.cores = 64;
  const auto cycles = [&](std::uint32_t jitter) {
    Engine engine(machine, {.seed = 3, .jitter_permille = jitter});
    alignas(64) Sim::atomic<int> sum{0};
    std::uint32_t left = 64;
    const auto add = [&] {
      for (int i = 0; i < 100; ++i) sum.fetch_add(1);
      engine.work(0);
      if (--left == 0) engine.wake(0, engine.now());
    };
    return static_cast<double>(engine
                                   .run([&] {
                                     for (int core = 1; core < 64; ++core) engine.start(add);
                                     add();
                                     while (left != 0) engine.sleep("waits for all");
                                   })
                                   .cycles);
  };
  EXPECT_NEAR(cycles(100) / cycles(0), 1, 0.05);
}

TEST_F(LinesTest, many_lines_are_told_apart) {
  Lines lines(machine);
  for (std::uintptr_t line = 1; line < 20'000; ++line)
    ASSERT_EQ(lines.at(reinterpret_cast<void*>(line * 64)), line - 1);
  for (std::uintptr_t line = 1; line < 20'000; ++line)
    ASSERT_EQ(lines.at(reinterpret_cast<void*>(line * 64)), line - 1);
}

TEST_F(LinesTest, what_is_read_is_what_was_there_when_the_line_was_looked_at) {
  Engine engine(machine, {});
  alignas(64) Sim::atomic<int> word{0};
  Cycles written = 0, seen = 0;
  engine.run([&] {
    engine.start([&] {
      // order: acquire — pairs with the release below.
      while (word.load(std::memory_order_acquire) == 0) continue;
      seen = engine.now();
    });
    engine.work(10'000);
    word.load();
    engine.work(1000);
    // order: release — pairs with the acquire above.
    word.store(1, std::memory_order_release);
    written = engine.now();
    engine.work(10'000);
  });
  EXPECT_GE(seen, written + machine.line.upgrade);  // it has to fetch the line that the store has taken away
}

TEST_F(LinesTest, stores_do_not_wait_for_their_lines_but_fences_do) {
  Engine engine(machine, {});
  alignas(64) Sim::atomic<int> word{0};
  Cycles stored = 0, fenced = 0;
  engine.run([&] {
    engine.start([&] { word.fetch_add(1); });
    engine.work(10'000);
    const Cycles begin = engine.now();
    // order: relaxed — the claim is about time.
    word.store(7, std::memory_order_relaxed);
    stored = engine.now() - begin;
    Sim::fence(std::memory_order_seq_cst);
    fenced = engine.now() - begin;
  });
  EXPECT_LT(stored, 20u);
  EXPECT_GE(fenced, machine.line.transfer);
}

TEST_F(LinesTest, no_addition_is_lost_however_many_cores_add) {
  machine.cores = 64;
  for (const std::uint64_t seed : {1, 2, 3}) {
    Engine engine(machine, {.seed = seed, .jitter_permille = 200});
    alignas(64) Sim::atomic<int> sum{0};
    alignas(64) Sim::atomic<std::uint32_t> ended{0};
    const Report report = engine.run([&] {
      for (int core = 1; core < 64; ++core) {
        engine.start([&] {
          for (int i = 0; i < 100; ++i) sum.fetch_add(1);
          ended.fetch_add(1);
        });
      }
      Sim::spin_until(ended, [](std::uint32_t count) { return count == 63; }, Spins::unbounded());
    });
    EXPECT_EQ(report.outcome, Outcome::finished) << report.story;
    EXPECT_EQ(sum.load(), 6300);
  }
}

}  // namespace
