// Plan: a description, what has been made of it for so many workers, and how it is run.
//
// Filled by one thread; frozen by the first replay or by freeze(). Whatever a number of workers needs (placement, tape,
// switches) is made when it is first replayed on so many, and kept. One replay at a time: begin() says when another
// runs.
#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "plan/placement.hpp"
#include "plan/placement_file.hpp"
#include "plan/prediction.hpp"
#include "plan/reduce.hpp"
#include "plan/replay.hpp"
#include "plan/unroll.hpp"

namespace heddle::plans {

template <class P>
class Plan {
 public:
  Plan(const Placing& placing, Balance balance) noexcept : placing_(placing), balance_(balance) {}

  Description& description() noexcept { return description_; }
  const Description& description() const noexcept { return description_; }
  const Placing& placing() const noexcept { return placing_; }
  bool frozen() const noexcept { return graph_.has_value(); }
  const Graph& graph() const noexcept { return *graph_; }

  /// From now on no task can be added. @returns why it cannot be done, if it cannot
  std::optional<base::Error> freeze() {
    if (frozen()) return std::nullopt;
    base::Result<Graph> linked = link(description_, Laps::one, &ground_);
    if (!linked) return linked.error();
    graph_ = std::move(linked).value();
    reduce(*graph_);
    return std::nullopt;
  }

  /// Claims the plan for one replay; false: another one runs. end() gives it back.
  bool begin() noexcept {
    // order: acquire — pairs with end(): switches and epochs of the last replay.
    return !busy_.exchange(true, std::memory_order_acquire);
  }
  void end() noexcept {
    // order: release — pairs with begin().
    busy_.store(false, std::memory_order_release);
  }

  /// What a replay of a frozen plan on so many workers needs. Inside begin() and end().
  ReplayState<P>& reel(std::uint32_t workers, Laps laps) {
    return reel(Form{workers, workers == 1 ? Laps::one : laps, 1});
  }
  /// The same for several laps written out as one, as many as laps_of_a_wave() says.
  ReplayState<P>& reel_of_laps(std::uint32_t workers, std::uint32_t laps) {
    const Form form{workers, Laps::many, laps};
    std::erase(waves_, form);
    waves_.push_back(form);
    if (waves_.size() > k_most_waves) {
      reels_.erase(waves_.front());
      waves_.erase(waves_.begin());
    }
    return reel(form);
  }

  /// How many laps replays had better go through together at most, where that matters: while data are in a cache of so
  /// many bytes.
  std::uint32_t laps_of_a_wave(std::uint32_t workers, std::uint64_t cache_bytes) {
    if (wave_workers_ != workers) {
      wave_workers_ = workers;
      wave_laps_ = plans::laps_of_a_wave(*graph_, description_, workers, cache_bytes);
    }
    return wave_laps_;
  }

  Placement placement(std::uint32_t workers, Laps laps) { return placement(graph_for(laps), workers, {}); }

  /// Places tasks as told from now on, wherever so many workers replay.
  void place_tasks(std::vector<std::uint32_t> worker_of_task, std::uint32_t workers) {
    worker_of_task_ = std::move(worker_of_task);
    placed_workers_ = workers;
    reels_.clear();
  }
  /// Costs of tasks have changed: places anew.
  void place_again() { reels_.clear(); }

  /// After a replay in which workers took over many of each other's tasks: from now on tasks are placed where they ran.
  /// Gives up the reel if so. Ever more seldom: where cores are slow in turn, each replay says something else, and to
  /// place anew is lost.
  void learn_from(const ReplayState<P>& reel) {
    if (!reel.claims.has_value() || ++replays_since_lesson_ < replays_between_lessons_) return;
    constexpr std::uint32_t k_worth_it = 64;  // one task in so many: placing anew costs about 0.3 µs a task
    std::uint32_t moved = 0;
    std::vector<std::uint32_t> worker_of_task(description_.size());
    for (TaskIndex task = 0; task < description_.size(); ++task) {
      const std::uint32_t step = reel.tape.step_of[task];
      worker_of_task[task] = reel.claims->worker_of(step);
      moved += worker_of_task[task] != reel.tape.lane_of(step) ? 1 : 0;
    }
    if (moved == 0 || moved * k_worth_it < description_.size()) return;
    place_tasks(std::move(worker_of_task), reel.tape.lanes());
    replays_since_lesson_ = 0;
    replays_between_lessons_ *= 2;
  }

  /// Bodies and arguments of another description with the same bodies and dependences. @returns false, and changes
  /// nothing, when its shape is another one. Both are frozen.
  bool take_arguments(Plan& other) {
    if (!same_shape(other)) return false;
    for (TaskIndex task = 0; task < description_.size(); ++task) {
      other.description_.set_cost(task, description_.task(task).cost_ns);
      other.description_.pin(task, description_.task(task).worker);
    }
    std::swap(description_, other.description_);
    if (many_.has_value()) {
      const Graph before = std::move(*std::exchange(many_, std::nullopt));
      const Graph& now = graph_for(Laps::many);
      if (now.before != before.before || now.before_in_last_lap != before.before_in_last_lap) {
        std::erase_if(reels_, [](const auto& entry) { return entry.first.laps == Laps::many; });
      }
    }
    update_arguments();
    return true;
  }
  void set_argument(TaskIndex task, void* argument) {
    description_.set_argument(task, argument);
    for (auto& [form, reel] : reels_) plans::set_argument(reel->tape, task, argument);
  }
  void update_arguments() {
    for (auto& [form, reel] : reels_) plans::update_arguments(reel->tape, description_);
  }

