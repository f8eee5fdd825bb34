// Thread placement: the standard's rules as properties over many teams, and the same places as libgomp takes.
#include "omp/affinity.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "child.hpp"

namespace heddle::omp {
namespace {

constexpr unsigned k_most = 9;  // places and threads: all remainders of small numbers occur

std::vector<ThreadPlacement> placed(const TeamPlacement& team) {
  std::vector<ThreadPlacement> threads;
  for (unsigned i = 0; i < team.threads; ++i) threads.push_back(place_thread(team, i));
  return threads;
}

/// Calls visit(team) for every place count, first place, parent place and team size up to k_most.
template <class Visit>
void every_team(Bind policy, Visit visit) {
  for (unsigned places = 1; places <= k_most; ++places)
    for (unsigned parent = 0; parent < places; ++parent)
      for (unsigned threads = 1; threads <= 2 * k_most; ++threads)
        for (const unsigned first : {0u, 5u}) visit(TeamPlacement{policy, first + parent, {first, places}, threads});
}

TEST(Placement, PrimaryPutsAllThreadsWhereTheParentIs) {
  every_team(Bind::primary, [](const TeamPlacement& team) {
    for (const ThreadPlacement& thread : placed(team))
      EXPECT_EQ(thread, (ThreadPlacement{team.parent_place, team.partition}));
  });
}

TEST(Placement, CloseTakesNeighbouringPlacesInOrder) {
  every_team(Bind::close, [](const TeamPlacement& team) {
    const auto threads = placed(team);
    EXPECT_EQ(threads[0].place, team.parent_place);
    std::vector<unsigned> on(team.partition.length);
    for (unsigned i = 0; i < team.threads; ++i) {
      EXPECT_EQ(threads[i].partition, team.partition);
      const unsigned place = threads[i].place - team.partition.first;
      ASSERT_LT(place, team.partition.length);
      ++on[place];
      const unsigned before = i == 0 ? place : threads[i - 1].place - team.partition.first;
      EXPECT_TRUE(place == before || place == (before + 1) % team.partition.length);
    }
    for (const unsigned count : on) {
      EXPECT_GE(count, team.threads / team.partition.length);
      EXPECT_LE(count, (team.threads + team.partition.length - 1) / team.partition.length);
    }
  });
}

TEST(Placement, SpreadGivesDisjointPartitionsThatCoverTheParents) {
  every_team(Bind::spread, [](const TeamPlacement& team) {
    if (team.threads > team.partition.length) return;
    std::vector<unsigned> covered(team.partition.length);
    for (const ThreadPlacement& thread : placed(team)) {
      EXPECT_GE(thread.partition.length, team.partition.length / team.threads);
      EXPECT_LE(thread.partition.length, (team.partition.length + team.threads - 1) / team.threads);
      EXPECT_GE(thread.place, thread.partition.first);
      EXPECT_LT(thread.place, thread.partition.first + thread.partition.length);
      for (unsigned i = 0; i < thread.partition.length; ++i) {
        ASSERT_LT(thread.partition.first - team.partition.first + i, team.partition.length);
        ++covered[thread.partition.first - team.partition.first + i];
      }
    }
    for (const unsigned times : covered) EXPECT_EQ(times, 1u);
    EXPECT_EQ(place_thread(team, 0).place, team.parent_place);
  });
}

TEST(Placement, SpreadOfTooManyThreadsGivesEachAPartitionOfItsPlace) {
  every_team(Bind::spread, [](const TeamPlacement& team) {
    if (team.threads <= team.partition.length) return;
    for (const ThreadPlacement& thread : placed(team)) EXPECT_EQ(thread.partition, (PlacePartition{thread.place, 1}));
    EXPECT_EQ(place_thread(team, 0).place, team.parent_place);
  });
}

// The comparison: a region of `outer` threads, in each of them a region of `inner`, on `places` places that are all
// cpu 0, so that a machine of any size will do.

struct Shape {
  Bind outer_policy;
  Bind inner_policy;
  unsigned places;
  unsigned outer;
  unsigned inner;
};

std::string line(unsigned outer, unsigned inner, const ThreadPlacement& at) {
  return std::to_string(outer) + "." + std::to_string(inner) + " place " + std::to_string(at.place) + " of " +
         std::to_string(at.partition.first) + "+" + std::to_string(at.partition.length) + "\n";
}

std::string our_places(const Shape& shape) {
  std::string text;
  const TeamPlacement outer{shape.outer_policy, 0, {0, shape.places}, shape.outer};
  for (unsigned i = 0; i < shape.outer; ++i) {
    const ThreadPlacement parent = place_thread(outer, i);
    const TeamPlacement inner{shape.inner_policy, parent.place, parent.partition, shape.inner};
    for (unsigned j = 0; j < shape.inner; ++j) text.append(line(i, j, place_thread(inner, j)));
  }
  return text;
}

class Libgomp {
 public:
  Libgomp() : library_(::dlopen("libgomp.so.1", RTLD_NOW | RTLD_LOCAL)) {}
  bool loaded() const { return library_ != nullptr; }

