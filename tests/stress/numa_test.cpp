// Divided teams for a while: random trees of tasks that state localities, inherit them or have none, that wait and that
// depend on each other, in teams of several sizes.
#include <gtest/gtest.h>

#include <atomic>

#include "stress.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

constexpr std::uint32_t k_localities[] = {4, 2, 1, 1};

struct Tree {
  std::atomic<long> ran{0};
  std::atomic<long> misplaced{0};

  void grow(std::uint32_t random, unsigned depth) {
    ++ran;
    if (depth == 0) return;
    for (unsigned child = 0; child < 4; ++child) {
      random = random * 1664525u + 1013904223u;
      const std::uint32_t locality = random >> 28;
      runtime::Spawn how;
      const bool placed = (random >> 24 & 3) != 0;
      const bool stated = (random >> 23 & 1) != 0;
      if (placed) {
        how.flags = graph::k_prefers;
        how.preference = runtime::Preference::locality({.group = locality, .stated = stated});
      }
      if ((random >> 20 & 7) == 0) how.priority = 1;
      const std::uint32_t seed = random;
      spawn(
          [this, seed, depth, placed, stated, locality] {
            const auto& groups = *self().member->team->groups;
            if (placed && stated && groups.of(seat()) != groups.serving(locality)) ++misplaced;
            grow(seed, depth - 1);
          },
          {}, how);
      if ((random >> 18 & 3) == 0) taskwait();
    }
  }
};

TEST(StressNuma, RandomTreesRunWholeAndWhereTheyState) {
  for (const std::uint64_t patience_ns : {std::uint64_t{0}, std::uint64_t{50'000}, UINT64_MAX}) {
    runtime::Settings settings = quick_settings();
    settings.scheduler = "numa";
    settings.localities = k_localities;
    settings.numa_patience_ns = patience_ns;
    Engine engine(settings);
    for (std::uint32_t round = 0; round < 40; ++round) {
      const unsigned threads = 2 + round % 9;
      Tree tree;
      parallel(threads, [&] {
        if (seat() == round % threads) tree.grow(round * 7919 + 1, 5);
      });
      ASSERT_EQ(tree.ran, 1365);  // 1 + 4 + ... + 4^5
      graph::GroupCount count;
      const Team& team = *self().member->inner;
      for (std::uint32_t group = 0; group < team.groups->count(); ++group) team.groups->tasks().add_to(count, group);
      // Where parents wait the stranded rule may send a task elsewhere; it says so each time.
      ASSERT_LE(static_cast<std::uint64_t>(tree.misplaced.load()), count.foreign_stated);
    }
  }
}

}  // namespace
