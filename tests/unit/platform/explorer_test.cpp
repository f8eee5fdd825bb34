// The explorer itself: races, deadlocks, waiting, interrupts, replay. What it says of memory: litmus_test.cpp.
#include <gtest/gtest.h>

#include "platform/check/check.hpp"

namespace {

using heddle::platform::Check;
using heddle::platform::Spins;
namespace check = heddle::platform::check;
using enum std::memory_order;
using Word = Check::atomic<std::uint32_t>;

TEST(Explorer, finds_the_race_of_two_unordered_accesses) {
  const check::Result result = check::explore({}, [] {
    Check::plain<int> data{0};
    check::run_threads({[&] { data = 1; }, [&] { (void)data.get(); }});
  });
  EXPECT_FALSE(result.passed);
  EXPECT_NE(result.failure.find("data race"), std::string::npos) << result.text();
}

TEST(Explorer, finds_the_race_with_an_access_after_the_release) {
  const check::Result result = check::explore({}, [] {
    Check::plain<int> data{0};
    Word ready{0};
    check::run_threads({[&] {
                          ready.store(1, release);
                          data = 1;
                        },
                        [&] {
                          if (ready.load(acquire) == 1) (void)data.get();
                        }});
  });
  EXPECT_NE(result.failure.find("data race"), std::string::npos) << result.text();
}

TEST(Explorer, accepts_accesses_ordered_by_release_and_acquire) {
  const check::Result result = check::explore({}, [] {
    Check::plain<int> data{0};
    Word ready{0};
    check::run_threads({[&] {
                          data = 1;
                          ready.store(1, release);
                        },
                        [&] {
                          if (ready.load(acquire) == 1) check::require(data == 1, "the data is there");
                        }});
    check::require(data == 1, "the program sees what its threads did");
  });
  EXPECT_TRUE(result.passed && result.complete) << result.text();
  EXPECT_GT(result.runs, 2u);
}

TEST(Explorer, finds_an_atomic_that_is_used_before_its_making_is_visible) {
  const check::Result result = check::explore({}, [] {
    Check::atomic<Word*> shared{nullptr};
    std::unique_ptr<Word> made;
    check::run_threads({[&] {
                          made = std::make_unique<Word>(7u);
                          shared.store(made.get(), relaxed);
                        },
                        [&] {
                          if (Word* word = shared.load(acquire)) (void)word->load(relaxed);
                        }});
  });
  EXPECT_NE(result.failure.find("may not see that it was made"), std::string::npos) << result.text();
}

TEST(Explorer, finds_the_use_of_an_atomic_after_its_end) {
  const check::Result result = check::explore({}, [] {
    auto word = std::make_unique<Word>(0u);
    Word* const raw = word.get();
    Word done{0};
    check::run_threads({[&] { raw->store(1, relaxed); }, [&] { word.reset(); }});
  });
  EXPECT_NE(result.failure.find("after its end"), std::string::npos) << result.text();
}

TEST(Explorer, finds_a_deadlock_and_says_who_sleeps_where) {
  const check::Result result = check::explore({.names = {"word"}}, [] {
    Word word{0};
    check::run_threads({[&] {
                          if (word.load(acquire) == 0) Check::park(word, 0);
                        },
                        [&] { word.store(1, release); }});  // forgets to unpark
  });
  EXPECT_EQ(result.failure, "deadlock: thread 1 is parked on word") << result.text();
}

TEST(Explorer, park_looks_at_the_newest_value_before_it_sleeps) {
  const check::Result result = check::explore({.preemptions = 4}, [] {
    Word word{0};
    check::run_threads({[&] {
                          while (word.load(acquire) == 0) Check::park(word, 0);
                        },
                        [&] {
                          word.store(1, release);
                          Check::unpark_one(word);
                        }});
  });
  EXPECT_TRUE(result.passed && result.complete) << result.text();
}

TEST(Explorer, an_unbounded_spin_waits_for_the_store_and_acquires_it) {
  const check::Result result = check::explore({.preemptions = 4}, [] {
    Check::plain<int> data{0};
    Word word{0};
    check::run_threads({[&] {
                          const bool done = Check::spin_until(word, [](auto v) { return v != 0; }, Spins::unbounded());
                          check::require(done && data == 5, "the spin ends with the data in sight");
                        },
                        [&] {
                          data = 5;
                          word.store(1, release);
                        }});
  });
  EXPECT_TRUE(result.passed && result.complete) << result.text();
}

TEST(Explorer, a_bounded_spin_ends_both_ways) {
  int done = 0;
  int gave_up = 0;
  const check::Result result = check::explore({}, [&] {
    Word word{0};
    check::run_threads({[&] { ++(Check::spin_until(word, [](auto v) { return v != 0; }, Spins{3}) ? done : gave_up); },
                        [&] { word.store(1, release); }});
  });
  EXPECT_TRUE(result.passed) << result.text();
  EXPECT_GT(done, 0);
  EXPECT_GT(gave_up, 0);
}

TEST(Explorer, a_bounded_spin_on_what_never_comes_gives_up) {
  const check::Result result = check::explore({}, [] {
    Word word{0};
    check::run_threads(
        {[&] { check::require(!Check::spin_until(word, [](auto v) { return v != 0; }, Spins{3}), "no"); }});
  });
  EXPECT_TRUE(result.passed) << result.text();
}

TEST(Explorer, reports_a_loop_that_polls_forever) {
  const check::Result result = check::explore({.max_steps = 200}, [] {
    Word word{0};
    check::run_threads({[&] {
      while (word.load(acquire) == 0) Check::pause();
    }});
  });
  EXPECT_NE(result.failure.find("does not end"), std::string::npos) << result.text();
}

TEST(Explorer, pause_lets_others_run_without_a_preemption) {
  const check::Result result = check::explore({.preemptions = 0}, [] {
    Word word{0};
    check::run_threads({[&] {
                          while (word.load(acquire) == 0) Check::pause();
                        },
                        [&] { word.store(1, release); }});
  });
  EXPECT_TRUE(result.passed && result.complete) << result.text();
}

TEST(Explorer, weak_compare_exchange_fails_without_reason_when_asked_to) {
  for (const int spurious : {0, 1}) {
    int failures = 0;
    check::explore({.spurious = spurious}, [&] {
      Word word{0};
      check::run_threads({[&] {
        std::uint32_t expected = 0;
        if (!word.compare_exchange_weak(expected, 1)) ++failures;
      }});
    });
    EXPECT_EQ(failures, spurious);
  }
}

TEST(Explorer, more_preemptions_reach_more_runs) {
  const auto runs = [](int preemptions) {
    return check::explore({.preemptions = preemptions},
                          [] {
                            Word word{0};
                            const auto twice = [&] {
                              word.fetch_add(1, relaxed);
                              word.fetch_add(1, relaxed);
                            };
                            check::run_threads({twice, twice});
                          })
        .runs;
  };
  EXPECT_LT(runs(0), runs(1));
  EXPECT_LT(runs(1), runs(2));
}

TEST(Explorer, an_interrupt_runs_the_handler_at_every_point_once) {
  std::vector<int> handled_at(4, 0);
  const check::Result result = check::explore({}, [&] {
    Word installed{0};
    Word steps{0};
    Word handled{0};
    int at = -1;
    check::run_threads({[&] {
                          check::on_interrupt([&] {
                            at = static_cast<int>(steps.load(relaxed));
                            handled.fetch_add(1, relaxed);
                          });
                          installed.store(1, release);
                          for (int i = 0; i < 3; ++i) steps.fetch_add(1, relaxed);
                        },
                        [&] {
                          Check::spin_until(installed, [](auto v) { return v != 0; }, Spins::unbounded());
                          check::interrupt(1);
                        }});
    if (at >= 0) ++handled_at[static_cast<std::size_t>(at)];
    check::require(handled.load(relaxed) <= 1, "no interrupt is handled twice");
  });
  EXPECT_TRUE(result.passed && result.complete) << result.text();
  for (const int times : handled_at) EXPECT_GT(times, 0);
}

const auto k_lost_update = [] {
  Word word{0};
  const auto add = [&] { word.store(word.load(relaxed) + 1, relaxed); };
  check::run_threads({add, add});
  check::require(word.load(relaxed) == 2, "no update is lost");
};

TEST(Explorer, a_failure_replays_from_its_path) {
  const check::Result found = check::explore({}, k_lost_update);
  ASSERT_EQ(found.failure, "no update is lost");
  const check::Result again = check::explore({.replay = found.path}, k_lost_update);
  EXPECT_EQ(again.runs, 1u);
  EXPECT_EQ(again.schedule, found.schedule);
}

TEST(Explorer, a_failure_shows_a_column_per_thread_and_the_value_of_each_load) {
  const check::Result found = check::explore({.names = {"word"}}, k_lost_update);
  EXPECT_NE(found.schedule.find("thread 2"), std::string::npos) << found.text();
  EXPECT_NE(found.schedule.find("word.load(relaxed) = 0"), std::string::npos) << found.text();
  EXPECT_NE(found.schedule.find("word.store(1, relaxed)"), std::string::npos) << found.text();
}

}  // namespace
