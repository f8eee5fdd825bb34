// heddle::plan as a program uses it: results equal those of the plain loop, whatever the workers, laps and placements.
#include "heddle/plan.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using heddle::in;
using heddle::in_chunk;
using heddle::inout;
using heddle::out;
using heddle::out_chunk;

constexpr heddle::placement k_placements[] = {heddle::placement::locality, heddle::placement::critical_path,
                                              heddle::placement::round_robin, heddle::placement::random};

/// A ring of points, two buffers; each step reads the neighbours of the step before.
struct Ring {
  explicit Ring(std::size_t width) : points(2 * width), width(width) { std::iota(points.begin(), points.end(), 1u); }
  std::vector<std::uint64_t> points;
  std::size_t width;

  std::uint64_t& at(std::size_t step, std::size_t point) { return points[step % 2 * width + point % width]; }
  void advance(std::size_t step, std::size_t point) {
    std::uint64_t& next = at(step + 1, point);
    next = (at(step, point + width - 1) * 31 + at(step, point)) * 31 + at(step, point + 1);
  }
  void serially(std::size_t steps) {
    for (std::size_t step = 0; step < steps; ++step) {
      for (std::size_t point = 0; point < width; ++point) advance(step, point);
    }
  }
  /// Two steps as tasks of a plan.
  void describe(heddle::plan& plan) {
    for (std::size_t step = 0; step < 2; ++step) {
      for (std::size_t point = 0; point < width; ++point) {
        plan.task([this, step, point] { advance(step, point); }, in(at(step, point + width - 1)), in(at(step, point)),
                  in(at(step, point + 1)), out(at(step + 1, point)));
      }
    }
  }
};

TEST(Plan, a_stencil_is_that_of_the_loop_on_any_workers_by_any_placement) {
  for (const unsigned workers : {1u, 2u, 3u, 5u}) {
    for (const heddle::placement placement : k_placements) {
      Ring ring(24);
      Ring expected(24);
      heddle::plan plan({.workers = workers, .placement = placement});
      ring.describe(plan);
      for (int replay = 0; replay < 20; ++replay) plan.replay();
      plan.replay(30);
      plan.replay();
      expected.serially(2 * 51);
      EXPECT_EQ(ring.points, expected.points) << workers << " workers";
    }
  }
}

TEST(Plan, an_empty_plan_replays) {
  heddle::plan plan;
  plan.replay();
  plan.replay(7);
  EXPECT_EQ(plan.tasks(), 0u);
}

TEST(Plan, commutative_tasks_do_not_run_beside_each_other_and_all_of_them_run) {
  int count = 0;
  heddle::plan plan({.workers = 4});
  for (int task = 0; task < 100; ++task) plan.task([&] { ++count; }, heddle::commutative(count));
  plan.replay(10);
  EXPECT_EQ(count, 1000);
}

TEST(Plan, spans_are_ordered_where_they_overlap) {
  for (int round = 0; round < 20; ++round) {
    std::vector<int> numbers(8, 1);
    const std::span<int> all(numbers);
    heddle::plan plan({.workers = 3});
    plan.task(
        [&] {
          for (int& x : all.first(5)) x *= 3;
        },
        inout(all.first(5)));
    plan.task(
        [&] {
          for (int& x : all.last(5)) x += 1;
        },
        inout(all.last(5)));
    plan.task(
        [&] {
          for (int& x : all) x *= 2;
        },
        inout(std::span(all)));
    plan.replay();
    EXPECT_EQ(numbers, (std::vector<int>{6, 6, 6, 8, 8, 4, 4, 4}));
  }
}

TEST(Plan, orders_named_outright_hold) {
  std::vector<int> seen;
  heddle::plan plan({.workers = 3});
  const auto third = plan.task([&] { seen.push_back(3); });
  const auto first = plan.task([&] { seen.push_back(1); });
  const auto second = plan.task([&] { seen.push_back(2); });
  plan.precede(first, second);
  plan.precede(second, third);
  plan.replay();
  EXPECT_EQ(seen, (std::vector<int>{1, 2, 3}));
}

