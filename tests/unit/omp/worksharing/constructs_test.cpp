// Worksharing constructs on real teams of several sizes: each iteration, section and single once, in the order
// promised, with nobody waiting for those who are behind.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <functional>
#include <vector>

#include "omp/loop.hpp"
#include "omp/ordered.hpp"
#include "omp/parallel_loop.hpp"
#include "omp/single.hpp"
#include "runtime/barrier.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;

using Body = std::function<void(Worker&)>;

/// Runs `body` on every thread of a team.
void on_team(unsigned threads, const Body& body) {
  RegionRequest request;
  request.body = [](void* argument) { (*static_cast<const Body*>(argument))(runtime::current()); };
  request.data = const_cast<Body*>(&body);
  request.threads = threads;
  parallel(request);
}

class Constructs : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Teams, Constructs, testing::Values(1u, 2u, 3u, 7u));

LoopRequest loop_of(std::uint64_t trip, ScheduleKind kind, std::uint64_t chunk) {
  LoopRequest request;
  request.space = counted_space(trip);
  request.schedule = {kind, chunk, Monotonicity::nonmonotonic};
  return request;
}

void count_iterations(Worker& worker, const LoopRequest& request, std::vector<std::atomic<int>>& counts) {
  for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
    for (std::uint64_t i = range.first; i < range.last; ++i) ++counts[i];
  }
}

TEST_P(Constructs, many_loops_without_barriers_run_each_iteration_once_each) {
  constexpr int k_loops = 100;  // several times around the ring
  constexpr std::uint64_t k_trip = 13;
  for (const ScheduleKind kind :
       {ScheduleKind::static_chunks, ScheduleKind::dynamic, ScheduleKind::guided, ScheduleKind::runtime,
        ScheduleKind::automatic, kind_named("idws"), kind_named("steal"), kind_named("steal_most")}) {
    std::vector<std::atomic<int>> counts(k_trip);
    on_team(GetParam(), [&](Worker& worker) {
      for (int loop = 0; loop < k_loops; ++loop) {
        count_iterations(worker, loop_of(k_trip, kind, 2), counts);
        end_loop(worker, LoopEnd::nowait);
      }
    });
    for (const auto& count : counts) EXPECT_EQ(count, k_loops);
  }
}

TEST_P(Constructs, loops_with_and_without_barriers_mix) {
  std::vector<std::atomic<int>> counts(10);
  on_team(GetParam(), [&](Worker& worker) {
    for (int loop = 0; loop < 200; ++loop) {
      count_iterations(worker, loop_of(10, ScheduleKind::dynamic, 1), counts);
      end_loop(worker, loop % 5 == 0 ? LoopEnd::barrier : LoopEnd::nowait);
    }
  });
  for (const auto& count : counts) EXPECT_EQ(count, 200);
}

TEST_P(Constructs, one_thread_runs_each_single_however_far_apart_the_threads_are) {
  std::vector<std::atomic<int>> runs(500);
  on_team(GetParam(), [&](Worker& worker) {
    for (auto& run : runs) {
      if (start_single(worker)) ++run;
    }
  });
  for (const auto& run : runs) EXPECT_EQ(run, 1);
}

