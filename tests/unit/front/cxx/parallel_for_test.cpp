// parallel_for: which iterations run, how often, in which pieces; where it may be called.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <list>
#include <mutex>
#include <numeric>
#include <span>
#include <thread>
#include <vector>

#include "counted.hpp"
#include "heddle/heddle.hpp"

namespace {

using heddle::loop_options;
using heddle::loop_schedule;
using heddle::tests::Counted;

constexpr loop_schedule k_schedules[] = {loop_schedule::automatic, loop_schedule::static_blocks, loop_schedule::dynamic,
                                         loop_schedule::guided,    loop_schedule::idws,          loop_schedule::steal};

TEST(ParallelFor, runs_each_index_once_under_each_schedule_grain_and_number_of_threads) {
  for (const loop_schedule schedule : k_schedules) {
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
      for (const std::uint64_t grain : {0, 1, 7, 5000}) {
        for (const int trips : {0, 1, 2, 100, 1237}) {
          Counted counted(static_cast<std::size_t>(trips));
          heddle::parallel_for(0, trips, [&](int index) { counted.run(static_cast<std::size_t>(index)); },
                               {.schedule = schedule, .threads = threads, .grain = grain});
          EXPECT_TRUE(counted.each(1)) << static_cast<int>(schedule) << ' ' << threads << ' ' << grain << ' ' << trips;
        }
      }
    }
  }
}

TEST(ParallelFor, a_body_may_take_blocks_which_cover_the_range_once) {
  for (const loop_schedule schedule : k_schedules) {
    Counted counted(10'000);
    heddle::parallel_for(0u, 10'000u,
                         [&](heddle::block<unsigned> block) {
                           EXPECT_LT(block.first, block.last);
                           EXPECT_EQ(block.size(), block.last - block.first);
                           for (const unsigned index : block) counted.run(index);
                         },
                         {.schedule = schedule, .threads = 3});
    EXPECT_TRUE(counted.each(1));
  }
}

TEST(ParallelFor, blocks_of_dynamic_and_static_loops_are_no_longer_than_the_grain) {
  for (const loop_schedule schedule : {loop_schedule::static_blocks, loop_schedule::dynamic}) {
    for (const unsigned threads : {1u, 3u}) {
      heddle::parallel_for(0, 1000, [](heddle::block<int> block) { EXPECT_LE(block.size(), 10u); },
                           {.schedule = schedule, .threads = threads, .grain = 10});
    }
  }
}

template <class T>
std::vector<T> visited(T first, T last, int step) {
  std::mutex mutex;  // guards seen
  std::vector<T> seen;
  heddle::parallel_for(first, last, step, [&](T index) {
    const std::lock_guard lock(mutex);
    seen.push_back(index);
  });
  std::sort(seen.begin(), seen.end());
  return seen;
}

TEST(ParallelFor, steps_up_and_down_stop_before_the_end) {
  EXPECT_EQ(visited<int>(0, 10, 3), (std::vector<int>{0, 3, 6, 9}));
  EXPECT_EQ(visited<int>(10, 0, -4), (std::vector<int>{2, 6, 10}));
  EXPECT_EQ(visited<unsigned>(10, 0, -4), (std::vector<unsigned>{2, 6, 10}));
  EXPECT_EQ(visited<int>(10, 0, 3), std::vector<int>{});
  EXPECT_EQ(visited<int>(0, 10, -3), std::vector<int>{});
  EXPECT_EQ(visited<int>(5, 5, 1), std::vector<int>{});
}

TEST(ParallelFor, indices_next_to_the_limits_of_their_type_do_not_overflow) {
  using limits = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(visited<std::int64_t>(limits::max() - 3, limits::max(), 2),
            (std::vector<std::int64_t>{limits::max() - 3, limits::max() - 1}));
  EXPECT_EQ(visited<std::int64_t>(limits::min() + 3, limits::min(), -2),
            (std::vector<std::int64_t>{limits::min() + 1, limits::min() + 3}));
  EXPECT_EQ(visited<std::uint64_t>(UINT64_MAX - 2, UINT64_MAX, 1),
            (std::vector<std::uint64_t>{UINT64_MAX - 2, UINT64_MAX - 1}));
  EXPECT_EQ(visited<std::uint8_t>(250, 255, 2), (std::vector<std::uint8_t>{250, 252, 254}));
  EXPECT_EQ(visited<std::int8_t>(-128, 127, 100), (std::vector<std::int8_t>{-128, -28, 72}));
}

TEST(ParallelFor, the_longest_loops_have_the_right_number_of_trips) {
  EXPECT_EQ(heddle::range(std::uint64_t{0}, UINT64_MAX).trips(), UINT64_MAX);
  using limits = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(heddle::range(limits::min(), limits::max()).trips(), UINT64_MAX);
  EXPECT_EQ(heddle::strided_range(limits::min(), limits::max(), 2).trips(), std::uint64_t{1} << 63);
  EXPECT_EQ(heddle::strided_range(limits::max(), limits::min(), limits::min()).trips(), 2u);
}

TEST(ParallelFor, wrong_ranges_are_refused_by_a_type_of_their_own) {
  const auto nothing = [](auto...) { FAIL(); };
  EXPECT_THROW(heddle::parallel_for(0, 10, 0, nothing), heddle::bad_range);
  EXPECT_THROW(heddle::parallel_for(-1, 10u, nothing), heddle::bad_range);
  std::vector<int> values(3);
  EXPECT_THROW(heddle::parallel_for(values.end(), values.begin(), [](int) { FAIL(); }), heddle::bad_range);
  EXPECT_THROW(heddle::range2(heddle::range(0, 1), heddle::range(0, 1)).tiles(0, 1), heddle::bad_range);
  constexpr std::uint64_t k_many = std::uint64_t{1} << 40;
  EXPECT_THROW(heddle::parallel_for(heddle::range2<std::uint64_t>({0, k_many}, {0, k_many}).tiles(1, 1), nothing),
               heddle::bad_range);
}

TEST(ParallelFor, an_unknown_schedule_is_refused_and_the_message_names_the_loop) {
  const loop_options options{.schedule = static_cast<loop_schedule>(99), .name = "smooth"};
  try {
    heddle::parallel_for(0, 10, [](int) { FAIL(); }, options);
    FAIL();
  } catch (const heddle::bad_option& refused) {
    EXPECT_NE(std::string(refused.what()).find("\"smooth\""), std::string::npos) << refused.what();
    EXPECT_EQ(refused.code(), HEDDLE_BAD_OPTION);
  }
}

TEST(ParallelFor, elements_of_containers_spans_and_views_are_passed_by_reference) {
  std::vector<int> values(5000, 1);
  heddle::parallel_for(values, [](int& value) { value += 1; });
  heddle::parallel_for(values.begin(), values.begin() + 100, [](int& value) { value += 1; });
  heddle::parallel_for(std::span(values), [](heddle::block<std::span<int>::iterator> block) {
    for (int& value : block) value += 1;
  });
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0), 5000 * 3 + 100);
  Counted counted(100);
  heddle::parallel_for(std::views::iota(0, 100), [&](int index) { counted.run(static_cast<std::size_t>(index)); });
  EXPECT_TRUE(counted.each(1));
}

