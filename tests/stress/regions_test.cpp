// Regions on real threads: sizes that change all the time, masters that come and go, nesting, with and without tasks.
#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "stress.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

/// One region of a random size, in which members make tasks, meet in barriers and nest, as chance decides.
void random_region(std::minstd_rand& random, int nesting) {
  const unsigned threads = 1 + static_cast<unsigned>(random() % 5);
  const auto seed = static_cast<std::uint32_t>(random());
  std::atomic<unsigned> members{0};
  std::atomic<unsigned> tasks{0};
  std::atomic<unsigned> planned{0};
  std::atomic<unsigned> late{0};  // made behind the barrier
  std::atomic<unsigned> late_planned{0};
  parallel(threads, [&] {
    std::minstd_rand own(seed + seat());
    std::minstd_rand shared(seed);  // what all members decide alike
    ++members;
    const unsigned mine = static_cast<unsigned>(own() % 6);
    planned += mine;
    for (unsigned i = 0; i < mine; ++i) spawn([&tasks] { ++tasks; });
    if (shared() % 2 == 0) {
      barrier();
      EXPECT_EQ(members, threads);
      EXPECT_EQ(tasks, planned);
    }
    if (nesting > 0 && own() % 4 == 0) random_region(own, nesting - 1);
    if (own() % 3 == 0) {
      ++late_planned;
      spawn([&late, nesting, inner = static_cast<std::uint32_t>(own())] {
        std::minstd_rand random(inner);
        if (nesting > 0 && random() % 2 == 0) random_region(random, 0);
        ++late;
      });
    }
  });
  EXPECT_EQ(members, threads);
  EXPECT_EQ(tasks, planned);
  EXPECT_EQ(late, late_planned);
}

TEST(RegionStress, regions_of_changing_size_and_depth_join_with_all_their_tasks) {
  Engine engine(quick_settings());
  std::minstd_rand random(42);
  const stress::Deadline deadline;
  while (!deadline.over()) random_region(random, 2);
}

TEST(RegionStress, the_same_with_workers_that_always_sleep) {
  Engine engine(sleepy_settings());
  std::minstd_rand random(43);
  const stress::Deadline deadline;
  while (!deadline.over()) random_region(random, 2);
}

TEST(RegionStress, masters_that_come_and_go_share_workers_and_teams) {
  Engine engine(quick_settings());
  const stress::Deadline deadline;
  for (std::uint32_t wave = 0; !deadline.over(); ++wave) {
    stress::run_together(3, [&](int id) {
      engine.enter();
      std::minstd_rand random(wave * 3 + static_cast<std::uint32_t>(id));
      for (int round = 0; round < 4; ++round) random_region(random, 1);
      engine.leave();
    });
  }
}

}  // namespace
