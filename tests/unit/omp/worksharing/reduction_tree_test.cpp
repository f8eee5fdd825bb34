// Copies of a reduction combined in pairs: one thread has them all, in the order of the threads; and marks of
// iterations.
#include "omp/reduction.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "omp/construct.hpp"
#include "omp/ordered.hpp"
#include "runtime/barrier.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;

/// Runs `body` on every thread of a team.
void on_team(unsigned threads, const std::function<void(Worker&)>& body) {
  RegionRequest request;
  request.body = [](void* argument) {
    (*static_cast<const std::function<void(Worker&)>*>(argument))(runtime::current());
  };
  request.data = const_cast<std::function<void(Worker&)>*>(&body);
  request.threads = threads;
  parallel(request);
}

void append(void* into, void* from) { static_cast<std::string*>(into)->append(*static_cast<std::string*>(from)); }

TEST(ReductionTree, the_first_thread_has_all_copies_in_the_order_of_the_threads) {
  for (unsigned threads = 1; threads <= 9; ++threads) {
    std::string expected;
    for (unsigned seat = 0; seat < threads; ++seat) expected.push_back(static_cast<char>('a' + seat));
    std::string whole;
    std::atomic<int> roots{0};
    on_team(threads, [&](Worker& worker) {
      std::string copy(1, static_cast<char>('a' + worker.member->seat));
      if (combine_in_tree(worker, &copy, append) == TreePlace::inner) return;
      ++roots;
      EXPECT_EQ(worker.member->seat, 0u);
      whole = copy;
    });
    EXPECT_EQ(roots, 1) << threads;
    EXPECT_EQ(whole, expected);
  }
}

TEST(ReductionTree, one_after_the_other_without_a_barrier_does_not_mix_them) {
  constexpr int k_rounds = 200;
  std::vector<int> sums(k_rounds);
  on_team(5, [&](Worker& worker) {
    for (int round = 0; round < k_rounds; ++round) {
      int copy = round * 10 + static_cast<int>(worker.member->seat);
      const auto add = [](void* into, void* from) { *static_cast<int*>(into) += *static_cast<int*>(from); };
      if (combine_in_tree(worker, &copy, add) == TreePlace::root) sums[static_cast<std::size_t>(round)] = copy;
    }
  });
  for (int round = 0; round < k_rounds; ++round) EXPECT_EQ(sums[static_cast<std::size_t>(round)], 5 * 10 * round + 10);
}

TEST(ReductionTree, floating_point_sums_are_the_same_in_every_run) {
  std::vector<double> sums;
  for (int run = 0; run < 20; ++run) {
    on_team(7, [&](Worker& worker) {
      double copy = 1.0 / (3.0 + 7.0 * worker.member->seat);
      const auto add = [](void* into, void* from) { *static_cast<double*>(into) += *static_cast<double*>(from); };
      if (combine_in_tree(worker, &copy, add) == TreePlace::root) sums.push_back(copy);
    });
  }
  ASSERT_EQ(sums.size(), 20u);
  for (const double sum : sums) EXPECT_EQ(sum, sums.front());
}

// Each iteration waits for the one before it, however the threads have shared them out; across words of 64 marks.
TEST(DoacrossMarks, an_iteration_runs_behind_the_one_that_it_waits_for) {
  for (const unsigned threads : {1u, 2u, 3u, 5u}) {
    for (const std::uint64_t iterations : {1u, 63u, 64u, 65u, 200u}) {
      std::vector<std::uint64_t> order;
      on_team(threads, [&](Worker& worker) {
        DoacrossMarks marks;
        marks.open(worker, iterations);
        const std::uint64_t size = worker.member->team->size;
        for (std::uint64_t number = worker.member->seat; number < iterations; number += size) {
          // A team of one runs them in order anyway.
          if (number > 0) marks.wait(worker, number - 1);
          order.push_back(number);
          marks.post(worker, number);
        }
        marks.close(worker);
      });
      ASSERT_EQ(order.size(), iterations) << threads;
      for (std::uint64_t number = 0; number < iterations; ++number) EXPECT_EQ(order[number], number) << threads;
    }
  }
}

TEST(DoacrossMarks, of_the_loop_before_are_none_of_the_next) {
  std::atomic<int> early{0};
  on_team(2, [&](Worker& worker) {
    for (int loop = 0; loop < 40; ++loop) {
      static std::atomic<int> reached;
      DoacrossMarks marks;
      marks.open(worker, 70);
      if (worker.member->seat == 0) {
        reached = loop;
        marks.post(worker, 69);
      } else {
        marks.wait(worker, 69);
        if (reached != loop) ++early;
      }
      marks.close(worker);
      runtime::barrier(worker);
    }
  });
  EXPECT_EQ(early, 0);
}

}  // namespace
