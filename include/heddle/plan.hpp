// heddle/plan.hpp: plans. A graph of tasks that is described once and replayed at almost no cost.
//
//     heddle::plan plan;
//     plan.task([&] { a = read(); }, out(a));
//     plan.task([&] { b = f(a); }, in(a), out(b));
//     for (int step = 0; step < steps; ++step) plan.replay();
//
// The page is docs/plans.md. A plan belongs to one thread at a time. What a task throws comes out of replay(), once;
// tasks that have not begun by then are left out.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "access.hpp"
#include "detail/access_list.hpp"
#include "detail/check_body.hpp"
#include "detail/plan_closures.hpp"
#include "errors.hpp"
#include "plan.h"
#include "plan_branch.hpp"
#include "plan_loop.hpp"

namespace heddle {

/// A plan that cannot be made or replayed as asked; code() is one of heddle/error.h.
class plan_error : public error {
  using error::error;
};
/// record() was called again, and its block described other tasks or dependences. The plan is as it was.
class changed_shape : public plan_error {
  using plan_error::plan_error;
};

/// Which worker runs a task.
enum class placement : std::uint32_t {
  locality = HEDDLE_PLAN_LOCALITY,
  critical_path = HEDDLE_PLAN_CRITICAL_PATH,
  round_robin = HEDDLE_PLAN_ROUND_ROBIN,
  random = HEDDLE_PLAN_RANDOM
};
/// Where workers run.
enum class cores : std::uint32_t {
  none = HEDDLE_PLAN_CORES_NONE,
  compact = HEDDLE_PLAN_CORES_COMPACT,
  scatter = HEDDLE_PLAN_CORES_SCATTER,
  hybrid = HEDDLE_PLAN_CORES_HYBRID
};
/// How print() writes.
enum class plan_format : std::uint32_t { text = HEDDLE_PLAN_TEXT, dot = HEDDLE_PLAN_DOT, json = HEDDLE_PLAN_JSON };

/// What may be asked of a plan.
struct plan_options {
  unsigned workers = 0;                                       ///< 0: as many as an OpenMP region would get
  heddle::placement placement = heddle::placement::locality;  ///< which worker runs a task
  heddle::cores cores = heddle::cores::none;                  ///< where workers run
  bool ranges = false;  ///< accesses meet when their bytes overlap; spans and loops need it, and see to it themselves
  bool rebalance = false;  ///< workers take over tasks that others are late with; the plan learns where they ran
  std::uint64_t seed = 1;  ///< of placement::random
};

/// What may be said of a task.
struct task_options {
  const char* name = nullptr;                ///< for messages and print()
  std::uint32_t worker = HEDDLE_ANY_WORKER;  ///< who has to run it, modulo the number of workers
  double cost_ns = 0;                        ///< what it is thought to take; 0: unknown
};

namespace detail {
struct plan_deleter {
  void operator()(heddle_plan* plan) const noexcept { heddle_plan_destroy(plan); }
};
}  // namespace detail

/// A graph of tasks that is described once and replayed.
class plan {
 public:
  /// Throws bad_option.
  explicit plan(const plan_options& options = {}) : options_(options), outcome_(new detail::plan_outcome) {
    handle_ = make(options);
  }

  /// The next task: body(), and what it accesses. The body is copied, and run once in each lap. Spans make accesses of
  /// this plan ranges: they then meet where their bytes overlap; the first span comes before any replay. Throws
  /// null_body where there is none.
  template <class Body, std::same_as<access>... Accesses>
    requires std::invocable<std::decay_t<Body>&>
  plan_task task(Body&& body, Accesses... accesses) {
    return task(task_options{}, std::forward<Body>(body), accesses...);
  }
  /// A task with options.
  template <class Body, std::same_as<access>... Accesses>
    requires std::invocable<std::decay_t<Body>&>
  plan_task task(const task_options& options, Body&& body, Accesses... accesses) {
    detail::check_body(body);
    use_ranges_of(accesses...);
    return add(options, std::forward<Body>(body), detail::access_list(accesses...));
  }
  /// The same with a list of accesses that is made at run time, and accesses besides.
  template <class Body, std::same_as<access>... Accesses>
    requires std::invocable<std::decay_t<Body>&>
  plan_task task(Body&& body, std::span<const access> list, Accesses... others) {
    return task(task_options{}, std::forward<Body>(body), list, others...);
  }
  /// The same with options.
  template <class Body, std::same_as<access>... Accesses>
    requires std::invocable<std::decay_t<Body>&>
  plan_task task(const task_options& options, Body&& body, std::span<const access> list, Accesses... others) {
    detail::check_body(body);
    use_ranges_of(list, others...);
    return add(options, std::forward<Body>(body), detail::access_list(list, others...));
  }

