// Dependences as the command derives them from accesses: the table of src/graph/README.md, whatever the compiler can
// say.
#include "tools/heddle/trace/edges.hpp"

#include <gtest/gtest.h>
#include <initializer_list>
#include <utility>
#include <vector>

#include "graph/access.hpp"

namespace {

using heddle::graph::Mode;
using heddle::tools::Dependence;
using heddle::tools::dependences_of;
using heddle::tools::TaskHistory;

using Accesses = std::initializer_list<std::pair<std::uint64_t, Mode>>;

TaskHistory child_of(std::size_t parent, Accesses accesses) {
  TaskHistory task;
  task.parent = parent;
  for (const auto& [address, mode] : accesses) task.accesses.push_back({address, 0, static_cast<std::uint16_t>(mode)});
  return task;
}

constexpr Mode k_modes[] = {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset};

TEST(Dependences, TwoTasksFollowTheTable) {
  for (const Mode first : k_modes) {
    for (const Mode second : k_modes) {
      const bool beside = first == second && first != Mode::out;
      const auto edges = dependences_of({child_of(7, {{64, first}}), child_of(7, {{64, second}})});
      EXPECT_EQ(edges.size(), beside ? 0u : 1u) << static_cast<int>(first) << " then " << static_cast<int>(second);
    }
  }
}

TEST(Dependences, OtherAddressesAndOtherParentsDoNotMatter) {
  EXPECT_TRUE(dependences_of({child_of(7, {{64, Mode::out}}), child_of(7, {{65, Mode::out}})}).empty());
  EXPECT_TRUE(dependences_of({child_of(7, {{64, Mode::out}}), child_of(8, {{64, Mode::out}})}).empty());
}

TEST(Dependences, AllReadersFollowTheWriterAndAllPrecedeTheNext) {
  const auto edges = dependences_of({child_of(0, {{1, Mode::out}}), child_of(0, {{1, Mode::in}}),
                                     child_of(0, {{1, Mode::in}}), child_of(0, {{1, Mode::out}})});
  EXPECT_EQ(edges, (std::vector<Dependence>{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
}

TEST(Dependences, ASetBehindASetWaitsForEveryMember) {
  const auto edges = dependences_of({child_of(0, {{1, Mode::in}}), child_of(0, {{1, Mode::in}}),
                                     child_of(0, {{1, Mode::inoutset}}), child_of(0, {{1, Mode::inoutset}})});
  EXPECT_EQ(edges, (std::vector<Dependence>{{0, 2}, {1, 2}, {0, 3}, {1, 3}}));
}

TEST(Dependences, APairThatMeetsAtTwoAddressesIsNamedOnce) {
  const auto edges =
      dependences_of({child_of(0, {{1, Mode::out}, {2, Mode::out}}), child_of(0, {{2, Mode::in}, {1, Mode::in}})});
  EXPECT_EQ(edges, (std::vector<Dependence>{{0, 1}}));
}

TEST(Dependences, AnAddressNamedTwiceCountsAsOutIfTheModesDiffer) {
  const auto twice = [](Mode left, Mode right) {
    return dependences_of({child_of(0, {{1, Mode::in}}), child_of(0, {{1, left}, {1, right}})}).size();
  };
  EXPECT_EQ(twice(Mode::in, Mode::in), 0u);
  EXPECT_EQ(twice(Mode::in, Mode::inoutset), 1u);
}

TEST(Dependences, AllMemoryFollowsTheNewestOfEachAddressAndPrecedesTheNext) {
  const auto edges =
      dependences_of({child_of(0, {{1, Mode::out}}), child_of(0, {{1, Mode::in}}), child_of(0, {{2, Mode::out}}),
                      child_of(5, {{2, Mode::out}}), child_of(0, {{0, Mode::out}, {1, Mode::in}}),
                      child_of(0, {{1, Mode::in}}), child_of(0, {{1, Mode::in}}), child_of(0, {{0, Mode::out}}),
                      child_of(0, {{0, Mode::out}}), child_of(5, {{2, Mode::in}})});
  EXPECT_EQ(edges,
            (std::vector<Dependence>{{0, 1}, {1, 4}, {2, 4}, {4, 5}, {4, 6}, {4, 7}, {5, 7}, {6, 7}, {7, 8}, {3, 9}}));
}

}  // namespace
