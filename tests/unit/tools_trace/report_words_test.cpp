// What a report says of a run whose figures are given.
#include "tools/heddle/report/words.hpp"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace heddle::tools;

constexpr std::uint64_t k_ms = 1'000'000;

/// A second on two workers, three quarters of it in 100 tasks of one kind; `use` took the rest.
Analysis run_that_lost(TimeUse use) {
  Analysis run;
  run.duration_ns = 1000 * k_ms;
  run.workers.resize(2);
  run.total[TimeUse::tasks] = 1500 * k_ms;
  run.total[use] += 500 * k_ms;
  run.work_ns = run.total[TimeUse::tasks];
  run.tasks = 100;
  run.kinds.push_back({.place = {"main._omp_fn.3", "a/b.c", 12},
                       .count = 100,
                       .own_ns = 1500 * k_ms,
                       .median_ns = 15 * k_ms,
                       .path_ns = 400 * k_ms});
  run.path.ns = 500 * k_ms;
  run.serial_path_ns = 100 * k_ms;
  run.making_ns = 10 * k_ms;
  run.tasks_ns = 900 * k_ms;
  return run;
}

std::string all_words(Analysis run) {
  run.obstacle = obstacle_of(run);
  std::string text;
  for (const std::string& sentence : in_words(run)) text += sentence + "\n";
  for (const Advice& advice : what_would_help(run, {})) text += advice.what + " " + advice.why + "\n";
  return text;
}

bool says(const std::string& text, std::string_view what) { return text.find(what) != std::string::npos; }

TEST(ReportObstacle, NothingRecorded) { EXPECT_EQ(obstacle_of({}), Obstacle::nothing_recorded); }

TEST(ReportObstacle, ByWhatTheTimeWasLostTo) {
  EXPECT_EQ(obstacle_of(run_that_lost(TimeUse::idle)), Obstacle::parallelism);
  EXPECT_EQ(obstacle_of(run_that_lost(TimeUse::waits)), Obstacle::waits);
  EXPECT_EQ(obstacle_of(run_that_lost(TimeUse::manages)), Obstacle::dependences);
  EXPECT_EQ(obstacle_of(run_that_lost(TimeUse::outside)), Obstacle::outside);
  EXPECT_EQ(obstacle_of(run_that_lost(TimeUse::tasks)), Obstacle::workers);
  EXPECT_EQ(obstacle_of(run_that_lost(TimeUse::threads)), Obstacle::workers);
  EXPECT_EQ(obstacle_of(run_that_lost(TimeUse::serial)), Obstacle::workers);
}

TEST(ReportObstacle, ThePathComesFirst) {
  Analysis run = run_that_lost(TimeUse::tasks);
  run.path.ns = 900 * k_ms;
  EXPECT_EQ(obstacle_of(run), Obstacle::critical_path);
  run.path.ns = 899 * k_ms;
  EXPECT_EQ(obstacle_of(run), Obstacle::workers);
}

TEST(ReportObstacle, AProducerThatNeverStops) {
  Analysis run = run_that_lost(TimeUse::idle);
  run.making_ns = 810 * k_ms;
  EXPECT_EQ(obstacle_of(run), Obstacle::producer);
  run.making_ns = 800 * k_ms;
  EXPECT_EQ(obstacle_of(run), Obstacle::parallelism);
  run.making_ns = 400 * k_ms;  // all the time, but of a small part of the run
  run.tasks_ns = 400 * k_ms;
  EXPECT_EQ(obstacle_of(run), Obstacle::parallelism);
}

