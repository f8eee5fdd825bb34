// Regions, leagues and target regions, and the device routines: how many threads, which settings each inherits, and
// what is left behind when they end.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <numeric>
#include <vector>

#include "omp/device.hpp"
#include "omp/routines.hpp"
#include "omp/routines_team.hpp"
#include "omp/teams.hpp"
#include "on_team.hpp"
#include "runtime/barrier.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;
using namespace heddle::omp::test;

struct CountCase {
  unsigned requested;
  unsigned icv_threads;
  unsigned limit;
  unsigned levels;
  bool dynamic;
  unsigned threads;
};

TEST(ThreadsFor, a_region_gets_what_it_asks_for_within_all_limits) {
  const Restored restored;
  writable_global().num_procs = 4;
  Worker& worker = runtime::current();
  constexpr unsigned k_none = k_no_thread_limit;
  constexpr CountCase cases[] = {
      {0, 3, k_none, 1, false, 3}, {5, 3, k_none, 1, false, 5}, {1, 3, k_none, 1, false, 1}, {0, 9, k_none, 1, true, 4},
      {9, 3, k_none, 1, true, 4},  {3, 9, k_none, 1, true, 3},  {4, 9, k_none, 1, true, 4},  {5, 9, k_none, 1, true, 4},
      {9, 3, 6, 1, false, 6},      {6, 3, 6, 1, false, 6},      {5, 3, 6, 1, false, 5},      {9, 3, 3, 1, true, 3},
      {9, 3, 1, 1, false, 1},      {9, 3, k_none, 0, false, 1}, {0, 0, k_none, 1, false, 1},
  };
  for (const CountCase& row : cases) {
    TaskIcv& settings = writable_icv(worker);
    settings.nthreads = row.icv_threads;
    settings.thread_limit = row.limit;
    settings.max_active_levels = static_cast<std::uint8_t>(row.levels);
    settings.dynamic = row.dynamic;
    EXPECT_EQ(threads_for(worker, row.requested), row.threads)
        << row.requested << " of " << row.icv_threads << " under " << row.limit << (row.dynamic ? " dynamic" : "");
  }
}

TEST(ThreadsFor, inside_of_the_last_active_level_there_is_one) {
  const Restored restored;
  set_max_active_levels(runtime::current(), 2);
  std::vector<unsigned> counts;
  on_team(2, [&](Worker& outer) {
    if (outer.member->seat != 0) return;
    counts.push_back(threads_for(outer, 3));
    on_team(3, [&](Worker& inner) {
      if (inner.member->seat == 0) counts.push_back(threads_for(inner, 4));
    });
  });
  EXPECT_EQ(counts, (std::vector<unsigned>{3, 1}));
}

TEST(Regions, every_thread_runs_the_body_once_and_is_told_its_number) {
  for (const unsigned threads : {1u, 2u, 3u, 8u}) {
    std::vector<std::atomic<int>> runs(threads);
    std::atomic<int> wrong{0};
    on_team(threads, [&](Worker& worker) {
      ++runs[worker.member->seat];
      if (num_threads(worker) != static_cast<int>(threads)) ++wrong;
    });
    for (const auto& run : runs) EXPECT_EQ(run, 1);
    EXPECT_EQ(wrong, 0);
  }
}

TEST(Regions, the_two_halves_make_a_region_around_the_caller) {
  std::atomic<int> others{0};
  const Body body = [&](Worker&) { ++others; };
  EXPECT_EQ(begin_parallel(request_of(3, body)), 3u);
  EXPECT_EQ(level(runtime::current()), 1);
  EXPECT_EQ(thread_num(runtime::current()), 0);
  end_parallel();
  EXPECT_EQ(others, 2) << "the caller runs the body by itself";
  EXPECT_EQ(level(runtime::current()), 0);
}

