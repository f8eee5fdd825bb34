// Pipelines beside the serial loop that they stand for; values for each worker.
#include <gtest/gtest.h>

#include <atomic>
#include <climits>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "heddle/heddle.hpp"
#include "workers.hpp"

namespace {

class Pipeline : public WithWorkers {};

/// Gives 0 to count - 1, and finds out whether two threads call it at once.
class Counting {
 public:
  explicit Counting(int count) : count_(count) {}
  std::optional<int> operator()() {
    EXPECT_EQ(inside_.exchange(1), 0) << "the source is called by one thread at a time";
    const int item = next_ < count_ ? next_++ : -1;
    inside_ = 0;
    return item < 0 ? std::nullopt : std::optional(item);
  }

 private:
  int count_;
  int next_ = 0;
  std::atomic<int> inside_{0};
};

TEST_P(Pipeline, items_come_out_in_the_order_of_the_source) {
  with_workers([] {
    for (const unsigned tokens : {1u, 2u, 3u, 8u, 100u}) {
      std::vector<std::string> out;
      heddle::parallel_pipeline(tokens, Counting(2000),
                                heddle::parallel_stage([](int item) { return std::make_unique<int>(item); }),
                                heddle::parallel_stage([](std::unique_ptr<int> item) { return std::to_string(*item); }),
                                heddle::serial_in_order([&](std::string item) { out.push_back(std::move(item)); }));
      ASSERT_EQ(out.size(), 2000u);
      for (std::size_t at = 0; at < out.size(); ++at) EXPECT_EQ(out[at], std::to_string(at));
    }
  });
}

TEST_P(Pipeline, serial_stages_run_for_one_item_and_all_items_pass) {
  with_workers([] {
    for (const unsigned tokens : {1u, 2u, 7u, 64u}) {
      std::atomic<int> first{0};
      std::atomic<int> second{0};
      std::atomic<int> under_way{0};
      std::atomic<unsigned> most{0};
      std::vector<int> sum(1);
      int last = -1;
      heddle::parallel_pipeline(
          tokens,
          [source = Counting(3000), &under_way]() mutable {
            const auto item = source();
            if (item) ++under_way;
            return item;
          },
          heddle::serial_out_of_order([&](int item) {
            EXPECT_EQ(first++, 0);
            most = std::max(most.load(), static_cast<unsigned>(under_way.load()));
            sum[0] += item;
            --first;
            return item;
          }),
          heddle::parallel_stage([](int item) {
            if (item % 64 == 0) std::this_thread::yield();
            return item;
          }),
          heddle::serial_in_order([&](int item) {
            EXPECT_EQ(second++, 0);
            EXPECT_EQ(item, last + 1);
            last = item;
            --second;
            return item;
          }),
          heddle::serial_out_of_order([&](int) { --under_way; }));
      EXPECT_EQ(sum[0], 2999 * 3000 / 2);
      EXPECT_EQ(last, 2999);
      EXPECT_LE(most, tokens);
    }
  });
}

TEST_P(Pipeline, without_items_or_with_the_source_alone_it_ends) {
  with_workers([] {
    heddle::parallel_pipeline(4, Counting(0), heddle::parallel_stage([](int) { ADD_FAILURE(); }));
    int given = 0;
    heddle::parallel_pipeline(0, [&]() { return given < 100 ? std::optional(given++) : std::nullopt; });
    EXPECT_EQ(given, 100);
  });
}

TEST(Tokens, more_items_than_there_can_be_places_are_refused) {
  const auto run = [](unsigned tokens) {
    heddle::parallel_pipeline(tokens, Counting(3), heddle::serial_in_order([](int) {}));
  };
  run(1u << 20);
  EXPECT_THROW(run((1u << 20) + 1), heddle::bad_option);
  EXPECT_THROW(run(UINT_MAX), heddle::bad_option);
}

TEST_P(Pipeline, what_a_stage_throws_comes_out_and_the_source_stops) {
  with_workers([] {
    for (const int stage : {0, 1, 2}) {
      std::atomic<int> given{0};
      const auto thrower = [stage](int own, int item) {
        if (own == stage && item == 100) throw std::runtime_error("at 100");
        return item;
      };
      try {
        heddle::parallel_pipeline(
            4,
            [&]() -> std::optional<int> {
              if (given == 100'000) return {};
              return thrower(0, given++);
            },
            heddle::parallel_stage([&](int item) { return thrower(1, item); }),
            heddle::serial_in_order([&](int item) { return thrower(2, item); }));
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& thrown) {
        EXPECT_STREQ(thrown.what(), "at 100");
      }
      EXPECT_LT(given, 100'000);
    }
  });
}

TEST_P(Pipeline, stages_may_run_pipelines_and_loops) {
  with_workers([] {
    std::atomic<long> total{0};
    heddle::parallel_pipeline(3, Counting(20), heddle::parallel_stage([&](int item) {
                                heddle::parallel_pipeline(2, Counting(item), heddle::serial_in_order([&](int inner) {
                                                            heddle::parallel_for(0, 4, [&](int) { total += inner; });
                                                          }));
                              }));
    long expected = 0;
    for (int item = 0; item < 20; ++item) expected += 4L * item * (item - 1) / 2;
    EXPECT_EQ(total, expected);
  });
}

class PerWorker : public WithWorkers {};

TEST_P(PerWorker, each_thread_adds_to_its_own_and_all_are_joined) {
  with_workers([] {
    heddle::per_worker<long> sums;
    heddle::parallel_for(0, 10'000, [&](int item) { sums.local() += item; });
    EXPECT_EQ(sums.combine(std::plus<>()), 49'995'000);
    for (int item = 0; item < 100; ++item) heddle::spawn([&] { ++sums.local(); });
    heddle::wait();
    long total = 0;
    sums.for_each([&](long& one) { total += one; });
    EXPECT_EQ(total, 49'995'100);
    sums.clear();
    EXPECT_EQ(sums.size(), 0u);
    EXPECT_EQ(sums.combine(std::plus<>()), 0);
  });
}

TEST(PerWorker, threads_of_the_program_have_their_own) {
  heddle::per_worker<int> counts(100);
  std::vector<std::thread> threads;
  for (int number = 0; number < 40; ++number) {
    threads.emplace_back([&] {
      for (int i = 0; i < 1000; ++i) ++counts.local();
      heddle::spawn([&] { ++counts.local(); });
      heddle::wait();
    });
  }
  for (std::thread& thread : threads) thread.join();
  int over = 0;
  counts.for_each([&](int& one) { over += one - 100; });
  EXPECT_EQ(over, 40 * 1001);
}

TEST(PerWorker, values_stay_where_they_are_and_need_not_move) {
  heddle::per_worker<std::atomic<int>> values;
  std::atomic<int>* const own = &values.local();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(own) % 64, 0u);
  std::set<void*> places;
  std::mutex adding;  // guards places
  std::vector<std::thread> threads;
  for (int number = 0; number < 30; ++number) {
    threads.emplace_back([&] {
      values.local() = 1;
      const std::lock_guard lock(adding);
      places.insert(&values.local());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(&values.local(), own);
  EXPECT_EQ(places.count(own), 0u);
}

TEST(PerWorker, a_value_that_cannot_be_made_is_asked_for_again) {
  int tries = 0;
  heddle::per_worker<std::string> values([&]() -> std::string {
    if (++tries == 1) throw std::runtime_error("not yet");
    return "made";
  });
  EXPECT_THROW(values.local(), std::runtime_error);
  EXPECT_EQ(values.size(), 0u);
  EXPECT_EQ(values.local(), "made");
}

INSTANTIATE_TEST_SUITE_P(workers, Pipeline, testing::Values(1U, 2U, 4U));
INSTANTIATE_TEST_SUITE_P(workers, PerWorker, testing::Values(1U, 2U, 4U));

}  // namespace