TEST(ReportObstacle, ShortTasksOnlyWhereTheyAreMany) {
  Analysis run = run_that_lost(TimeUse::idle);
  run.kinds.push_back({.place = {"leaf", "", 0}, .count = 333'333, .median_ns = 100});
  EXPECT_EQ(obstacle_of(run), Obstacle::parallelism);
  run.kinds.back().count = 333'334;  // at 300 ns 100 ms: a twentieth of two seconds
  EXPECT_EQ(obstacle_of(run), Obstacle::runtime);
  run.kinds.back().median_ns = 2000;
  EXPECT_EQ(obstacle_of(run), Obstacle::parallelism);
}

TEST(ReportWords, SayWhatIsMeasured) {
  const std::string text = all_words(run_that_lost(TimeUse::idle));
  EXPECT_TRUE(says(text, "The run took 1 s on 2 workers: 100 tasks with 0 dependences, in 0 parallel regions."))
      << text;
  EXPECT_TRUE(says(text, "Workers spent 75 % of their time")) << text;
  EXPECT_TRUE(says(text, "25 % waiting or with nothing to run, 0 % outside")) << text;
  EXPECT_TRUE(says(text, "The largest part of the work, 100 %, is in main, b.c:12.")) << text;
  EXPECT_TRUE(says(text, "could at best be 2.0 times as fast")) << text;
  EXPECT_TRUE(says(text, "Split or shorten main, b.c:12. 80 % of the critical path")) << text;
}

TEST(ReportWords, ThePathOfTheProgramItself) {
  Analysis run = run_that_lost(TimeUse::idle);
  run.kinds.push_back(
      {.place = {"implicit task", "", 0}, .role = TaskRole::program, .count = 1, .path_ns = 450 * k_ms});
  run.serial_path_ns = 450 * k_ms;
  EXPECT_TRUE(says(all_words(run), "90 % of the critical path is the program's own code between regions"));
}

TEST(ReportWords, EachObstacleHasARemedy) {
  for (const TimeUse use : {TimeUse::idle, TimeUse::waits, TimeUse::outside, TimeUse::manages}) {
    Analysis run = run_that_lost(use);
    run.obstacle = obstacle_of(run);
    EXPECT_EQ(what_would_help(run, {}).size(), 1u) << static_cast<int>(use);
  }
  Analysis run = run_that_lost(TimeUse::tasks);
  run.obstacle = obstacle_of(run);
  EXPECT_TRUE(what_would_help(run, {}).empty());
}

Forecast forecast_of(std::vector<std::pair<std::uint32_t, std::uint64_t>> times) {
  Forecast forecast;
  for (const auto& [cores, ns] : times) forecast.points.push_back({cores, ns, 0, "cores"});
  return forecast;
}

TEST(ReportWords, MoreCoresOnlyWhereTheyGainATwentieth) {
  Analysis run = run_that_lost(TimeUse::tasks);
  run.obstacle = obstacle_of(run);
  const auto what = [&run](const Forecast& forecast) { return what_would_help(run, forecast).back().what; };
  EXPECT_EQ(what(forecast_of({{1, 100 * k_ms}, {2, 60 * k_ms}, {4, 40 * k_ms}, {8, 39 * k_ms}})), "Up to 4 cores.");
  EXPECT_EQ(what(forecast_of({{1, 100 * k_ms}, {2, 60 * k_ms}, {4, 58 * k_ms}})), "More cores would not help.");
  EXPECT_TRUE(what_would_help(run, forecast_of({{1, 100 * k_ms}, {2, 60 * k_ms}})).empty());  // there are no more
}

TEST(ReportWords, TimesAndShares) {
  EXPECT_EQ(time_text(999), "999 ns");
  EXPECT_EQ(time_text(1500), "1.5 us");
  EXPECT_EQ(time_text(999'499), "999 us");
  EXPECT_EQ(time_text(999'500), "1 ms");
  EXPECT_EQ(time_text(25 * k_ms), "25 ms");
  EXPECT_EQ(time_text(1234 * k_ms), "1.23 s");
  EXPECT_EQ(time_text(123'456'789 * k_ms), "123457 s");
  EXPECT_EQ(percent_text(0), "0 %");
  EXPECT_EQ(percent_text(0.004), "under 1 %");
  EXPECT_EQ(percent_text(0.846), "85 %");
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1'234'567), "1,234,567");
}

TEST(ReportWords, NamesOfKinds) {
  EXPECT_EQ(kind_text({.place = {"main.omp_outlined.2", "x/y.c", 7}}), "main, y.c:7");
  EXPECT_EQ(kind_text({.place = {"solve", "", 0}}), "solve");
  EXPECT_EQ(short_text({.place = {"main._omp_fn.0", "x/y.c", 7}}), "y.c:7");
  EXPECT_EQ(short_text({.place = {"main._omp_fn.0", "", 0}}), "main._omp_fn.0");
  EXPECT_EQ(short_text({.place = {"named", "x/y.c", 7}}), "named");
}

}  // namespace
