// Runs a random program on regions under the rules, in a drawn order of messages and steps.
#pragma once

#include "tests/model/regions_world.hpp"

namespace heddle::model {

enum class Links : std::uint8_t { in_order, out_of_order };

template <class Which>
class RegionsRun {
 public:
  using P = platform::Threads;
  using Task = dependence::RegionTask<P>;
  using Routes = dependence::Routes<P>;

  RegionsRun(const Program& program, const Shape& shape, std::uint64_t seed, Links links)
      : program_(program), dice_(seed ^ 0xABCDEF), links_(links), scopes_(program.up.size()) {
    std::uint32_t first = 0;
    parents_.push_back(0);
    for (std::size_t level = 0; level + 1 < shape.widths.size(); ++level) {
      for (std::uint32_t at = 0; at < shape.widths[level + 1]; ++at)
        parents_.push_back(static_cast<std::uint16_t>(parent_of(shape, level, first, at)));
      first += shape.widths[level];
    }
    for (std::size_t at = 0; at < scopes_.size(); ++at) {
      scopes_[at].node = program.node[at];
      scopes_[at].is_region = program.is_region[at];
      if (program.up[at] < 0) continue;
      scopes_[at].up = &scopes_[static_cast<std::size_t>(program.up[at])];
      scopes_[at].depth = scopes_[at].up->depth + 1;
    }
    outcome_.values.resize(program.up.size());
    outcome_.seen.resize(program.bodies.size());
  }
  RegionsRun(const RegionsRun&) = delete;
  RegionsRun& operator=(const RegionsRun&) = delete;
  ~RegionsRun() {
    for (const auto& work : works_) Routes::forget(work->task);
  }

  Outcome run() {
    Work& main = make(0, nullptr);
    main.task.is_main = true;
    main.task.root = &scopes_[0];
    running_.push_back(&main);
    workers_ = 1 + dice_.below(4);
    for (;;) {
      const bool can_deliver = under_way_ != 0;
      const bool can_start = !ready_.empty() && awake() < workers_;
      const std::uint32_t awake_now = awake();
      const std::uint32_t choices = 4 * can_deliver + 2 * can_start + 2 * (awake_now != 0);
      if (choices == 0) break;
      std::uint32_t drawn = dice_.below(choices);
      if (can_deliver && drawn < 4) {
        deliver();
      } else if (can_start && (drawn -= 4 * can_deliver) < 2) {
        start();
      } else {
        advance();
      }
    }
    outcome_.stuck = !running_.empty() || finished_ != program_.bodies.size();
    return outcome_;
  }

  // -- for the rules
  void send(std::uint32_t node, NodeMessage& message) { put(here_, node, message); }
  void report(OrderScope& up, const std::uint32_t (&counts)[2]) {
    auto report = std::make_unique<Report>();
    report->carries = Carries::report;
    report->up = &up;
    report->counts[0] = counts[0];
    report->counts[1] = counts[1];
    put(here_, up.node, *report);
    reports_.push_back(std::move(report));
  }
  void granted(QueueEntry& entry) {
    Work& work = Work::of(*static_cast<Task*>(entry.task));
    if (work.task.pending.fetch_sub(1) != 1) return;
    if (Which::k_ends_at_once && ends_at_once(work)) return;
    if (!work.task.waits) {
      ready_.push_back(&work);
    } else {
      work.waiter->waiting = false;
      work.task.carries = Carries::end;
      put(k_from_task + work.waiter->number, work.task.home, work.task);
    }
  }

 private:
  struct Work;
  // The seeded bug: waits, and tasks that neither spawn nor wait, run and end inside the grant.
  bool ends_at_once(Work& work) {
    const std::vector<Step>& steps = program_.bodies[work.number].steps;
    for (const Step& step : steps)
      if (!work.task.waits && (step.what == Step::spawn || step.what == Step::wait)) return false;
    for (std::uint32_t at = 0; at < work.task.entry_count; ++at)
      if (work.task.entries[at].target->node != here_) return false;
    if (work.task.waits) {
      work.waiter->waiting = false;
    } else {
      for (const Step& step : steps) touch(step, work.number, outcome_);
      ++finished_;
    }
    for (std::uint32_t at = 0; at < work.task.entry_count; ++at) rules_.leave(work.task.entries[at]);
    return true;
  }