TEST_P(Constructs, the_others_get_what_the_single_thread_leaves_behind) {
  std::atomic<int> wrong{0};
  on_team(GetParam(), [&](Worker& worker) {
    for (int round = 0; round < 50; ++round) {
      int value = round * 3;
      void* copy = start_single_copy(worker);
      if (copy == nullptr) {
        end_single_copy(worker, &value);
      } else if (*static_cast<int*>(copy) != round * 3) {
        ++wrong;
      }
      runtime::barrier(worker);
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST_P(Constructs, each_section_runs_once) {
  std::array<std::atomic<int>, 5> runs{};
  on_team(GetParam(), [&](Worker& worker) {
    for (int round = 0; round < 40; ++round) {
      open_loop(worker, sections_request(runs.size()));
      for (std::uint64_t i = next_section(worker); i != UINT64_MAX; i = next_section(worker)) ++runs.at(i);
      end_loop(worker, LoopEnd::nowait);
    }
  });
  for (const auto& run : runs) EXPECT_EQ(run, 40);
}

TEST_P(Constructs, ordered_regions_run_in_the_order_of_the_iterations_also_where_some_have_none) {
  for (const ScheduleKind kind : {ScheduleKind::static_chunks, ScheduleKind::dynamic, ScheduleKind::guided,
                                  kind_named("idws"), kind_named("steal")}) {
    for (const std::uint64_t chunk : {0u, 1u, 3u}) {
      std::vector<std::uint64_t> order;  // guarded by the ordered regions themselves
      LoopRequest request = loop_of(60, kind, chunk);
      request.order = LoopOrder::ordered;
      on_team(GetParam(), [&](Worker& worker) {
        for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
          for (std::uint64_t i = range.first; i < range.last; ++i) {
            if (i % 4 == 1) continue;
            begin_ordered(worker);
            order.push_back(i);
            end_ordered(worker);
          }
        }
        end_loop(worker, LoopEnd::nowait);
      });
      ASSERT_EQ(order.size(), 45u);
      for (std::size_t i = 1; i < order.size(); ++i) EXPECT_LT(order[i - 1], order[i]);
    }
  }
}

TEST_P(Constructs, a_doacross_iteration_sees_the_two_it_waits_for_also_where_they_post_nothing) {
  constexpr std::uint64_t k_rows = 150;  // more chunks than the window has words
  constexpr std::uint64_t k_columns = 4;
  const std::array<std::uint64_t, 2> counts{k_rows, k_columns};
  for (const ScheduleKind kind : {ScheduleKind::static_chunks, ScheduleKind::dynamic, ScheduleKind::guided}) {
    for (const std::uint64_t chunk : {0u, 1u, 2u}) {
      LoopRequest request = loop_of(k_rows, kind, chunk);
      request.order = LoopOrder::doacross;
      request.dimensions = 2;
      request.counts = counts.data();
      std::vector<std::vector<int>> done(k_rows, std::vector<int>(k_columns));
      std::atomic<int> missed{0};
      on_team(GetParam(), [&](Worker& worker) {
        for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
          for (std::uint64_t row = range.first; row < range.last; ++row) {
            for (std::uint64_t column = 0; column < k_columns; ++column) {
              if (row > 0 && column + 1 < k_columns) {
                const std::array<std::uint64_t, 2> sink{row - 1, column + 1};
                wait_for_iteration(worker, sink.data());
                if (done[row - 1][column + 1] == 0) ++missed;
              }
              done[row][column] = 1;
              const std::array<std::uint64_t, 2> self{row, column};
              if (row % 5 != 3) post_iteration(worker, self.data());
            }
          }
        }
        end_loop(worker, LoopEnd::barrier);
      });
      EXPECT_EQ(missed, 0);
    }
  }
}

TEST_P(Constructs, memory_of_a_construct_is_zeroed_and_the_same_for_all_its_threads) {
  std::atomic<int> wrong{0};
  on_team(GetParam(), [&](Worker& worker) {
    for (std::size_t round = 1; round <= 60; ++round) {
      void* memory = reinterpret_cast<void*>(round * 100 * sizeof(int));
      LoopRequest request = sections_request(1);
      request.extras.memory = &memory;
      open_loop(worker, request);
      auto* words = static_cast<std::atomic<int>*>(memory);
      runtime::barrier(worker);
      words[round * 100 - 1].fetch_add(1);
      runtime::barrier(worker);
      if (words[0] != 0 || words[round * 100 - 1] != static_cast<int>(worker.member->team->size)) ++wrong;
      runtime::barrier(worker);
      end_loop(worker, LoopEnd::nowait);
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST_P(Constructs, a_combined_region_finds_its_loop_open) {
  static std::atomic<int> iterations;
  iterations = 0;
  RegionRequest region;
  region.threads = GetParam();
  region.body = [](void*) {
    Worker& worker = runtime::current();
    for (LoopRange range = next_of_loop(worker); range.any; range = next_of_loop(worker)) {
      iterations += static_cast<int>(range.last - range.first);
    }
    end_loop(worker, LoopEnd::nowait);
  };
  parallel_loop(region, loop_of(100, ScheduleKind::dynamic, 3));
  EXPECT_EQ(iterations, 100);
  begin_parallel_loop(region, loop_of(50, ScheduleKind::guided, 1));
  region.body(nullptr);
  end_parallel();
  EXPECT_EQ(iterations, 150);
}

TEST_P(Constructs, a_cancelled_loop_hands_out_no_more_and_the_next_one_is_not_cancelled) {
  std::atomic<int> taken{0};
  std::atomic<int> still_cancelled{0};
  on_team(GetParam(), [&](Worker& worker) {
    for (int round = 0; round < 20; ++round) {
      LoopRange range = start_loop(worker, loop_of(1'000'000, ScheduleKind::dynamic, 1));
      for (; range.any; range = next_of_loop(worker)) {
        ++taken;
        if (worker.member->seat == 0) cancel_construct(worker);
        if (construct_cancelled(worker)) break;
        if (worker.member->seat == 0) break;
      }
      end_loop(worker, LoopEnd::cancellable);
      if (construct_cancelled(worker)) ++still_cancelled;
      runtime::barrier(worker);
    }
  });
  EXPECT_LT(taken, 20 * 1'000'000);
  EXPECT_EQ(still_cancelled, 0);
}

TEST(OutsideAnyRegion, all_constructs_run_in_the_thread_that_comes_to_them) {
  Worker& worker = runtime::current();
  std::vector<std::atomic<int>> counts(10);
  count_iterations(worker, loop_of(10, ScheduleKind::dynamic, 3), counts);
  EXPECT_FALSE(end_loop(worker, LoopEnd::barrier));
  for (const auto& count : counts) EXPECT_EQ(count, 1);
  EXPECT_TRUE(start_single(worker));
  EXPECT_EQ(start_single_copy(worker), nullptr);
  end_single_copy(worker, &counts);
  open_loop(worker, sections_request(2));
  EXPECT_EQ(next_section(worker), 0u);
  EXPECT_EQ(next_section(worker), 1u);
  EXPECT_EQ(next_section(worker), UINT64_MAX);
  end_loop(worker, LoopEnd::nowait);
}

TEST_P(Constructs, the_last_ordered_region_of_a_chunk_lets_the_next_chunk_go_before_its_body_ends) {
  // Each iteration goes on, behind its ordered region, only when the next one has had its own.
  constexpr std::uint64_t k_trip = 40;
  if (GetParam() == 1) return;  // in order anyway
  std::vector<std::atomic<int>> had(k_trip);
  LoopRequest request = loop_of(k_trip, ScheduleKind::static_chunks, 1);
  request.order = LoopOrder::ordered;
  on_team(GetParam(), [&](Worker& worker) {
    for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
      begin_ordered(worker);
      had[range.first] = 1;
      end_ordered(worker);
      while (range.first + 1 < k_trip && had[range.first + 1] == 0) platform::Threads::yield();
    }
    end_loop(worker, LoopEnd::barrier);
  });
  for (std::uint64_t i = 0; i < k_trip; ++i) EXPECT_EQ(had[i], 1);
}

TEST_P(Constructs, a_thread_is_at_most_as_many_constructs_ahead_as_the_ring_has_slots) {
  std::atomic<bool> ring_is_full{false};
  std::atomic<bool> first_left{false};
  std::atomic<int> passed_too_early{0};
  on_team(GetParam(), [&](Worker& worker) {
    const bool ahead = worker.member->seat == 0;
    const bool behind = worker.member->seat == 1;
    while (behind && !ring_is_full) platform::Threads::yield();
    for (unsigned number = 0; number <= k_ring_slots; ++number) {
      open_loop(worker, sections_request(1));
      if (ahead && number == k_ring_slots && worker.member->team->size > 1 && !first_left) ++passed_too_early;
      while (next_section(worker) != UINT64_MAX) continue;
      if (behind && number == 0) first_left = true;
      end_loop(worker, LoopEnd::nowait);
      if (ahead && number + 1 == k_ring_slots) ring_is_full = true;
    }
  });
  EXPECT_TRUE(ring_is_full) << "sixteen constructs do not wait";
  EXPECT_EQ(passed_too_early, 0) << "the seventeenth waits for the first";
}

TEST_P(Constructs, each_region_begins_with_constructs_of_its_own) {
  std::atomic<int> singles{0};
  std::atomic<int> sections{0};
  for (int region = 0; region < 30; ++region) {
    on_team(GetParam(), [&](Worker& worker) {
      // Another number of constructs in each region, so what is left behind would be met.
      for (int round = 0; round <= region % 5; ++round) {
        if (start_single(worker)) ++singles;
        open_loop(worker, sections_request(3));
        while (next_section(worker) != UINT64_MAX) ++sections;
        end_loop(worker, LoopEnd::nowait);
      }
    });
  }
  EXPECT_EQ(singles, 6 * (1 + 2 + 3 + 4 + 5));
  EXPECT_EQ(sections, 3 * 6 * (1 + 2 + 3 + 4 + 5));
}

TEST_P(Constructs, cancelled_sections_hand_out_no_more_of_theirs) {
  std::atomic<std::uint64_t> begun{0};
  on_team(GetParam(), [&](Worker& worker) {
    open_loop(worker, sections_request(100'000));
    for (std::uint64_t i = next_section(worker); i != UINT64_MAX; i = next_section(worker)) {
      ++begun;
      cancel_construct(worker);
      if (worker.member->team->size == 1) break;  // whoever cancels alone leaves at once
    }
    EXPECT_FALSE(end_loop(worker, LoopEnd::cancellable)) << "of the region nothing was cancelled";
  });
  EXPECT_GE(begun, 1u);
  EXPECT_LE(begun, GetParam());
}

TEST_P(Constructs, a_loop_that_the_compiler_runs_itself_hands_out_nothing_and_still_is_left_together) {
  std::atomic<int> ranges{0};
  std::atomic<unsigned> here{0};
  std::atomic<int> left_alone{0};
  on_team(GetParam(), [&](Worker& worker) {
    LoopRequest request = loop_of(100, ScheduleKind::inlined, 0);
    if (start_loop(worker, request).any) ++ranges;
    ++here;
    end_loop(worker, LoopEnd::barrier);
    if (here != worker.member->team->size) ++left_alone;
  });
  EXPECT_EQ(ranges, 0);
  EXPECT_EQ(left_alone, 0);
}

TEST_P(Constructs, a_loop_without_iterations_gives_nobody_any) {
  std::atomic<int> taken{0};
  on_team(GetParam(), [&](Worker& worker) {
    for (const ScheduleKind kind : {ScheduleKind::static_chunks, ScheduleKind::dynamic, ScheduleKind::guided,
                                    kind_named("idws"), kind_named("steal")}) {
      for (LoopRange range = start_loop(worker, loop_of(0, kind, 1)); range.any; range = next_of_loop(worker)) ++taken;
      end_loop(worker, LoopEnd::nowait);
    }
  });
  EXPECT_EQ(taken, 0);
}

TEST(OutsideAnyRegion, ordered_and_doacross_calls_do_not_wait) {
  Worker& worker = runtime::current();
  const std::uint64_t count = 5;
  for (const LoopOrder order : {LoopOrder::ordered, LoopOrder::doacross}) {
    LoopRequest request = loop_of(count, ScheduleKind::dynamic, 1);
    request.order = order;
    request.dimensions = 1;
    request.counts = &count;
    std::uint64_t done = 0;
    for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
      EXPECT_EQ(doacross_dimensions(worker), 0u) << "nobody else is there to wait for";
      for (std::uint64_t i = range.first; i < range.last; ++i) {
        begin_ordered(worker);
        wait_for_iteration(worker, &i);
        EXPECT_EQ(i, done++);
        post_iteration(worker, &i);
        end_ordered(worker);
      }
    }
    end_loop(worker, LoopEnd::barrier);
    EXPECT_EQ(done, count);
  }
}

}  // namespace
