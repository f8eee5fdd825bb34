// Constructs whose threads sleep at once when they wait (OMP_WAIT_POLICY=passive): whoever makes something happen wakes
// those who wait for it, and each claim ends. A case has a process of its own, since the policy is read at its start; a
// wake-up that is lost is a case that does not end.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <vector>

#include "omp/construct.hpp"
#include "omp/loop.hpp"
#include "omp/ordered.hpp"
#include "omp/reduction.hpp"
#include "omp/reduction_functions.hpp"
#include "omp/single.hpp"
#include "omp/tasks.hpp"
#include "on_team.hpp"
#include "runtime/barrier.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;
using namespace heddle::omp::test;

constexpr unsigned k_threads = 4;

/// Runs `body` on a team whose waits sleep at once, in a process of its own, which it ends.
template <class Body>
void passively(Body body) {
  setenv("OMP_WAIT_POLICY", "passive", 1);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::_Exit(body() ? 0 : 1), testing::ExitedWithCode(0), "");
  unsetenv("OMP_WAIT_POLICY");
}

LoopRequest loop_of(std::uint64_t trip, ScheduleKind kind, LoopOrder order = LoopOrder::none) {
  LoopRequest request;
  request.space = counted_space(trip);
  request.schedule = {kind, 1, Monotonicity::monotonic};
  request.order = order;
  return request;
}

TEST(PassiveWaits, of_an_ordered_loop_end_in_turn) {
  passively([] {
    std::vector<std::uint64_t> order;
    on_team(k_threads, [&](Worker& worker) {
      const LoopRequest request = loop_of(300, ScheduleKind::dynamic, LoopOrder::ordered);
      for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
        begin_ordered(worker);
        order.push_back(range.first);
        end_ordered(worker);
      }
      end_loop(worker, LoopEnd::barrier);
    });
    for (std::uint64_t i = 0; i < order.size(); ++i)
      if (order[i] != i) return false;
    return order.size() == 300;
  });
}

TEST(PassiveWaits, of_an_ordered_loop_whose_iterations_have_no_ordered_part_end_too) {
  passively([] {
    std::atomic<int> iterations{0};
    on_team(k_threads, [&](Worker& worker) {
      const LoopRequest request = loop_of(200, ScheduleKind::dynamic, LoopOrder::ordered);
      for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
        if (range.first % 3 == 0) {
          begin_ordered(worker);
          end_ordered(worker);
        }
        ++iterations;
      }
      end_loop(worker, LoopEnd::barrier);
    });
    return iterations == 200;
  });
}

TEST(PassiveWaits, of_doacross_iterations_end_when_their_sink_is_posted) {
  passively([] {
    constexpr std::uint64_t k_rows = 200;
    const std::array<std::uint64_t, 1> counts{k_rows};
    std::vector<std::atomic<int>> done(k_rows);
    std::atomic<int> early{0};
    on_team(k_threads, [&](Worker& worker) {
      LoopRequest request = loop_of(k_rows, ScheduleKind::dynamic, LoopOrder::doacross);
      request.dimensions = 1;
      request.counts = counts.data();
      for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
        for (std::uint64_t row = range.first; row < range.last; ++row) {
          if (row > 0) {
            const std::uint64_t sink = row - 1;
            wait_for_iteration(worker, &sink);
            if (done[row - 1] == 0) ++early;
          }
          done[row] = 1;
          post_iteration(worker, &row);
        }
      }
      end_loop(worker, LoopEnd::barrier);
    });
    return early == 0 && done[k_rows - 1] == 1;
  });
}

TEST(PassiveWaits, for_marks_of_iterations_end_when_they_are_set) {
  passively([] {
    std::vector<std::uint64_t> order;
    on_team(k_threads, [&](Worker& worker) {
      DoacrossMarks marks;
      marks.open(worker, 200);
      for (std::uint64_t number = worker.member->seat; number < 200; number += k_threads) {
        if (number > 0) marks.wait(worker, number - 1);
        order.push_back(number);
        marks.post(worker, number);
      }
      marks.close(worker);
    });
    for (std::uint64_t i = 0; i < order.size(); ++i)
      if (order[i] != i) return false;
    return order.size() == 200;
  });
}

TEST(PassiveWaits, for_a_slot_of_the_ring_end_when_the_slowest_has_left_it) {
  passively([] {
    std::atomic<int> iterations{0};
    on_team(k_threads, [&](Worker& worker) {
      for (int loop = 0; loop < 100; ++loop) {  // six times around the ring, without a barrier
        LoopRequest request = loop_of(4, ScheduleKind::dynamic);
        void* memory = reinterpret_cast<void*>(64);  // so that the construct shares something
        request.extras.memory = &memory;
        for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker))
          iterations += static_cast<int>(range.last - range.first);
        end_loop(worker, LoopEnd::nowait);
      }
    });
    return iterations == 400;
  });
}

TEST(PassiveWaits, for_the_values_of_a_single_end_with_them) {
  passively([] {
    std::atomic<int> wrong{0};
    on_team(k_threads, [&](Worker& worker) {
      for (int round = 0; round < 100; ++round) {
        int own = round;
        if (void* const copy = start_single_copy(worker)) {
          if (*static_cast<int*>(copy) != round) ++wrong;
        } else {
          end_single_copy(worker, &own);
        }
        runtime::barrier(worker);
      }
    });
    return wrong == 0;
  });
}

TEST(PassiveWaits, of_a_reductions_tree_end_when_copies_are_given_and_taken) {
  passively([] {
    std::atomic<int> wrong{0};
    on_team(7, [&](Worker& worker) {
      for (int round = 0; round < 60; ++round) {
        long own = worker.member->seat + round;
        const auto add = [](void* into, void* from) { *static_cast<long*>(into) += *static_cast<long*>(from); };
        if (combine_in_tree(worker, &own, add) == TreePlace::root && own != 21 + 7 * round) ++wrong;
      }
    });
    return wrong == 0;
  });
}

TEST(PassiveWaits, of_those_inside_a_region_that_is_cancelled_end) {
  setenv("OMP_CANCELLATION", "true", 1);
  passively([] {
    std::atomic<int> left{0};
    for (int round = 0; round < 20; ++round) {
      on_team(k_threads, [&](Worker& worker) {
        if (worker.member->seat == 1) {
          cancel(CancelKind::parallel);
        } else {
          runtime::barrier_cancellable(worker);
        }
        ++left;
      });
    }
    return left == 20 * static_cast<int>(k_threads);
  });
  unsetenv("OMP_CANCELLATION");
}

TEST(PassiveWaits, of_marks_that_nobody_will_set_end_with_a_cancelled_region) {
  setenv("OMP_CANCELLATION", "true", 1);
  passively([] {
    std::atomic<int> left{0};
    on_team(k_threads, [&](Worker& worker) {
      DoacrossMarks marks;
      marks.open(worker, 100);
      if (worker.member->seat == 0) {
        cancel(CancelKind::parallel);
      } else {
        marks.wait(worker, 99);
      }
      ++left;
    });
    return left == static_cast<int>(k_threads);
  });
  unsetenv("OMP_CANCELLATION");
}

TEST(PassiveWaits, at_barriers_end_when_all_have_come) {
  passively([] {
    std::atomic<int> arrived{0};
    std::atomic<int> wrong{0};
    on_team(k_threads, [&](Worker& worker) {
      for (int round = 1; round <= 100; ++round) {
        ++arrived;
        runtime::barrier(worker);
        if (arrived < round * static_cast<int>(k_threads)) ++wrong;
        runtime::barrier(worker);
      }
    });
    return wrong == 0;
  });
}

}  // namespace