  struct Work {
    Task task;
    std::vector<QueueEntry> entries;
    std::uint32_t number = 0;
    std::size_t at = 0;
    bool waiting = false;
    Work* waiter = nullptr;
    static Work& of(Task& task) { return reinterpret_cast<Work&>(task); }
  };
  struct Report : NodeMessage {
    OrderScope* up = nullptr;
    std::uint32_t counts[2]{};
  };
  static constexpr std::uint32_t k_from_task = 1000;  // links of tasks, behind those of nodes

  static std::uint32_t parent_of(const Shape& shape, std::size_t level, std::uint32_t first, std::uint32_t child) {
    const std::uint32_t width = shape.widths[level];
    const std::uint32_t below = shape.widths[level + 1];
    for (std::uint32_t at = 0; at < width; ++at)
      if (child < (at + 1) * below / width) return first + at;
    return first;
  }

  void put(std::uint32_t from, std::uint32_t to, NodeMessage& message) {
    inboxes_[{from, to}].push_back(&message);
    ++under_way_;
  }

  Work& make(std::uint32_t number, Work* parent) {
    works_.push_back(std::make_unique<Work>());
    Work& work = *works_.back();
    work.number = number;
    if (parent == nullptr) return work;
    work.task.parent = &parent->task;
    work.task.root = &scopes_[0];
    return work;
  }
  void hand_over(Work& work, const std::vector<Argument>& arguments, Work& parent) {
    work.entries.resize(arguments.size());
    work.task.entries = work.entries.data();
    work.task.entry_count = static_cast<std::uint32_t>(arguments.size());
    for (std::size_t at = 0; at < arguments.size(); ++at) {
      work.entries[at].target = &scopes_[arguments[at].scope];
      work.entries[at].mode = arguments[at].writes ? EntryMode::write : EntryMode::read;
      work.entries[at].task = &work.task;
    }
    (void)Routes::merge(work.task);
    for (std::uint32_t at = 0; at < work.task.entry_count; ++at) (void)Routes::find(work.task, work.entries[at]);
    work.task.pending.store(static_cast<std::int32_t>(work.task.entry_count));
    work.task.home = home_of(work.task);
    work.task.carries = Carries::task;
    put(k_from_task + parent.number, parent.task.home, work.task);
  }
  std::uint16_t child_above(std::uint16_t home, std::uint16_t node) const {
    if (node == home) return home;
    while (parents_[node] != home) {
      if (node == 0) return home;
      node = parents_[node];
    }
    return node;
  }
  std::uint16_t home_of(const Task& task) const {
    std::uint16_t home = task.parent->home;
    for (;;) {
      const std::uint16_t child = child_above(home, task.entries[0].target->node);
      if (child == home) return home;
      for (std::uint32_t at = 1; at < task.entry_count; ++at)
        if (child_above(home, task.entries[at].target->node) != child) return home;
      home = child;
    }
  }