  /// A loop as one task per chunk: body(i), or body(first, last). `uses` are in_chunk(), out_chunk() and so on, or
  /// accesses that every chunk has. Chunks of different loops wait for each other where what they use overlaps.
  template <class Body, class... Uses>
  void loop(const plan_iterations& iterations, const plan_loop_options& options, const Body& body,
            const Uses&... uses) {
    detail::check_body(body);
    if (options.chunk < 1) throw bad_option("the chunk of a plan's loop is " + std::to_string(options.chunk));
    const auto [first, last] = iterations;
    const std::int64_t chunks = last <= first ? 0 : (last - first - 1) / options.chunk + 1;
    if (chunks != 0 && (detail::access_in(uses, first, last).is_range || ...)) use_ranges();
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
      const std::int64_t low = first + chunk * options.chunk;
      const std::int64_t high = last - low > options.chunk ? low + options.chunk : last;
      const std::string name = options.name == nullptr
                                   ? std::string()
                                   : options.name + ('[' + std::to_string(low)) + ',' + std::to_string(high) + ')';
      task_options one{.name = options.name == nullptr ? nullptr : name.c_str()};
      if (options.workers != 0) {
        one.worker = options.first_worker + static_cast<std::uint32_t>(chunk * options.workers / chunks);
      }
      const std::array<heddle_access, sizeof...(Uses)> list{detail::access_in(uses, low, high).data...};
      add(one, [body, low, high]() mutable { run_chunk(body, low, high); }, list);
    }
  }

  /// A branch: the next task, which calls choose() once in each lap and keeps the bool, integer or enum that it gives.
  /// It orders itself by its accesses like any task; its choice goes to what when() describes.
  template <class Choose, class... Uses>
    requires std::invocable<std::decay_t<Choose>&> && detail::accesses_or_list<Uses...>
  plan_branch branch(Choose&& choose, const Uses&... uses) {
    return branch(task_options{}, std::forward<Choose>(choose), uses...);
  }
  /// The same with options.
  template <class Choose, class... Uses>
    requires std::invocable<std::decay_t<Choose>&> && detail::accesses_or_list<Uses...>
  plan_branch branch(const task_options& options, Choose&& choose, const Uses&... uses) {
    using chosen = std::decay_t<std::invoke_result_t<std::decay_t<Choose>&>>;
    constexpr bool k_tells_ways_apart = detail::plan_choice<chosen>;
    static_assert(k_tells_ways_apart, "a plan's branch gives a bool, an integer or an enum: which way to take");
    detail::check_body(choose);
    const auto index = static_cast<std::uint32_t>(ways_.size());
    detail::plan_way* way = closures_.make<detail::plan_way>();
    way->outer = guard_;
    way->holds = holds_;
    way->name = options.name != nullptr ? options.name : "branch " + std::to_string(index);
    const auto written = detail::access_list(uses...);
    std::vector<heddle_access> all(written.data(), written.data() + written.size());
    all.push_back(out(*way).data);
    guard_.read_by(all);
    use_ranges_of(uses...);
    if (ways_.size() == ways_.capacity()) ways_.reserve(2 * ways_.size() + 8);
    const plan_task chooses =
        add_bare(options, detail::plan_chooser<std::decay_t<Choose>>{way, std::forward<Choose>(choose)}, all);
    ways_.push_back(way);  // has room: branches that were refused are not counted
    return {chooses, index, &outcome()};
  }

  /// Runs block(), which describes tasks of this plan as ever: they run in those laps only in which `branch` has chosen
  /// `way`, and after it. Loops and further branches may be among them. Inside another when() both must go. Throws
  /// plan_error where the branch is another plan's.
  template <detail::plan_choice Choice, std::invocable Block>
  void when(const plan_branch& branch, Choice way, Block&& block) {
    detail::plan_way& chosen = way_of(branch);
    detail::plan_guard inner{&chosen, static_cast<std::int64_t>(way)};
    std::vector<detail::plan_guard> holds = chosen.holds;
    holds.push_back(inner);
    for (const detail::plan_guard* one = guard_.way != nullptr ? &guard_ : nullptr; one != nullptr; one = one->also) {
      if (one->among(holds)) continue;  // the branch lies there itself, so it is not reached elsewhere
      inner.also = closures_.template make<detail::plan_guard>(one->way, one->wanted, inner.also);
    }
    for (const detail::plan_guard& one : holds_) {
      if (!one.among(holds)) holds.push_back(one);
    }
    struct Restored {
      plan& described;
      const detail::plan_guard guard;
      std::vector<detail::plan_guard> holds;
      ~Restored() {
        described.guard_ = guard;
        described.holds_.swap(holds);
      }
    } const restored{*this, std::exchange(guard_, inner), std::exchange(holds_, std::move(holds))};
    std::invoke(std::forward<Block>(block));
  }

