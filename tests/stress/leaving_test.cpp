// Pool threads that end at every opportunity, while masters come and go, teams grow, shrink and nest.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "stress.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

/// Workers sleep at once, and end as soon as they sleep.
runtime::Settings restless_settings(std::uint64_t linger_ns) {
  runtime::Settings settings = sleepy_settings();
  settings.linger_ns = linger_ns;
  return settings;
}

void pause_at_random(std::minstd_rand& random) {
  if (random() % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
}

void regions(std::minstd_rand& random, int nesting) {
  const unsigned threads = 1 + static_cast<unsigned>(random() % 4);
  const auto seed = static_cast<std::uint32_t>(random());
  std::atomic<unsigned> members{0};
  std::atomic<unsigned> tasks{0};
  parallel(threads, [&] {
    std::minstd_rand own(seed + seat());
    ++members;
    pause_at_random(own);
    if (own() % 2 == 0)
      spawn([&tasks] { ++tasks; });
    else
      ++tasks;
    if (nesting > 0 && own() % 2 == 0) regions(own, nesting - 1);
  });
  EXPECT_EQ(members, threads);
  EXPECT_EQ(tasks, threads);
  pause_at_random(random);
}

void masters_and_their_regions(std::uint64_t linger_ns) {
  Engine engine(restless_settings(linger_ns));
  const stress::Deadline deadline;
  for (std::uint32_t wave = 0; !deadline.over(); ++wave) {
    stress::run_together(3, [&](int id) {
      engine.enter();
      std::minstd_rand random(wave * 3 + static_cast<std::uint32_t>(id));
      for (int round = 0; round < 8; ++round) regions(random, 1);
      engine.leave();
    });
  }
  for (int ms = 0; ms < 5000 && engine.runtime().threads() != 1; ++ms)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(engine.runtime().threads(), 1U) << "threads are left that nobody wants";
}

TEST(LeavingStress, threads_end_as_soon_as_they_sleep) { masters_and_their_regions(1); }
TEST(LeavingStress, threads_end_when_they_have_slept_for_a_region_or_so) { masters_and_their_regions(100'000); }

}  // namespace