TEST(Plan, a_circle_is_an_error_with_the_names_of_its_tasks) {
  heddle::plan plan;
  const auto one = plan.task({.name = "hen"}, [] {});
  const auto other = plan.task({.name = "egg"}, [] {});
  plan.precede(one, other);
  plan.precede(other, one);
  try {
    plan.replay();
    FAIL() << "no exception";
  } catch (const heddle::plan_error& error) {
    EXPECT_EQ(error.code(), HEDDLE_PLAN_CIRCLE);
    EXPECT_NE(std::string(error.what()).find("\"hen\" before \"egg\""), std::string::npos) << error.what();
  }
}

TEST(Plan, what_a_task_throws_comes_out_of_the_replay_once) {
  int runs = 0;
  bool wrong = true;
  heddle::plan plan({.workers = 2});
  plan.task(
      [&] {
        if (wrong) throw std::runtime_error("wrong");
      },
      out(runs));
  plan.task([&] { ++runs; }, inout(runs));
  EXPECT_THROW(plan.replay(), std::runtime_error);
  EXPECT_EQ(runs, 0);
  wrong = false;
  plan.replay(3);
  EXPECT_EQ(runs, 3);
}

TEST(Plan, recorded_anew_it_works_on_other_data) {
  Ring left(16);
  Ring right(16);
  Ring expected(16);
  expected.serially(2);
  heddle::plan plan({.workers = 2});
  plan.record([&](heddle::plan& into) { left.describe(into); });
  plan.replay();
  plan.record([&](heddle::plan& into) { right.describe(into); });
  plan.replay();
  EXPECT_EQ(left.points, expected.points);
  EXPECT_EQ(right.points, expected.points);
}

TEST(Plan, recorded_anew_with_another_shape_it_says_so_and_stays_as_it_was) {
  Ring ring(16);
  Ring wider(20);
  heddle::plan plan({.workers = 2});
  plan.record([&](heddle::plan& into) { ring.describe(into); });
  plan.replay();
  EXPECT_THROW(plan.record([&](heddle::plan& into) { wider.describe(into); }), heddle::changed_shape);
  plan.replay();
  Ring expected(16);
  expected.serially(4);
  EXPECT_EQ(ring.points, expected.points);
}

TEST(Plan, a_task_may_replay_another_plan) {
  int inner_runs = 0;
  heddle::plan inner({.workers = 2});
  inner.task([&] { ++inner_runs; }, inout(inner_runs));
  inner.task([&] { ++inner_runs; }, inout(inner_runs));
  heddle::plan outer({.workers = 2});
  int between = 0;
  outer.task([&] { inner.replay(); }, inout(inner_runs));
  outer.task([&] { between = inner_runs; }, in(inner_runs), out(between));
  outer.task([&] { inner.replay(); }, inout(inner_runs));
  outer.replay();
  EXPECT_EQ(between, 2);
  EXPECT_EQ(inner_runs, 4);
}

TEST(Plan, replaying_a_plan_from_its_own_task_is_an_error) {
  heddle::plan plan;
  plan.task([&] { plan.replay(); });
  EXPECT_THROW(plan.replay(), heddle::plan_error);
}

TEST(Plan, of_several_threads_that_replay_one_plan_each_runs_it_whole_or_is_told_that_it_is_busy) {
  std::atomic<int> runs{0};
  heddle::plan plan({.workers = 2});
  plan.task([&] { ++runs; });
  plan.task([&] { ++runs; });
  plan.replay();
  std::atomic<int> replays{1};
  const auto replay_often = [&] {
    for (int round = 0; round < 200; ++round) {
      try {
        plan.replay();
        ++replays;
      } catch (const heddle::plan_error& error) {
        EXPECT_EQ(error.code(), HEDDLE_PLAN_BUSY);
        EXPECT_NE(std::string(error.what()).find("being replayed"), std::string::npos);
      }
    }
  };
  {
    std::jthread other(replay_often);
    std::jthread third(replay_often);
    replay_often();
  }
  EXPECT_EQ(runs, 2 * replays);
  plan.replay();
  EXPECT_EQ(runs, 2 * (replays + 1));
}