  /// As it would be replayed on so many workers, once.
  Prediction predict(std::uint32_t workers) {
    return plans::predict(*graph_, description_, placement(workers, Laps::one), placing_.transfer_ns);
  }

 private:
  /// Reels of waves that are kept: programs replay by one number of laps, or a few, each with a rest of its own.
  static constexpr std::size_t k_most_waves = 8;

  /// For whom, and for what, a reel is.
  struct Form {
    std::uint32_t workers;
    Laps laps;
    std::uint32_t written_out;
    friend auto operator<=>(const Form&, const Form&) = default;
  };

  ReplayState<P>& reel(const Form& form) {
    auto& slot = reels_[form];
    if (slot == nullptr) slot = form.written_out == 1 ? make_reel(form) : make_reel_of_laps(form);
    return *slot;
  }
  std::unique_ptr<ReplayState<P>> make_reel(const Form& form) {
    Arena scratch;
    const Graph& graph = graph_for(form.laps);
    return compiled(graph, placement(graph, form.workers, &scratch));
  }
  /// Each task runs where it does when laps are walked one by one.
  std::unique_ptr<ReplayState<P>> make_reel_of_laps(const Form& form) {
    Arena scratch;
    const Graph& lap = graph_for(Laps::many);
    const PlacedTasks placed = placed_tasks(lap, placement(lap, form.workers, &scratch));
    const Graph graph = unrolled(lap, form.written_out);
    Placing placing = placing_;
    placing.workers = form.workers;
    placing.where = &scratch;
    return compiled(graph, place_as(graph, description_, placed.worker_of_task, placing));
  }
  std::unique_ptr<ReplayState<P>> compiled(const Graph& graph, const Placement& placement) {
    auto ground = std::make_unique<Arena>();
    PlacedGraph tape = compile(graph, description_, placement, {Spacing::own_lines, ground.get()});
    return std::make_unique<ReplayState<P>>(std::move(tape), balance_, std::move(ground));
  }
  Placement placement(const Graph& graph, std::uint32_t workers, InArena<std::uint32_t> where) {
    Placing placing = placing_;
    placing.workers = workers;
    placing.where = where;
    if (worker_of_task_.size() == description_.size() && workers == placed_workers_) {
      return place_as(graph, description_, worker_of_task_, placing);
    }
    return place(graph, description_, placing);
  }

  const Graph& graph_for(Laps laps) {
    if (laps == Laps::one) return *graph_;
    if (!many_.has_value()) {
      many_ = link(description_, Laps::many).value();  // it could be linked for one lap; rare enough for the heap
      reduce(*many_);
    }
    return *many_;
  }

  bool same_shape(const Plan& other) const {
    if (description_.size() != other.description_.size()) return false;
    for (TaskIndex task = 0; task < description_.size(); ++task) {
      if (description_.task(task).body != other.description_.task(task).body) return false;
    }
    return graph_->task_of == other.graph_->task_of && graph_->before == other.graph_->before;
  }

  Description description_;
  const Placing placing_;
  const Balance balance_;
  Arena ground_;  // of the graph
  std::optional<Graph> graph_;
  std::optional<Graph> many_;  // for laps without a barrier, when it is first needed
  std::map<Form, std::unique_ptr<ReplayState<P>>> reels_;
  std::vector<Form> waves_;         // whose reels may be there, the one used last at the end
  std::uint32_t wave_workers_ = 0;  // for whom wave_laps_ has been found; 0: nobody
  std::uint32_t wave_laps_ = 1;
  std::vector<std::uint32_t> worker_of_task_;  // told from outside; empty: nothing told
  std::uint32_t placed_workers_ = 0;
  std::uint64_t replays_since_lesson_ = 0;
  std::uint64_t replays_between_lessons_ = 1;
  typename P::template atomic<bool> busy_{false};
};

/// Times every task of a tape while it lives: between making it and its end, a replay of the tape says in the
/// description's costs what each task took, at the least of all laps.
template <class P>
class Stopwatch {
 public:
  Stopwatch(PlacedGraph& tape, Description& description)
      : tape_(tape), description_(description), timed_(description.size()) {
    for (TaskIndex task = 0; task < description.size(); ++task) {
      Step& step = tape.steps[tape.step_of[task]];
      timed_[task] = {step.body, step.argument, UINT64_MAX};
      step.body = &run;
      step.argument = &timed_[task];
    }
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    for (TaskIndex task = 0; task < description_.size(); ++task) {
      if (timed_[task].ns != UINT64_MAX) description_.set_cost(task, static_cast<float>(timed_[task].ns));
    }
    update_arguments(tape_, description_);
  }

 private:
  struct TimedBody {
    Body body;
    void* argument;
    std::uint64_t ns;
  };
  static void run(void* argument) {
    TimedBody& timed = *static_cast<TimedBody*>(argument);
    const std::uint64_t start = P::now_ns();
    timed.body(timed.argument);
    const std::uint64_t ns = P::now_ns() - start + 1;
    if (ns < timed.ns) timed.ns = ns;
  }

  PlacedGraph& tape_;
  Description& description_;
  std::vector<TimedBody> timed_;
};

}  // namespace heddle::plans
