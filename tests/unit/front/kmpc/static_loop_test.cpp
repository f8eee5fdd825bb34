// Static loops of LLVM's interface: every iteration is exactly one thread's, also where bounds lie next to the limits
// of their type.
#include "front/kmpc/static_loop.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace heddle::kmpc {
namespace {

template <class T>
struct Case {
  Bounds<T> loop;
  std::uint32_t threads;
  std::uint64_t chunk;  // 0: one block each
};

// How often each iteration is run, as compiled code runs the shares; `lasts` counts who was told to be the last.
template <class T>
std::vector<int> run_all(const Case<T>& one, int& lasts) {
  std::vector<int> hits(one.loop.trip());
  lasts = 0;
  for (std::uint32_t thread = 0; thread < one.threads; ++thread) {
    const Sched schedule = one.chunk == 0 ? Sched::static_block : Sched::static_chunked;
    const StaticShare<T> share = static_share(schedule, one.loop, Share{thread, one.threads}, one.chunk);
    lasts += share.last ? 1 : 0;
    Bounds<T> part = share.bounds;
    while (!part.empty()) {
      for (std::uint64_t i = 0; i < part.trip(); ++i) {
        const Bounds<T> up_to{one.loop.lower, part.at(i), one.loop.step};
        ++hits.at(up_to.trip() - 1);
      }
      if (one.chunk == 0) break;
      const std::uint64_t reached = Bounds<T>{one.loop.lower, part.upper, one.loop.step}.trip();
      const std::uint64_t next = reached - part.trip() + one.chunk * one.threads;
      if (next >= one.loop.trip()) break;
      part = one.loop.part({next, std::min(next + one.chunk, one.loop.trip())});
    }
  }
  return hits;
}

template <class T>
void expect_each_once(const Case<T>& one) {
  int lasts = 0;
  const std::vector<int> hits = run_all(one, lasts);
  for (std::size_t i = 0; i < hits.size(); ++i) ASSERT_EQ(hits[i], 1) << "iteration " << i << " of " << hits.size();
  EXPECT_EQ(lasts, hits.empty() ? 0 : 1);
}

TEST(StaticLoop, blocks_and_chunks_cover_each_iteration_once) {
  for (std::uint32_t threads : {1U, 2U, 3U, 4U, 7U})
    for (std::uint64_t chunk : {0U, 1U, 3U, 100U})
      for (std::int32_t upper : {0, 1, 2, 6, 13, 40}) {
        expect_each_once<std::int32_t>({{0, upper, 1}, threads, chunk});
        expect_each_once<std::int32_t>({{upper, -2, -3}, threads, chunk});
        expect_each_once<std::uint64_t>({{5, 5 + static_cast<std::uint64_t>(upper), 2}, threads, chunk});
      }
}

TEST(StaticLoop, bounds_may_be_the_last_values_of_their_type) {
  constexpr std::int32_t k_max = std::numeric_limits<std::int32_t>::max();
  constexpr std::int32_t k_min = std::numeric_limits<std::int32_t>::min();
  constexpr std::uint64_t k_umax = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t threads : {1U, 3U, 9U})
    for (std::uint64_t chunk : {0U, 2U}) {
      expect_each_once<std::int32_t>({{k_max - 4, k_max, 1}, threads, chunk});
      expect_each_once<std::int32_t>({{k_min + 4, k_min, -1}, threads, chunk});
      expect_each_once<std::uint32_t>({{4, 0, -1}, threads, chunk});
      expect_each_once<std::uint64_t>({{k_umax - 6, k_umax, 3}, threads, chunk});
    }
}

TEST(StaticLoop, a_thread_without_iterations_gets_an_empty_range) {
  for (std::uint32_t thread = 2; thread < 6; ++thread) {
    const Bounds<std::int32_t> at_the_end{std::numeric_limits<std::int32_t>::max() - 1,
                                          std::numeric_limits<std::int32_t>::max(), 1};
    EXPECT_TRUE(block_of(at_the_end, Share{thread, 6}).bounds.empty());
    const Bounds<std::uint32_t> down_to_zero{1, 0, -1};
    EXPECT_TRUE(block_of(down_to_zero, Share{thread, 6}).bounds.empty());
  }
}

TEST(StaticLoop, the_whole_range_of_a_type_is_a_loop) {
  constexpr std::int32_t k_max = std::numeric_limits<std::int32_t>::max();
  constexpr std::int32_t k_min = std::numeric_limits<std::int32_t>::min();
  const Bounds<std::int32_t> all{k_min, k_max, 1};
  EXPECT_EQ(all.trip(), std::uint64_t{1} << 32);
  EXPECT_EQ(block_of(all, Share{0, 2}).bounds.upper, -1);
  EXPECT_EQ(block_of(all, Share{1, 2}).bounds.lower, 0);
  EXPECT_TRUE(block_of(all, Share{1, 2}).last);
}

TEST(StaticLoop, modifiers_and_intels_twins_are_the_same_schedules) {
  EXPECT_EQ(without_modifiers(35 | k_nonmonotonic), Sched::dynamic);
  EXPECT_EQ(without_modifiers(33 | k_monotonic), Sched::static_chunked);
  EXPECT_EQ(without_modifiers(161), Sched::static_chunked);
  EXPECT_EQ(without_modifiers(66), Sched::ordered_static);
}

}  // namespace
}  // namespace heddle::kmpc