TEST(Plan, while_it_runs_it_is_busy_for_everybody_else) {
  int code = HEDDLE_OK;
  heddle::plan plan;
  plan.task([&] {
    std::jthread([&] {
      try {
        plan.replay();
      } catch (const heddle::plan_error& error) {
        code = error.code();
      }
    }).join();
  });
  plan.replay();
  EXPECT_EQ(code, HEDDLE_PLAN_BUSY);
}

TEST(Plan, what_a_recording_captured_is_destroyed_with_the_plan) {
  const auto counted = std::make_shared<int>(0);
  {
    heddle::plan plan({.workers = 2});
    const auto describe = [&](heddle::plan& into) {
      for (int task = 0; task < 300; ++task) into.task([counted] { (void)*counted; });
    };
    plan.record(describe);
    plan.replay();
    plan.record(describe);
    EXPECT_EQ(counted.use_count(), 301);
    plan.replay();
  }
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(Plan, a_replayed_plan_takes_no_more_tasks) {
  heddle::plan plan;
  plan.task([] {});
  plan.replay();
  EXPECT_THROW(plan.task([] {}), heddle::plan_error);
  plan.replay();
}

TEST(Plan, chunks_of_loops_wait_for_those_that_they_overlap) {
  constexpr std::int64_t k_points = 1000;
  for (const unsigned workers : {1u, 2u, 4u}) {
    std::vector<long> u(k_points);
    std::vector<long> v(k_points);
    std::iota(u.begin(), u.end(), 0);
    std::vector<long> serial_u = u;
    std::vector<long> serial_v = v;
    const auto smooth = [&](std::vector<long>& from, std::vector<long>& to, std::int64_t i) {
      to[i] = from[i] + (i > 0 ? from[i - 1] : 0) + (i + 1 < k_points ? from[i + 1] : 0);
    };
    heddle::plan plan({.workers = workers});
    plan.loop(
        {0, k_points}, {.chunk = 17, .workers = 1}, [&](std::int64_t i) { smooth(u, v, i); }, in_chunk(u, 1),
        out_chunk(v));
    plan.loop(
        {0, k_points}, {.chunk = 33, .workers = 2, .first_worker = 1},
        [&](std::int64_t first, std::int64_t last) {
          for (std::int64_t i = first; i < last; ++i) u[i] = v[i] % 1001;
        },
        in_chunk(v), out_chunk(u));
    plan.replay(12);
    for (int lap = 0; lap < 12; ++lap) {
      for (std::int64_t i = 0; i < k_points; ++i) smooth(serial_u, serial_v, i);
      for (std::int64_t i = 0; i < k_points; ++i) serial_u[i] = serial_v[i] % 1001;
    }
    EXPECT_EQ(u, serial_u);
    EXPECT_EQ(v, serial_v);
  }
}

TEST(Plan, measuring_fills_in_the_costs_that_are_printed) {
  Ring ring(8);
  heddle::plan plan({.workers = 2, .placement = heddle::placement::critical_path});
  ring.describe(plan);
  EXPECT_GT(plan.measure(), 0);
  const std::string json = plan.print(heddle::plan_format::json);
  EXPECT_NE(json.find("\"critical_path_ns\": "), std::string::npos);
  EXPECT_EQ(json.find("\"work_ns\": 16000,"), std::string::npos) << "still the guess of 1000 ns a task";
  EXPECT_NE(plan.print(heddle::plan_format::dot).find("n0 -> n8;"), std::string::npos);
  EXPECT_NE(plan.print().find("plan: 16 tasks, "), std::string::npos);
  plan.replay();
  Ring expected(8);
  expected.serially(4);
  EXPECT_EQ(ring.points, expected.points);
}

TEST(Plan, tasks_that_others_take_over_run_once_and_in_order) {
  for (const unsigned workers : {1u, 2u, 4u}) {
    Ring ring(24);
    Ring expected(24);
    heddle::plan plan({.workers = workers, .placement = heddle::placement::random, .rebalance = true});
    ring.describe(plan);
    for (int replay = 0; replay < 20; ++replay) plan.replay();
    plan.replay(30);
    expected.serially(2 * 50);
    EXPECT_EQ(ring.points, expected.points) << workers << " workers";
  }
}

TEST(Plan, a_balanced_plan_with_all_work_on_one_worker_keeps_its_result) {
  std::vector<long> sums(64);
  heddle::plan plan({.workers = 3, .rebalance = true});
  for (std::size_t task = 0; task < sums.size(); ++task) {
    plan.task(
        {.worker = 0},
        [&sums, task] {
          for (long i = 0; i < 20000; ++i) sums[task] += i % 7;
        },
        inout(sums[task]));
  }
  for (int replay = 0; replay < 10; ++replay) plan.replay(3);
  for (const long sum : sums) EXPECT_EQ(sum, sums[0]);
}

/// A ring as above, whose points say that they are 8 KiB each, more together than any worker's share of a cache is
/// taken for (64 MiB a lap, 8 MiB at most): laps then run in waves.
struct WideRing {
  static constexpr std::size_t k_width = 1024, k_bytes = 8192;
  std::vector<std::uint64_t> points = std::vector<std::uint64_t>(2 * k_width);
  std::unique_ptr<char[]> wide = std::make_unique_for_overwrite<char[]>(2 * k_width * k_bytes);  // never touched

  WideRing() { std::iota(points.begin(), points.end(), 1u); }
  std::size_t place(std::size_t step, std::size_t point) const { return step % 2 * k_width + point % k_width; }
  std::span<char> at(std::size_t step, std::size_t point) const {
    return {&wide[place(step, point) * k_bytes], k_bytes};
  }
  void advance(std::size_t step, std::size_t point) {
    const auto value = [&](std::size_t one) { return points[place(step, one)]; };
    points[place(step + 1, point)] = (value(point + k_width - 1) * 31 + value(point)) * 31 + value(point + 1);
  }
  void describe(heddle::plan& plan) {
    for (std::size_t step = 0; step < 2; ++step) {
      for (std::size_t point = 0; point < k_width; ++point) {
        plan.task([this, step, point] { advance(step, point); }, in(at(step, point + k_width - 1)), in(at(step, point)),
                  in(at(step, point + 1)), out(at(step + 1, point)));
      }
    }
  }
  void serially(std::size_t laps) {
    for (std::size_t step = 0; step < 2 * laps; ++step) {
      for (std::size_t point = 0; point < k_width; ++point) advance(step, point);
    }
  }
};

TEST(Plan, laps_over_wide_data_run_in_waves) {
  WideRing ring;
  heddle::plan plan({.workers = 1});
  std::size_t first = 0;
  bool last_of_first_lap_done = false, second_lap_began_before = false;
  plan.task([&] { second_lap_began_before |= ++first == 2 && !last_of_first_lap_done; }, inout(ring.points[0]));
  ring.describe(plan);
  plan.task([&] { last_of_first_lap_done = true; }, inout(ring.points[WideRing::k_width / 2]));
  plan.replay(2);
  EXPECT_TRUE(second_lap_began_before);
}

TEST(Plan, waves_of_laps_leave_what_laps_one_by_one_leave) {
  for (const unsigned workers : {1u, 2u, 3u}) {
    for (const bool rebalance : {false, true}) {
      WideRing ring;
      WideRing expected;
      heddle::plan plan({.workers = workers, .rebalance = rebalance});
      ring.describe(plan);
      // More different rests than there are reels kept for them, then the first ones again.
      for (const unsigned laps : {1u, 2u, 40u, 3u, 5u, 7u, 9u, 11u, 13u, 14u, 15u, 75u, 2u, 3u}) {
        plan.replay(laps);
        expected.serially(laps);
        ASSERT_EQ(ring.points, expected.points)
            << workers << " workers" << (rebalance ? ", balanced, " : ", ") << laps << " laps";
      }
    }
  }
}

TEST(Plan, recorded_anew_waves_of_laps_work_on_other_data) {
  WideRing left;
  WideRing right;
  WideRing expected;
  heddle::plan plan({.workers = 2});
  plan.record([&](heddle::plan& into) { left.describe(into); });
  plan.replay(50);
  plan.record([&](heddle::plan& into) { right.describe(into); });
  plan.replay(50);
  expected.serially(50);
  EXPECT_EQ(left.points, expected.points);
  EXPECT_EQ(right.points, expected.points);
}

class PlacementFile : public testing::Test {
 protected:
  std::string path = (std::filesystem::temp_directory_path() / ("heddle_plan_" + std::to_string(getpid()))).string();
  ~PlacementFile() override { std::remove(path.c_str()); }
  std::string text() const {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string refusal_of(heddle::plan& plan, const std::string& written) const {
    std::ofstream(path) << written;
    try {
      plan.read_placement(path);
    } catch (const heddle::plan_error& error) {
      EXPECT_EQ(error.code(), HEDDLE_PLAN_FILE);
      return error.what();
    }
    return "no refusal";
  }
};

TEST_F(PlacementFile, is_written_read_and_obeyed) {
  Ring ring(8);
  heddle::plan plan({.workers = 2});
  ring.describe(plan);
  plan.write_placement(path);
  plan.read_placement(path);
  plan.replay(5);
  Ring expected(8);
  expected.serially(10);
  EXPECT_EQ(ring.points, expected.points);
}

TEST_F(PlacementFile, damaged_or_of_another_version_or_graph_is_refused_and_the_plan_stays_usable) {
  Ring ring(8);
  heddle::plan plan({.workers = 2});
  ring.describe(plan);
  plan.write_placement(path);
  const std::string good = text();
  EXPECT_NE(refusal_of(plan, "nonsense").find("does not begin with"), std::string::npos);
  EXPECT_NE(refusal_of(plan, "heddle-placement 2\n").find("version 2"), std::string::npos);
  EXPECT_NE(refusal_of(plan, good.substr(0, good.size() - 4)).find("holds no worker"), std::string::npos);
  EXPECT_NE(refusal_of(plan, good + "1\n").find("something follows"), std::string::npos);
  heddle::plan other;
  other.task([] {});
  EXPECT_NE(refusal_of(other, good).find("another graph"), std::string::npos);
  heddle::plan wider({.workers = 3});
  ring.describe(wider);
  EXPECT_NE(refusal_of(wider, good).find("is for 2 workers, the plan would run on 3"), std::string::npos);
  EXPECT_EQ(refusal_of(plan, good), "no refusal");
  plan.replay();
  Ring expected(8);
  expected.serially(2);
  EXPECT_EQ(ring.points, expected.points);
}

TEST(Plan, a_body_that_is_none_is_refused_and_the_plan_goes_on) {
  heddle::plan plan;
  const std::function<void()> none;
  EXPECT_THROW(plan.task(none), heddle::null_body);
  EXPECT_THROW(plan.task({.name = "none"}, static_cast<void (*)()>(nullptr)), heddle::null_body);
  EXPECT_THROW(plan.loop({0, 4}, {.chunk = 2}, std::function<void(std::int64_t)>()), heddle::null_body);
  EXPECT_EQ(plan.tasks(), 0u);
  int count = 0;
  plan.task([&count] { ++count; });
  plan.replay();
  EXPECT_EQ(count, 1);
}

std::atomic<int> runs_of_a_function = 0;  // by any worker
void function() { ++runs_of_a_function; }

struct SaysNothingOfNull {
  void operator()() const { ++runs_of_a_function; }
  friend SaysNothingOfNull operator==(const SaysNothingOfNull& one, std::nullptr_t) { return one; }
};

TEST(Plan, a_body_may_be_a_function_or_have_a_comparison_of_its_own) {
  heddle::plan plan;
  plan.task(function);
  plan.task(SaysNothingOfNull{});
  plan.replay();
  EXPECT_EQ(runs_of_a_function.exchange(0), 2);
}

TEST(Plan, a_task_that_writes_bytes_twice_is_refused_by_name_and_the_plan_goes_on) {
  int cells[4] = {};
  const heddle_access whole{cells, sizeof cells, HEDDLE_OUT}, last{&cells[3], sizeof(int), HEDDLE_CONCURRENT};
  const heddle_access same[] = {whole, whole}, within[] = {last, whole};
  const heddle_access beside[] = {{cells, 3 * sizeof(int), HEDDLE_OUT}, last, {cells, sizeof cells, HEDDLE_IN}};
  heddle_plan* plan = nullptr;
  ASSERT_EQ(heddle_plan_create(nullptr, &plan), HEDDLE_OK);
  heddle_plan_task task = HEDDLE_PLAN_TASK;
  task.body = [](void* cell) { ++*static_cast<int*>(cell); };
  task.argument = cells;
  task.name = "twice";
  EXPECT_EQ(heddle_plan_add(plan, &task, same, 2, nullptr), HEDDLE_OVERLAP);
  EXPECT_EQ(heddle_plan_add(plan, &task, within, 2, nullptr), HEDDLE_OVERLAP);
  EXPECT_NE(std::string(heddle_plan_message(plan)).find("twice writes the same bytes"), std::string::npos);
  EXPECT_EQ(heddle_plan_add(plan, &task, beside, 3, nullptr), HEDDLE_OK);
  EXPECT_EQ(heddle_plan_replay(plan, 1), HEDDLE_OK);
  EXPECT_EQ(cells[0], 1);
  heddle_plan_destroy(plan);
}

TEST(PlanC, errors_are_codes) {
  EXPECT_EQ(heddle_plan_create(nullptr, nullptr), HEDDLE_NULL_BODY);
  heddle_plan* plan = nullptr;
  heddle_plan_options options = HEDDLE_PLAN_OPTIONS;
  options.placement = 99;
  EXPECT_EQ(heddle_plan_create(&options, &plan), HEDDLE_BAD_OPTION);
  ASSERT_EQ(heddle_plan_create(nullptr, &plan), HEDDLE_OK);
  heddle_plan_task task = HEDDLE_PLAN_TASK;
  EXPECT_EQ(heddle_plan_add(plan, &task, nullptr, 0, nullptr), HEDDLE_NULL_BODY);
  task.body = [](void* count) { ++*static_cast<int*>(count); };
  int count = 0;
  int other_count = 0;
  task.argument = &count;
  EXPECT_EQ(heddle_plan_add(plan, &task, nullptr, 0, nullptr), HEDDLE_OK);
  EXPECT_EQ(heddle_plan_precede(plan, 0, 1), HEDDLE_PLAN_NO_TASK);
  EXPECT_STRNE(heddle_plan_message(plan), "");
  EXPECT_EQ(heddle_plan_replay(plan, 2), HEDDLE_OK);
  EXPECT_EQ(heddle_plan_set_argument(plan, 0, &other_count), HEDDLE_OK);
  EXPECT_EQ(heddle_plan_replay(plan, 3), HEDDLE_OK);
  EXPECT_EQ(count, 2);
  EXPECT_EQ(other_count, 3);
  EXPECT_EQ(heddle_plan_print(plan, 77), nullptr);
  heddle_plan_destroy(plan);
}

TEST(Plan, ChunksOfALoopAreToldApart) {
  heddle::plan plan;
  std::vector<int> u(70), v(70);
  plan.loop(
      {0, 70}, {.chunk = 32, .name = "smooth"}, [&](std::int64_t i) { v[i] = u[i]; }, in_chunk(u, 1), out_chunk(v));
  plan.loop({0, 70}, {.chunk = 70}, [&](std::int64_t i) { u[i] = v[i]; }, in_chunk(v), out_chunk(u));
  const std::string text = plan.print();
  for (const char* name : {"smooth[0,32)", "smooth[32,64)", "smooth[64,70)"})
    EXPECT_NE(text.find(name), text.npos) << text;
  EXPECT_EQ(text.find("[0,70)"), text.npos) << text;  // without a name of its own it gets none
}

}  // namespace