  /// Laps until `branch` gives 0 or false, in which lap it is asked for the last time; `most` laps at most. What lies
  /// on its ways runs as it says; other tasks run once more in that last lap. @returns in how many laps it gave
  /// something else. Throws plan_error where the branch lies on a way itself, or is another plan's.
  std::uint64_t replay_while(const plan_branch& branch, std::uint64_t most = UINT64_MAX) {
    detail::plan_way& way = way_of(branch);
    if (way.outer.way != nullptr) {
      throw plan_error(HEDDLE_BAD_OPTION, "heddle: the branch '" + way.name +
                                              "' lies on a way of another, so laps may pass that do not ask it; "
                                              "give replay_while() a branch outside of when()");
    }
    const detail::plan_way_ends ending(way);
    const bool alone = way.tasks + 1 == tasks();  // all others lie on its ways, so that laps behind the last do nothing
    std::uint64_t begun = 0;
    for (unsigned laps = 1; begun < most && !way.over; laps = alone ? std::min(2 * laps, 16u) : 1) {
      laps = static_cast<unsigned>(std::min<std::uint64_t>(laps, most - begun));
      replay(laps);
      begun += laps;
    }
    return way.laps;
  }

  /// `before` is over before `after` begins, whatever they access.
  void precede(plan_task before, plan_task after) {
    check(heddle_plan_precede(handle_.get(), before.number, after.number));
  }

  /// Runs block(*this), which describes the tasks. Once more, later: what the tasks do and what they work on becomes
  /// what the block now says, provided that tasks and dependences are the same; else throws changed_shape, and nothing
  /// has changed.
  template <class Block>
  void record(Block&& block) {
    if (tasks() == 0) {
      std::invoke(std::forward<Block>(block), *this);
      return;
    }
    plan anew(options_, *outcome_);
    std::invoke(std::forward<Block>(block), anew);
    check(heddle_plan_take_arguments(handle_.get(), anew.handle_.get()));
    closures_ = std::move(anew.closures_);
    ways_ = std::move(anew.ways_);
  }

  /// Runs all tasks, `laps` times, and waits for them. Between laps there is no barrier: a task waits only for those
  /// that it would wait for if all laps had been written out one behind the other.
  void replay(unsigned laps = 1) {
    check(heddle_plan_replay(handle_.get(), laps));
    rethrow();
  }

  /// replay(), with a look at the clock around each task: print() and placement::critical_path know the costs from now
  /// on. @returns what the whole replay took, in ns
  double measure() {
    double ns = 0;
    check(heddle_plan_measure(handle_.get(), &ns));
    rethrow();
    return ns;
  }

  /// The plan as it is replayed: tasks, dependences, workers, critical path, predicted time.
  std::string print(plan_format format = plan_format::text) const {
    const std::unique_ptr<char, decltype(&std::free)> text(
        heddle_plan_print(handle_.get(), static_cast<std::uint32_t>(format)), &std::free);
    if (text == nullptr) throw plan_error(HEDDLE_PLAN_CIRCLE, heddle_plan_message(handle_.get()));
    return text.get();
  }
  /// Writes which worker runs each task, for a tuner to change.
  void write_placement(const std::string& path) const {
    check(heddle_plan_write_placement(handle_.get(), path.c_str()));
  }
  /// Takes such a file. Throws plan_error where it is damaged, of another version or for another graph.
  void read_placement(const std::string& path) { check(heddle_plan_read_placement(handle_.get(), path.c_str())); }

  /// How many.
  std::uint32_t tasks() const noexcept { return heddle_plan_tasks(handle_.get()); }

 private:
  plan(const plan_options& options, detail::plan_outcome& shared) : options_(options), shared_(&shared) {
    handle_ = make(options);
  }