  void parallel(void (*body)(void*), void* argument, unsigned threads, Bind policy) const {
    using Parallel = void(void (*)(void*), void*, unsigned, unsigned);
    find<Parallel>("GOMP_parallel")(body, argument, threads, static_cast<unsigned>(policy));
  }
  int thread_num() const { return find<int()>("omp_get_thread_num")(); }

  ThreadPlacement placement() const {
    std::vector<int> places(static_cast<std::size_t>(find<int()>("omp_get_partition_num_places")()));
    find<void(int*)>("omp_get_partition_place_nums")(places.data());
    return {static_cast<unsigned>(find<int()>("omp_get_place_num")()),
            {static_cast<unsigned>(places.front()), static_cast<unsigned>(places.size())}};
  }

 private:
  template <class Function>
  Function* find(const char* name) const {
    return reinterpret_cast<Function*>(::dlsym(library_, name));
  }

  void* library_;
};

struct Report {
  const Libgomp& library;
  const Shape& shape;
  std::vector<ThreadPlacement> at;  // outer * inner
};

struct Outer {
  Report* report;
  int number;
};

std::string libgomp_places(const Shape& shape) {
  return in_child([&](ChildOutput& output) {
    std::string places = "0";
    for (unsigned i = 1; i < shape.places; ++i) places.append(" 0");
    ::setenv("GOMP_CPU_AFFINITY", places.c_str(), 1);
    ::setenv("OMP_MAX_ACTIVE_LEVELS", "2", 1);
    const Libgomp library;
    if (!library.loaded()) return;
    Report report{library, shape, std::vector<ThreadPlacement>(std::size_t{shape.outer} * shape.inner)};
    const auto inner = [](void* argument) {
      const auto& outer = *static_cast<Outer*>(argument);
      Report& here = *outer.report;
      const auto index =
          static_cast<unsigned>(outer.number) * here.shape.inner + static_cast<unsigned>(here.library.thread_num());
      here.at[index] = here.library.placement();
    };
    static void (*inner_body)(void*);
    inner_body = inner;
    const auto outer = [](void* argument) {
      Report& here = *static_cast<Report*>(argument);
      Outer parent{&here, here.library.thread_num()};
      here.library.parallel(inner_body, &parent, here.shape.inner, here.shape.inner_policy);
    };
    library.parallel(outer, &report, shape.outer, shape.outer_policy);
    for (unsigned i = 0; i < report.at.size(); ++i) output.write(line(i / shape.inner, i % shape.inner, report.at[i]));
  });
}

/// With more threads than places and a remainder, libgomp gives the last threads the first places once more, so that a
/// place's threads are not consecutive, as the standard has it.
bool comparable(Bind policy, unsigned places, unsigned threads) {
  return policy == Bind::primary || threads <= places || threads % places == 0;
}

bool comparable(const Shape& shape) {
  if (!comparable(shape.outer_policy, shape.places, shape.outer)) return false;
  for (const ThreadPlacement& parent : placed({shape.outer_policy, 0, {0, shape.places}, shape.outer}))
    if (!comparable(shape.inner_policy, parent.partition.length, shape.inner)) return false;
  return true;
}

TEST(Placement, NestedTeamsSitWhereLibgompPutsThem) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "libgomp's threads are not instrumented";
#endif
  for (const Bind outer_policy : {Bind::close, Bind::spread, Bind::primary})
    for (const Bind inner_policy : {Bind::close, Bind::spread})
      for (const unsigned places : {1u, 5u, 8u})
        for (const unsigned outer : {2u, 3u, 10u})
          for (const unsigned inner : {2u, 3u}) {
            const Shape shape{outer_policy, inner_policy, places, outer, inner};
            if (!comparable(shape)) continue;
            const std::string theirs = libgomp_places(shape);
            if (theirs.empty()) GTEST_SKIP() << "libgomp is not installed";
            EXPECT_EQ(our_places(shape), theirs)
                << "policies " << static_cast<int>(outer_policy) << " and " << static_cast<int>(inner_policy) << ", "
                << places << " places, " << outer << " x " << inner << " threads";
          }
}

}  // namespace
}  // namespace heddle::omp
