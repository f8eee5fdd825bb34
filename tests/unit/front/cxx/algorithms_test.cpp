// The algorithms over elements beside the standard's serial ones: random sizes, keys with many equals, options.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <numeric>
#include <optional>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "heddle/execution.hpp"
#include "heddle/heddle.hpp"

namespace {

using heddle::loop_over;

/// Numbers of a given spread; small ones make many equals.
std::vector<int> numbers(std::size_t count, unsigned spread) {
  std::vector<int> values(count);
  std::uint64_t state = 88172645463325252u + count + spread;
  for (int& value : values) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    value = static_cast<int>(state % spread);
  }
  return values;
}

constexpr std::size_t k_sizes[] = {0, 1, 2, 3, 127, 1023, 1024, 1025, 4099, 100'003};
constexpr unsigned k_spreads[] = {1, 2, 100, 1'000'000'000};

TEST(Sort, gives_what_std_sort_gives) {
  for (const std::size_t size : k_sizes) {
    for (const unsigned spread : k_spreads) {
      const std::vector<int> given = numbers(size, spread);
      std::vector<int> expected = given;
      std::sort(expected.begin(), expected.end());
      std::vector<int> sorted = given;
      heddle::parallel_sort(sorted);
      EXPECT_EQ(sorted, expected) << size << " of " << spread;
      std::reverse(expected.begin(), expected.end());
      heddle::parallel_sort(sorted.begin(), sorted.end(), std::greater<>());
      EXPECT_EQ(sorted, expected) << "from the other end";
    }
  }
}

// Shapes that make a naive choice of the pivot slow or wrong.
TEST(Sort, sorts_patterns) {
  constexpr int k_size = 50'000;
  const auto shapes = {+[](int i) { return i; },
                       +[](int i) { return -i; },
                       +[](int i) { return i < k_size / 2 ? i : k_size - i; },
                       +[](int i) { return i % 2 == 0 ? i : k_size - i; },
                       +[](int i) { return i & 1023; },
                       +[](int i) { return i == k_size - 1 ? -1 : i; }};
  for (const auto shape : shapes) {
    std::vector<int> values(k_size);
    for (int i = 0; i < k_size; ++i) values[static_cast<std::size_t>(i)] = shape(i);
    std::vector<int> expected = values;
    std::sort(expected.begin(), expected.end());
    heddle::parallel_sort(values);
    EXPECT_EQ(values, expected);
  }
}

// McIlroy, "A Killer Adversary for Quicksort" (1999): the comparison settles what is least as late as it can.
TEST(Sort, an_adversary_does_not_make_it_quadratic) {
  constexpr int k_size = 20'000;
  std::vector<int> settled(k_size, k_size);
  int next = 0;
  int candidate = 0;
  long comparisons = 0;
  std::mutex one_at_a_time;  // whether all is sorted already is asked by several threads
  const auto less = [&](int one, int other) {
    const std::lock_guard guard(one_at_a_time);
    ++comparisons;
    if (settled[static_cast<std::size_t>(one)] == k_size && settled[static_cast<std::size_t>(other)] == k_size)
      settled[static_cast<std::size_t>(one == candidate ? one : other)] = next++;
    if (settled[static_cast<std::size_t>(one)] == k_size) {
      candidate = one;
    } else if (settled[static_cast<std::size_t>(other)] == k_size) {
      candidate = other;
    }
    return settled[static_cast<std::size_t>(one)] < settled[static_cast<std::size_t>(other)];
  };
  std::vector<int> items(k_size);
  std::iota(items.begin(), items.end(), 0);
  heddle::scope({.workers = 1}, [&] { heddle::parallel_sort(items, less); });
  EXPECT_LT(comparisons, 100L * k_size);
}

TEST(Sort, moves_what_cannot_be_copied_and_sorts_deques_and_strings) {
  std::vector<std::unique_ptr<int>> owners;
  for (const int value : numbers(5000, 3000)) owners.push_back(std::make_unique<int>(value));
  const auto by_value = [](const auto& one, const auto& other) { return *one < *other; };
  heddle::parallel_sort(owners, by_value);
  EXPECT_TRUE(std::is_sorted(owners.begin(), owners.end(), by_value));
  heddle::parallel_stable_sort(owners, [&](const auto& one, const auto& other) { return by_value(other, one); });
  EXPECT_TRUE(std::is_sorted(owners.rbegin(), owners.rend(), by_value));
  std::deque<std::string> words;
  for (const int value : numbers(5000, 100)) words.push_back(std::to_string(value));
  std::deque<std::string> expected = words;
  std::sort(expected.begin(), expected.end());
  heddle::parallel_sort(words);
  EXPECT_EQ(words, expected);
}

TEST(Sort, a_stable_one_keeps_the_order_of_equals) {
  for (const std::size_t size : k_sizes) {
    for (const unsigned spread : k_spreads) {
      std::vector<std::pair<int, std::size_t>> values;
      for (const int key : numbers(size, spread)) values.emplace_back(key, values.size());
      const auto by_key = [](const auto& one, const auto& other) { return one.first < other.first; };
      auto expected = values;
      std::stable_sort(expected.begin(), expected.end(), by_key);
      heddle::parallel_stable_sort(values, by_key);
      EXPECT_EQ(values, expected) << size << " of " << spread;
    }
  }
}

TEST(Sort, what_a_comparison_throws_comes_out_when_no_thread_is_inside) {
  std::vector<int> values = numbers(30'000, 1'000'000);
  std::atomic<int> left = 100'000;
  std::atomic<int> inside = 0;
  EXPECT_THROW(heddle::parallel_sort(values,
                                     [&](int one, int other) {
                                       ++inside;
                                       const bool enough = --left < 0;
                                       --inside;
                                       if (enough) throw std::runtime_error("enough");
                                       return one < other;
                                     }),
               std::runtime_error);
  EXPECT_EQ(inside, 0);
  heddle::parallel_sort(values);
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
}

TEST(Find, gives_the_first_one) {
  for (const std::size_t size : k_sizes) {
    for (const unsigned spread : k_spreads) {
      const std::vector<int> values = numbers(size, spread);
      const int wanted = values.empty() ? 0 : values[size / 2];
      EXPECT_EQ(heddle::parallel_find(values, wanted), std::find(values.begin(), values.end(), wanted));
      EXPECT_EQ(heddle::parallel_find(values, -1), values.end());
      EXPECT_EQ(heddle::parallel_count(values, wanted), std::count(values.begin(), values.end(), wanted));
      EXPECT_EQ(heddle::parallel_min_element(values), std::min_element(values.begin(), values.end()));
      EXPECT_EQ(heddle::parallel_max_element(values), std::max_element(values.begin(), values.end()));
      const auto large = [spread](int value) { return static_cast<unsigned>(value) >= spread / 2; };
      EXPECT_EQ(heddle::parallel_all_of(values, large), std::all_of(values.begin(), values.end(), large));
      EXPECT_EQ(heddle::parallel_any_of(values, large), std::any_of(values.begin(), values.end(), large));
      EXPECT_EQ(heddle::parallel_none_of(values, large), std::none_of(values.begin(), values.end(), large));
    }
  }
}

TEST(Find, works_over_indices_with_options_and_stops_early) {
  std::atomic<long> looked{0};
  const auto fits = [&](long index) {
    // order: relaxed — a count.
    looked.fetch_add(1, std::memory_order_relaxed);
    return index >= 5000;
  };
  EXPECT_EQ(heddle::parallel_find_if(loop_over(0L, 100'000'000L, {.threads = 3}), fits), 5000);
  EXPECT_LT(looked.load(), 1'000'000);
  EXPECT_EQ(heddle::parallel_find_if(heddle::range(3, 10), [](int) { return false; }), 10);
}

TEST(Transform, writes_each_result_in_its_place) {
  for (const std::size_t size : k_sizes) {
    std::vector<int> values = numbers(size, 1000);
    std::vector<long> out(size);
    std::vector<long> expected(size);
    const auto twice = [](int value) { return 2L * value; };
    std::transform(values.begin(), values.end(), expected.begin(), twice);
    heddle::parallel_transform(values, out, twice);
    EXPECT_EQ(out, expected);
    std::transform(values.begin(), values.end(), out.begin(), expected.begin(), std::plus<>());
    heddle::parallel_transform(loop_over(values, {.grain = 7}), out, out, std::plus<>());
    EXPECT_EQ(out, expected);
    heddle::parallel_transform(heddle::range<std::size_t>(0, size), out.begin(),
                               [&](std::size_t i) { return 3L * values[i]; });
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(out[i], 3L * values[i]);
  }
  std::vector<int> four(4);
  EXPECT_THROW(heddle::parallel_transform(std::vector<int>(5), four, std::identity()), heddle::bad_range);
}

TEST(Scan, of_transformed_elements_is_that_of_the_standard) {
  for (const std::size_t size : k_sizes) {
    const std::vector<int> values = numbers(size, 1000);
    const auto odd = [](int value) { return static_cast<long>(value % 2); };
    std::vector<long> out(size);
    std::vector<long> expected(size);
    std::transform_inclusive_scan(values.begin(), values.end(), expected.begin(), std::plus<>(), odd);
    heddle::parallel_transform_inclusive_scan(values, out, heddle::sum<long>(), odd);
    EXPECT_EQ(out, expected);
    std::transform_exclusive_scan(values.begin(), values.end(), expected.begin(), 0L, std::plus<>(), odd);
    heddle::parallel_transform_exclusive_scan(loop_over(values, {.threads = 2}), out, heddle::sum<long>(), odd);
    EXPECT_EQ(out, expected);
  }
}

TEST(Reduce, takes_options_with_any_range) {
  const auto one = [](auto) { return 1; };
  EXPECT_EQ(heddle::parallel_reduce(loop_over(0, 1000, {.threads = 1}), heddle::sum<int>(), one), 1000);
  const std::vector<int> values(500);
  EXPECT_EQ(heddle::parallel_reduce(loop_over(values.begin(), values.end(), {.grain = 3}), heddle::sum<int>(), one),
            500);
  EXPECT_EQ(heddle::parallel_reduce(loop_over(values), heddle::deterministic(heddle::sum<int>()), one), 500);
  std::atomic<int> runs{0};
  heddle::parallel_for(loop_over(heddle::strided_range(10, 0, -2), {.threads = 2}), [&](int) { ++runs; });
  heddle::parallel_for(loop_over(heddle::range2<int>({0, 3}, {0, 4}), {.threads = 2}), [&](int, int) { ++runs; });
  heddle::parallel_for(loop_over(values, {.threads = 2}), [&](heddle::block<std::vector<int>::const_iterator> some) {
    runs += static_cast<int>(some.size());
  });
  EXPECT_EQ(runs, 5 + 12 + 500);
}

TEST(ForEach, walks_over_lists_and_streams) {
  std::list<int> items(10'000, 1);
  heddle::parallel_for_each(items, [](int& item) { ++item; });
  EXPECT_EQ(std::accumulate(items.begin(), items.end(), 0), 20'000);
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + " ";
  std::istringstream stream(text);
  std::atomic<long> sum{0};
  heddle::parallel_for_each(std::istream_iterator<int>(stream), std::istream_iterator<int>(),
                            [&](int item) { sum += item; });
  EXPECT_EQ(sum, 499'500);
  EXPECT_THROW(heddle::parallel_for_each(items, [](int) { throw std::runtime_error("one"); }), std::runtime_error);
}

TEST(ForEach, items_without_an_end_end_with_what_a_body_throws) {
  for (const unsigned workers : {1u, 2u, 4u}) {
    heddle::scope({.workers = workers}, [] {
      std::atomic<int> begun{0};
      const auto fails = [&](int item) {
        ++begun;
        if (item == 1000) throw std::runtime_error("a thousand");
      };
      EXPECT_THROW(heddle::parallel_for_each(std::views::iota(0), fails), std::runtime_error);
      EXPECT_GT(begun, 0);
    });
  }
}

// It might wait, and run another share of its own loop meanwhile.
TEST(Reduce, the_function_that_joins_may_come_back) {
  heddle::detail::joined_values<int> values;
  const auto plus = [](int left, int right) { return left + right; };
  bool again = true;
  const auto join = [&](int left, int right) {
    if (std::exchange(again, false)) values.add(100, plus);
    return left + right;
  };
  values.add(1, join);
  values.add(2, join);
  EXPECT_EQ(values.take(), 103);
  EXPECT_EQ(values.take(), std::nullopt);
}

// As std::ranges::max does; the value is made before the old one goes.
TEST(Reduce, the_function_that_joins_may_refer_to_what_it_was_given) {
  heddle::detail::joined_values<std::string> values;
  const auto longer = [](const std::string& left, const std::string& right) -> const std::string& {
    return left.size() > right.size() ? left : right;
  };
  values.add("short", longer);
  values.add(std::string(100, 'l'), longer);
  EXPECT_EQ(values.take(), std::string(100, 'l'));
}

TEST(ForEach, items_that_bodies_add_are_done_too) {
  for (const unsigned workers : {1u, 2u, 4u}) {
    heddle::scope({.workers = workers}, [] {
      std::atomic<int> leaves{0};
      const std::vector<int> roots(20, 10);
      heddle::parallel_for_each(roots, [&](int depth, heddle::feeder<int>& more) {
        if (depth == 0) {
          ++leaves;
        } else {
          more.add(depth - 1);
          more.add(depth - 1);
        }
      });
      EXPECT_EQ(leaves, 20 * 1024);
    });
  }
  const auto fails = [](int depth, heddle::feeder<int>& more) {
    if (depth == 3) throw std::runtime_error("three");
    more.add(depth - 1);
  };
  EXPECT_THROW(heddle::parallel_for_each(std::vector<int>(100, 10), fails), std::runtime_error);
}

TEST(Policy, the_standard_s_signatures_give_the_standard_s_results) {
  using heddle::par;
  for (const std::size_t size : k_sizes) {
    std::vector<int> values = numbers(size, 500);
    std::vector<int> copied(size);
    EXPECT_EQ(heddle::copy(par, values.begin(), values.end(), copied.begin()), copied.end());
    EXPECT_EQ(copied, values);
    const int total = std::accumulate(values.begin(), values.end(), 17);
    EXPECT_EQ(heddle::reduce(par, values.begin(), values.end(), 17), total);
    EXPECT_EQ(heddle::transform_reduce(par, values.begin(), values.end(), copied.begin(), 5L),
              std::inner_product(values.begin(), values.end(), copied.begin(), 5L));
    EXPECT_EQ(heddle::transform_reduce(par, values.begin(), values.end(), 1, std::plus<>(), [](int) { return 1; }),
              static_cast<int>(size) + 1);
    std::vector<int> out(size);
    std::vector<int> expected(size);
    std::inclusive_scan(values.begin(), values.end(), expected.begin());
    EXPECT_EQ(heddle::inclusive_scan(par({.threads = 2}), values.begin(), values.end(), out.begin()), out.end());
    EXPECT_EQ(out, expected);
    std::inclusive_scan(values.begin(), values.end(), expected.begin(), std::plus<>(), 9);
    heddle::inclusive_scan(par, values.begin(), values.end(), out.begin(), std::plus<>(), 9);
    EXPECT_EQ(out, expected);
    std::exclusive_scan(values.begin(), values.end(), expected.begin(), 9);
    heddle::exclusive_scan(par, values.begin(), values.end(), out.begin(), 9);
    EXPECT_EQ(out, expected);
    heddle::replace_if(par, values.begin(), values.end(), [](int value) { return value < 250; }, 0);
    EXPECT_EQ(heddle::count(par, values.begin(), values.end(), 0), std::count(values.begin(), values.end(), 0));
    heddle::sort(par, values.begin(), values.end(), std::greater<>());
    EXPECT_TRUE(std::is_sorted(values.rbegin(), values.rend()));
    heddle::stable_sort(par, values.begin(), values.end());
    EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
    heddle::fill(par, values.begin(), values.end(), 3);
    EXPECT_TRUE(heddle::all_of(par, values.begin(), values.end(), [](int value) { return value == 3; }));
    heddle::generate(par, values.begin(), values.end(), [] { return 4; });
    EXPECT_EQ(heddle::find_if_not(par, values.begin(), values.end(), [](int value) { return value == 4; }),
              values.end());
  }
  std::list<int> items(100, 1);
  heddle::for_each(par, items.begin(), items.end(), [](int& item) { item = 2; });
  EXPECT_EQ(std::accumulate(items.begin(), items.end(), 0), 200);
}

// Joining strings shows the order.
TEST(Policy, scans_keep_the_order_of_a_join_that_does_not_commute) {
  std::vector<std::string> letters;
  for (int i = 0; i < 3000; ++i) letters.emplace_back(1, static_cast<char>('a' + i % 26));
  std::vector<std::string> out(letters.size());
  std::vector<std::string> expected(letters.size());
  std::inclusive_scan(letters.begin(), letters.end(), expected.begin());
  heddle::inclusive_scan(heddle::par, letters.begin(), letters.end(), out.begin());
  EXPECT_EQ(out, expected);
}

}  // namespace