  using handle = std::unique_ptr<heddle_plan, detail::plan_deleter>;
  static handle make(const plan_options& options) {
    heddle_plan_options plain = HEDDLE_PLAN_OPTIONS;
    plain.workers = options.workers;
    plain.placement = static_cast<std::uint32_t>(options.placement);
    plain.cores = static_cast<std::uint32_t>(options.cores);
    plain.ranges = options.ranges ? 1 : 0;
    plain.rebalance = options.rebalance ? 1 : 0;
    plain.seed = options.seed;
    heddle_plan* made = nullptr;
    const int code = heddle_plan_create(&plain, &made);
    if (code == HEDDLE_NO_MEMORY) throw std::bad_alloc();
    if (code != HEDDLE_OK) throw plan_error(code, std::string("heddle: ") + heddle_error_string(code));
    return handle(made);
  }

  template <class Body>
  static void run_chunk(Body& body, std::int64_t low, std::int64_t high) {
    if constexpr (std::invocable<Body&, std::int64_t, std::int64_t>) {
      std::invoke(body, low, high);
    } else {
      for (std::int64_t i = low; i < high; ++i) std::invoke(body, i);
    }
  }

  detail::plan_outcome& outcome() const noexcept { return shared_ != nullptr ? *shared_ : *outcome_; }

  detail::plan_way& way_of(const plan_branch& branch) const {
    if (branch.plan_ == &outcome() && branch.way_ < ways_.size()) return *ways_[branch.way_];
    throw plan_error(HEDDLE_PLAN_NO_TASK, "heddle: the branch " + std::to_string(branch.way_) +
                                              " is not one of this plan; "
                                              "use what this plan's branch() has given");
  }

  /// A task, on the way that when() describes if it does.
  template <class Body, class List>
  plan_task add(const task_options& options, Body&& body, const List& accesses) {
    if (guard_.way == nullptr) return add_bare(options, std::forward<Body>(body), accesses);
    std::vector<heddle_access> all(accesses.data(), accesses.data() + accesses.size());
    guard_.read_by(all);
    task_options named = options;
    const std::string name = options.name != nullptr ? guard_.name_of(options.name) : std::string();
    if (options.name != nullptr) named.name = name.c_str();
    return add_bare(named, detail::plan_guarded<std::decay_t<Body>>{guard_, std::forward<Body>(body)}, all);
  }

  template <class Body, class List>
  plan_task add_bare(const task_options& options, Body&& body, const List& accesses) {
    using Closure = detail::plan_closure<std::decay_t<Body>>;
    heddle_plan_task added = HEDDLE_PLAN_TASK;
    added.body = &Closure::run;
    added.argument = closures_.make<Closure>(outcome(), std::forward<Body>(body));
    added.name = options.name;
    added.worker = options.worker;
    added.cost_ns = options.cost_ns;
    plan_task result{};
    check(heddle_plan_add(handle_.get(), &added, accesses.data(), accesses.size(), &result.number));
    detail::count_on_ways(holds_);
    return result;
  }

  static bool names_range(const access& one) noexcept { return one.is_range; }
  static bool names_range(std::span<const access> list) noexcept {
    return std::any_of(list.begin(), list.end(), [](const access& one) { return one.is_range; });
  }
  template <class... Uses>
  void use_ranges_of(const Uses&... uses) {
    if ((names_range(uses) || ...)) use_ranges();
  }
  void use_ranges() {
    if (ranges_) return;
    check(heddle_plan_use_ranges(handle_.get()));
    ranges_ = true;
  }

  void check(int code) const {
    if (code == HEDDLE_OK) return;
    if (code == HEDDLE_NO_MEMORY) throw std::bad_alloc();
    if (code == HEDDLE_PLAN_BUSY) throw plan_error(code, std::string("heddle: ") + heddle_error_string(code));
    const std::string sentence = heddle_plan_message(handle_.get());
    if (code == HEDDLE_PLAN_SHAPE) throw changed_shape(code, sentence);
    throw plan_error(code, sentence.empty() ? heddle_error_string(code) : sentence);
  }
  void rethrow() {
    // order: relaxed — the replay is over, and with it everybody who writes it.
    if (!outcome_->failed.load(std::memory_order_relaxed)) return;
    // order: relaxed (both) — as above.
    outcome_->failed.store(false, std::memory_order_relaxed);
    outcome_->kept.store(false, std::memory_order_relaxed);
    std::rethrow_exception(std::exchange(outcome_->exception, nullptr));
  }

  plan_options options_;
  std::unique_ptr<detail::plan_outcome> outcome_;  // null in a recording that another plan takes over
  detail::plan_outcome* shared_ = nullptr;
  bool ranges_ = false;
  detail::plan_closures closures_;
  std::vector<detail::plan_way*> ways_;    // of its branches; they lie among the closures
  detail::plan_guard guard_;               // what when() asks for that describes now
  std::vector<detail::plan_guard> holds_;  // whenever it goes
  handle handle_;
};

}  // namespace heddle