TEST(ParallelFor, two_dimensions_are_covered_once_whatever_the_tiles) {
  for (const auto& [rows, columns] : {std::pair{1, 1}, std::pair{130, 70}, std::pair{3, 1000}, std::pair{0, 5}}) {
    Counted counted(static_cast<std::size_t>(rows * columns));
    const auto at = [columns = columns](int row, int column) {
      return static_cast<std::size_t>(row * columns + column);
    };
    const heddle::range2<int> whole({0, rows}, {0, columns});
    heddle::parallel_for(whole, [&](int row, int column) { counted.run(at(row, column)); });
    EXPECT_TRUE(counted.each(1));
    heddle::parallel_for(whole.tiles(32, 7), [&](heddle::block2<int> tile) {
      EXPECT_LE(tile.rows.size(), 32u);
      EXPECT_LE(tile.columns.size(), 7u);
      for (const int row : tile.rows)
        for (const int column : tile.columns) counted.run(at(row, column));
    });
    EXPECT_TRUE(counted.each(2));
  }
}

TEST(ParallelFor, three_dimensions_are_covered_once_whatever_the_tiles) {
  Counted counted(20 * 33 * 17);
  const auto at = [](int page, int row, int column) {
    return static_cast<std::size_t>((page * 33 + row) * 17 + column);
  };
  const heddle::range3<int> whole({0, 20}, {0, 33}, {0, 17});
  heddle::parallel_for(whole, [&](int page, int row, int column) { counted.run(at(page, row, column)); });
  heddle::parallel_for(whole.tiles(20, 5, 17), [&](const heddle::block3<int>& tile) {
    for (const int page : tile.pages)
      for (const int row : tile.rows)
        for (const int column : tile.columns) counted.run(at(page, row, column));
  });
  EXPECT_TRUE(counted.each(2));
}

TEST(ParallelFor, may_be_called_in_the_body_of_another) {
  for (const loop_schedule schedule : k_schedules) {
    Counted counted(40 * 50);
    heddle::parallel_for(0, 40,
                         [&](int outer) {
                           heddle::parallel_for(
                               0, 50, [&](int inner) { counted.run(static_cast<std::size_t>(outer * 50 + inner)); },
                               {.schedule = schedule});
                         },
                         {.threads = 4});
    EXPECT_TRUE(counted.each(1));
  }
}

TEST(ParallelFor, three_levels_deep_each_index_runs_once) {
  Counted counted(8 * 8 * 8);
  heddle::parallel_for(0, 8,
                       [&](int a) {
                         heddle::parallel_for(0, 8, [&](int b) {
                           heddle::parallel_for(
                               0, 8, [&](int c) { counted.run(static_cast<std::size_t>((a * 8 + b) * 8 + c)); });
                         });
                       },
                       {.threads = 3});
  EXPECT_TRUE(counted.each(1));
}

TEST(ParallelFor, threads_of_the_program_may_call_at_the_same_time) {
  Counted counted(4 * 200);
  std::list<std::thread> threads;
  for (std::size_t number = 0; number < 4; ++number) {
    threads.emplace_back([&, number] {
      for (int round = 0; round < 5; ++round)
        heddle::parallel_for(std::size_t{0}, std::size_t{200}, [&](std::size_t i) { counted.run(number * 200 + i); },
                             {.threads = 3});
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(counted.each(5));
}

TEST(ParallelFor, no_more_threads_take_part_than_asked_for) {
  std::mutex mutex;  // guards seen
  std::vector<std::thread::id> seen;
  heddle::parallel_for(0, 1000,
                       [&](heddle::block<int>) {
                         const std::lock_guard lock(mutex);
                         if (std::find(seen.begin(), seen.end(), std::this_thread::get_id()) == seen.end())
                           seen.push_back(std::this_thread::get_id());
                       },
                       {.schedule = loop_schedule::dynamic, .threads = 2});
  EXPECT_LE(seen.size(), 2u);
}

}  // namespace