  std::uint32_t awake() const {
    std::uint32_t count = 0;
    for (const Work* work : running_) count += work->waiting ? 0 : 1;
    return count;
  }
  void start() {
    const std::size_t at = dice_.below(static_cast<std::uint32_t>(ready_.size()));
    running_.push_back(ready_[at]);
    ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void advance() {
    std::uint32_t which = dice_.below(awake());
    std::size_t at = 0;
    for (;; ++at)
      if (!running_[at]->waiting && which-- == 0) break;
    Work& work = *running_[at];
    const std::vector<Step>& steps = program_.bodies[work.number].steps;
    if (work.at == steps.size()) {
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(at));
      ++finished_;
      if (work.task.is_main) return;
      work.task.carries = Carries::end;
      // Behind what it has spawned, as both come from its worker.
      put(k_from_task + work.number, work.task.home, work.task);
      return;
    }
    const Step& step = steps[work.at++];
    if (step.what == Step::spawn) {
      hand_over(make(step.child, &work), program_.bodies[step.child].arguments, work);
    } else if (step.what == Step::wait) {
      Work& wait = make(0, &work);
      wait.task.waits = true;
      wait.waiter = &work;
      work.waiting = true;
      hand_over(wait, step.arguments, work);
    } else {
      touch(step, work.number, outcome_);
    }
  }

  void deliver() {
    std::uint32_t links = 0;
    for (const auto& [link, inbox] : inboxes_) links += inbox.empty() ? 0 : 1;
    std::uint32_t which = dice_.below(links);
    for (auto& [link, inbox] : inboxes_) {
      if (inbox.empty() || which-- != 0) continue;
      const std::size_t at = links_ == Links::in_order ? 0 : dice_.below(static_cast<std::uint32_t>(inbox.size()));
      NodeMessage& message = *inbox[at];
      inbox.erase(inbox.begin() + static_cast<std::ptrdiff_t>(at));
      --under_way_;
      here_ = link.second;
      return handle(message);
    }
  }
  void handle(NodeMessage& message) {
    switch (message.carries) {
      case Carries::task:
        return each(static_cast<Task&>(message), Carries::begin);
      case Carries::end:
        return each(static_cast<Task&>(message), Carries::leave);
      case Carries::begin:
        return rules_.begin(static_cast<QueueEntry&>(message));
      case Carries::arrive:
        return rules_.arrive(static_cast<QueueEntry&>(message));
      case Carries::leave:
        return rules_.leave(static_cast<QueueEntry&>(message));
      case Carries::report:
        break;
    }
    auto& report = static_cast<Report&>(message);
    rules_.reported(*report.up, report.counts);
  }
  void each(Task& task, Carries what) {
    const std::uint32_t count = task.entry_count;
    QueueEntry* const entries = task.entries;
    for (std::uint32_t at = 0; at < count; ++at) {
      QueueEntry& entry = entries[at];
      const std::uint16_t node = what == Carries::begin ? entry.at->node : entry.target->node;
      if (node != here_) {
        entry.carries = what;
        put(here_, node, entry);
      } else {
        what == Carries::begin ? rules_.begin(entry) : rules_.leave(entry);
      }
    }
  }

  const Program& program_;
  Dice dice_;
  const Links links_;
  std::vector<OrderScope> scopes_;
  std::vector<std::uint16_t> parents_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<NodeMessage*>> inboxes_;
  std::vector<std::unique_ptr<Work>> works_;
  std::vector<std::unique_ptr<Report>> reports_;
  std::vector<Work*> ready_;
  std::vector<Work*> running_;
  dependence::Rules<RegionsRun, Which> rules_{*this};
  Outcome outcome_;
  std::uint32_t here_ = 0;
  std::uint32_t workers_ = 1;
  std::size_t under_way_ = 0;
  std::size_t finished_ = 0;
};

/// How many of the programs came out otherwise than the serial elision, or never.
template <class Which = dependence::CureRules>
std::uint32_t count_wrong(const Shape& shape, std::uint32_t programs, Links links = Links::in_order,
                          std::uint64_t* first_seed = nullptr) {
  std::uint32_t wrong = 0;
  for (std::uint64_t seed = 1; seed <= programs; ++seed) {
    const Program program = Generator(seed, shape).take();
    RegionsRun<Which> run(program, shape, seed, links);
    const Outcome outcome = run.run();
    if (outcome == serial(program)) continue;
    if (wrong++ == 0 && first_seed != nullptr) *first_seed = seed;
  }
  return wrong;
}

}  // namespace heddle::model