TEST(Regions, what_a_thread_sets_is_its_own_and_gone_with_the_region) {
  const Restored restored;
  set_num_threads(runtime::current(), 5);
  std::atomic<int> wrong{0};
  for (int round = 0; round < 3; ++round) {
    on_team(3, [&](Worker& worker) {
      if (max_threads(worker) != 5) ++wrong;
      set_num_threads(worker, 10 + thread_num(worker));
      runtime::barrier(worker);
      if (max_threads(worker) != 10 + thread_num(worker)) ++wrong;
      const TaskIcv* const own = &icv(worker);
      set_dynamic(worker, true);
      if (&icv(worker) != own) ++wrong;  // it has one already
    });
    EXPECT_EQ(max_threads(runtime::current()), 5);
    EXPECT_FALSE(dynamic(runtime::current()));
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Regions, a_list_of_threads_counts_for_the_regions_inside) {
  const Restored restored;
  set_max_active_levels(runtime::current(), 3);
  std::vector<unsigned> inner{3, 2};
  std::atomic<int> wrong{0};
  const Body body = [&](Worker& outer) {
    if (max_threads(outer) != 3) ++wrong;
    on_team(0, [&](Worker& middle) {
      if (num_threads(middle) != 3 || max_threads(middle) != 2) ++wrong;
      on_team(0, [&](Worker& innermost) {
        if (num_threads(innermost) != 2) ++wrong;
      });
    });
  };
  RegionRequest request = request_of(2, body);
  request.inner_threads = &inner;
  parallel(request);
  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(inner.empty()) << "it is taken away";
  EXPECT_NE(max_threads(runtime::current()), 3);
}

TEST(Regions, an_empty_list_says_nothing) {
  const Restored restored;
  set_num_threads(runtime::current(), 4);
  std::vector<unsigned> inner;
  std::atomic<int> wrong{0};
  const Body body = [&](Worker& worker) {
    if (max_threads(worker) != 4) ++wrong;
  };
  RegionRequest request = request_of(2, body);
  request.inner_threads = &inner;
  parallel(request);
  EXPECT_EQ(wrong, 0);
}

struct TeamSeen {
  int team;
  int teams;
  int limit;

  friend bool operator==(const TeamSeen&, const TeamSeen&) = default;
};

std::vector<TeamSeen> league(const LeagueRequest& request) {
  std::vector<TeamSeen> seen;
  run_league(
      request,
      [](void* argument) {
        const Worker& worker = runtime::current();
        static_cast<std::vector<TeamSeen>*>(argument)->push_back(
            {team_num(worker), num_teams(worker), thread_limit(worker)});
      },
      &seen);
  return seen;
}

TEST(Leagues, one_team_after_the_other_knows_its_number_and_its_limit) {
  const Restored restored;
  Worker& worker = runtime::current();
  writable_icv(worker).thread_limit = 50;
  EXPECT_EQ(league({.teams = 3, .thread_limit = 7}), (std::vector<TeamSeen>{{0, 3, 7}, {1, 3, 7}, {2, 3, 7}}));
  EXPECT_EQ(league({.teams = 1, .thread_limit = 0}), (std::vector<TeamSeen>{{0, 1, 50}}));
  EXPECT_EQ(league({}).size(), 3u) << "as many as libgomp makes";
  set_num_teams(worker, 2);
  set_teams_thread_limit(worker, 6);
  EXPECT_EQ(league({}), (std::vector<TeamSeen>{{0, 2, 6}, {1, 2, 6}}));
  EXPECT_EQ(league({.teams = 1, .thread_limit = 9}), (std::vector<TeamSeen>{{0, 1, 9}})) << "the clauses go first";
  set_num_teams(worker, 0);
  writable_global().dialect = Dialect::llvm;
  EXPECT_EQ(league({}).size(), 1u) << "as many as libomp makes";
  EXPECT_EQ(team_num(worker), 0);
  EXPECT_EQ(num_teams(worker), 1);
  EXPECT_EQ(thread_limit(worker), 50);
}

TEST(Leagues, what_a_team_sets_the_next_one_does_not_see) {
  const Restored restored;
  set_num_threads(runtime::current(), 4);
  static std::vector<int> seen;
  seen.clear();
  run_league(
      {.teams = 2, .thread_limit = 0},
      [](void*) {
        seen.push_back(max_threads(runtime::current()));
        set_num_threads(runtime::current(), 9);
      },
      nullptr);
  EXPECT_EQ(seen, (std::vector<int>{4, 4}));
  EXPECT_EQ(max_threads(runtime::current()), 4);
}

TEST(Leagues, regions_of_a_team_inherit_its_number) {
  std::atomic<int> sum{0};
  run_league(
      {.teams = 3, .thread_limit = 0},
      [](void* argument) {
        auto& total = *static_cast<std::atomic<int>*>(argument);
        on_team(2, [&](Worker& worker) { total += 10 * team_num(worker) + num_teams(worker); });
      },
      &sum);
  EXPECT_EQ(sum, 2 * (0 + 10 + 20) + 3 * 2 * 3);
}

TEST(Leagues, the_compilers_own_loop_comes_to_each_team_once) {
  const Restored restored;
  Worker& worker = runtime::current();
  first_team({.teams = 3, .thread_limit = 5});
  std::vector<TeamSeen> seen;
  do {
    seen.push_back({team_num(worker), num_teams(worker), thread_limit(worker)});
  } while (next_team());
  EXPECT_EQ(seen, (std::vector<TeamSeen>{{0, 3, 5}, {1, 3, 5}, {2, 3, 5}}));
  first_team({});
  EXPECT_EQ(num_teams(worker), 1);
  EXPECT_FALSE(next_team());
  only_team(4);
  EXPECT_EQ(thread_limit(worker), 4);
  EXPECT_EQ(num_teams(worker), 1);
}

TEST(TargetRegions, see_the_settings_of_the_environment_and_leave_those_of_the_task) {
  const Restored restored;
  Worker& worker = runtime::current();
  set_num_threads(worker, 77);
  set_num_teams(worker, 8);
  set_teams_thread_limit(worker, 9);
  static std::vector<int> seen;
  seen.clear();
  const auto look = [](void*) {
    Worker& inside = runtime::current();
    seen = {level(inside), max_threads(inside) == 77, max_teams(inside), teams_thread_limit(inside),
            thread_limit(inside)};
    set_num_threads(inside, 55);
  };
  run_target({.body = look, .data = nullptr, .thread_limit = 6});
  EXPECT_EQ(seen, (std::vector<int>{0, 0, 8, 9, 6}));
  EXPECT_EQ(max_threads(worker), 77);
  EXPECT_NE(thread_limit(worker), 6);
}

TEST(TargetRegions, inside_a_region_forget_what_is_around_them) {
  std::atomic<int> wrong{0};
  on_team(2, [&](Worker& worker) {
    struct Seen {
      int level = -1;
      int threads = -1;
      bool parallel = true;
    } seen;
    run_target({.body =
                    [](void* argument) {
                      const Worker& inside = runtime::current();
                      *static_cast<Seen*>(argument) = {level(inside), num_threads(inside), in_parallel(inside)};
                    },
                .data = &seen,
                .thread_limit = 0});
    if (seen.level != 0 || seen.threads != 1 || seen.parallel) ++wrong;
    if (level(worker) != 1 || num_threads(worker) != 2) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
}

TEST(DeviceRoutines, the_host_is_the_only_device) {
  for (const int device : {-6, -5, -4, -2, -1, 0, 1, INT_MAX}) {
    const bool host = device == 0 || device == -1 || device == -5;  // itself, omp_initial_device, omp_default_device
    EXPECT_EQ(is_host(device), host) << device;
    EXPECT_EQ(pause_resource(device), host ? 0 : -1) << device;
    void* const memory = target_alloc(8, device);
    EXPECT_EQ(memory != nullptr, host) << device;
    target_free(memory, device);
    EXPECT_TRUE(target_is_present(nullptr, device));
    EXPECT_EQ(target_is_present(&memory, device), host) << device;
  }
  int inside = 0;
  on_team(1, [&](Worker&) { inside = pause_resource(0); });
  EXPECT_EQ(inside, -1);
  EXPECT_EQ(target_associate(), EINVAL);
}

TEST(DeviceRoutines, bytes_are_copied_and_none_is_none) {
  std::array<int, 3> to{};
  const std::array<int, 3> from{4, 5, 6};
  EXPECT_EQ(target_copy(to.data(), from.data(), 2 * sizeof(int)), 0);
  EXPECT_EQ(to, (std::array<int, 3>{4, 5, 0}));
  EXPECT_EQ(target_copy(nullptr, nullptr, 0), 0);
}

/// A copy of a rectangle, an element at a time.
void copy_slowly(std::vector<short>& to, const std::size_t* to_extents, const std::size_t* to_offsets,
                 const std::vector<short>& from, const std::size_t* from_extents, const std::size_t* from_offsets,
                 const std::size_t* volume) {
  for (std::size_t i = 0; i < volume[0]; ++i)
    for (std::size_t j = 0; j < volume[1]; ++j)
      for (std::size_t k = 0; k < volume[2]; ++k) {
        const auto at = [&](const std::size_t* extents, const std::size_t* offsets) {
          return ((i + offsets[0]) * extents[1] + j + offsets[1]) * extents[2] + k + offsets[2];
        };
        to[at(to_extents, to_offsets)] = from[at(from_extents, from_offsets)];
      }
}

TEST(Rectangles, of_three_dimensions_are_copied_as_element_by_element) {
  const std::size_t to_extents[] = {4, 5, 6};
  const std::size_t from_extents[] = {3, 4, 7};
  std::vector<short> from(3 * 4 * 7);
  std::iota(from.begin(), from.end(), short{1});
  for (std::size_t shift = 0; shift < 2; ++shift) {
    const std::size_t to_offsets[] = {1, shift, 2};
    const std::size_t from_offsets[] = {shift, 1, 3};
    for (const auto& volume :
         {std::array<std::size_t, 3>{2, 3, 4}, {1, 1, 1}, {2, 2, 1}, {0, 3, 4}, {2, 0, 4}, {2, 3, 0}}) {
      std::vector<short> to(4 * 5 * 6);
      std::vector<short> expected = to;
      copy_slowly(expected, to_extents, to_offsets, from, from_extents, from_offsets, volume.data());
      EXPECT_EQ(target_copy(RectangleSide{reinterpret_cast<std::byte*>(to.data()), to_extents, to_offsets},
                            RectangleSide{reinterpret_cast<std::byte*>(from.data()), from_extents, from_offsets},
                            Rectangle{sizeof(short), 3, volume.data()}),
                0);
      EXPECT_EQ(to, expected);
    }
  }
}

TEST(Rectangles, that_do_not_fit_into_memory_are_refused) {
  std::byte byte{};
  const std::size_t small[] = {1, 1};
  const std::size_t none[] = {0, 0};
  const std::size_t huge[] = {1, SIZE_MAX};
  const std::size_t far[] = {SIZE_MAX / 2, 0};
  const std::size_t long_volume[] = {SIZE_MAX};
  const auto copy = [&](const std::size_t* to, const std::size_t* from, const std::size_t* start, int dimensions,
                        const std::size_t* volume) {
    return target_copy(RectangleSide{&byte, to, start}, RectangleSide{&byte, from, none},
                       Rectangle{4, dimensions, volume});
  };
  EXPECT_EQ(copy(small, small, none, 2, none), 0);
  EXPECT_EQ(copy(small, small, none, 0, none), EINVAL) << "no dimension";
  EXPECT_EQ(copy(small, small, none, -1, none), EINVAL);
  EXPECT_EQ(copy(huge, small, none, 2, none), EINVAL) << "the target's row";
  EXPECT_EQ(copy(small, huge, none, 2, none), EINVAL) << "the source's row";
  EXPECT_EQ(copy(small, small, far, 1, none), EINVAL) << "the start";
  EXPECT_EQ(copy(small, small, none, 1, long_volume), EINVAL) << "the number of bytes";
  const std::size_t one_row[] = {1, SIZE_MAX};
  EXPECT_EQ(copy(small, small, none, 2, one_row), EINVAL) << "a row of the volume";
}

TEST(TargetRegions, end_with_the_tasks_that_they_made) {
  std::atomic<int> done{0};
  for (const unsigned threads : {1u, 2u}) {
    on_team(threads, [&](Worker&) {
      std::atomic<int> own{0};
      run_target(
          {.body = [](void* argument) { on_team(2, [&](Worker&) { ++*static_cast<std::atomic<int>*>(argument); }); },
           .data = &own,
           .thread_limit = 0});
      done += own;
    });
  }
  EXPECT_EQ(done, 2 * (1 + 2)) << "a region of two in each of three target regions";
}

}  // namespace
