#include "sim/replay.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "platform/sim/sim.hpp"
#include "runtime/policies_inline.hpp"
#include "runtime/region.hpp"
#include "runtime/runtime_inline.hpp"

namespace heddle::sim {

namespace {

using platform::Sim;
using Worker = runtime::Worker<Sim>;
using Tasking = runtime::Tasking<Sim>;
using Region = runtime::Region<Sim>;

constexpr std::uint32_t k_kinds = 16;  // the engine tells bodies apart by their addresses: so many there are

/// The workers and teams of simulations that are over. The engine never frees them, as a real process needs them to its
/// end; kept where a leak detector finds them.
std::vector<std::pair<std::unique_ptr<runtime::Runtime<Sim>>, std::vector<void*>>>& remains() {
  static auto* const kept = new std::vector<std::pair<std::unique_ptr<runtime::Runtime<Sim>>, std::vector<void*>>>;
  return *kept;
}

class Player {
 public:
  Player(const Program& program, const Scenario& scenario)
      : program_(program),
        scenario_(scenario),
        engine_(scenario.machine, scenario.options),
        children_(program.tasks.size() + 1) {
    for (TaskIndex task = 0; task < program.tasks.size(); ++task) {
      const TaskIndex parent = program.tasks[task].parent;
      children_[parent == k_root ? program.tasks.size() : parent].push_back(task);
    }
  }

  Prediction run() {
    prediction_.report = engine_.run([this] { main(); });
    return std::move(prediction_);
  }

 private:
  struct Call {
    Player* player;
    TaskIndex task;
    runtime::Seat creator;
  };

  runtime::Settings settings() const {
    runtime::Settings settings;
    settings.scheduler = scenario_.scheduler.c_str();
    settings.dependence = scenario_.dependence.c_str();
    settings.processors = scenario_.machine.cores;
    settings.async = scenario_.async;
    settings.window = scenario_.window;
    settings.patience_ns = 0;  // a deadlock is found by the simulation itself
    if (scenario_.graph_size != nullptr) settings.recording = scenario_.graph_size->recording();
    return settings;
  }

  void main() {
    auto runtime = std::make_unique<runtime::Runtime<Sim>>(settings(), runtime::Hooks<Sim>{});
    Worker& master = runtime->attach();
    remains().emplace_back(std::move(runtime), std::vector<void*>{&master});
    region(master, [](void*) {});  // hires the team
    const std::uint64_t start = Sim::now_ns();
    region(master, [](void* self) { static_cast<Player*>(self)->member(); });
    prediction_.makespan_ns = Sim::now_ns() - start;
    prediction_.created_ns = std::max(created_ns_, start) - start;
  }

  void region(Worker& master, void (*body)(void*)) {
    runtime::Launch launch;
    launch.body = body;
    launch.argument = this;
    launch.threads = scenario_.machine.cores;
    Region::open(master, launch, [](runtime::Team<Sim>&) noexcept {});
    body(this);
    Region::close(master);
  }

  static Worker& current() noexcept { return *static_cast<Worker*>(Sim::self()); }

  /// What each thread does: the first plays the program, the others run tasks at the region's end.
  void member() {
    if (current().member->seat == 0) play(children_.back(), program_.own_ns, program_.waits);
  }

  /// A task's own time, with the children that it creates and the waits on the way.
  void play(const std::vector<TaskIndex>& children, std::uint64_t duration, const std::vector<WaitPoint>& waits) {
    std::uint64_t at = 0;
    const auto go_to = [&](std::uint64_t offset) {
      offset = std::clamp(offset, at, std::max(at, duration));
      compute(offset - at);
      at = offset;
    };
    auto wait = waits.begin();
    for (const TaskIndex child : children) {
      const std::uint64_t offset = program_.tasks[child].offset_ns;
      for (; wait != waits.end() && wait->offset_ns < offset; ++wait) {
        go_to(wait->offset_ns);
        Tasking::wait_children(current());
      }
      go_to(offset);
      create(child);
    }
    for (; wait != waits.end(); ++wait) {
      go_to(wait->offset_ns);
      Tasking::wait_children(current());
    }
    go_to(duration);
  }

  void compute(std::uint64_t ns) {
    if (ns == 0) return;
    engine_.work(scenario_.machine.to_cycles(ns));
    prediction_.busy_ns += ns;
  }

  void create(TaskIndex task) {
    const ProgramTask& what = program_.tasks[task];
    Worker& worker = current();
    Call call{this, task, worker.member->seat};
    runtime::Spawn spawn;
    spawn.body = bodies(std::make_integer_sequence<std::uint32_t, k_kinds>())[what.kind % k_kinds];
    spawn.data = &call;
    spawn.bytes = sizeof(call);
    spawn.alignment = alignof(Call);
    spawn.accesses = what.accesses.data();
    spawn.access_count = static_cast<std::uint32_t>(what.accesses.size());
    spawn.priority = what.priority;
    spawn.flags = what.final ? graph::k_final : 0;
    spawn.undeferred = what.undeferred;
    prediction_.most_pending = std::max(prediction_.most_pending, ++pending_);
    Tasking::spawn(worker, spawn);
    created_ns_ = scenario_.machine.to_ns(engine_.now());
  }

  void run_task(const Call& call) {
    if (call.creator != current().member->seat) Sim::touch(scenario_.task_lines);
    const ProgramTask& what = program_.tasks[call.task];
    play(children_[call.task], what.duration_ns, what.waits);
    --pending_;
    ++prediction_.tasks_run;
  }

  // Each a function of its own, though they do the same: the kind goes into the code, lest they be folded into one.
  template <std::uint32_t kind>
  static void body(void* copy) {
    const auto& call = *static_cast<const Call*>(copy);
    call.player->last_kind_ = kind;
    call.player->run_task(call);
  }
  template <std::uint32_t... kinds>
  static std::array<graph::Body, k_kinds> bodies(std::integer_sequence<std::uint32_t, kinds...>) {
    return {&body<kinds>...};
  }

  const Program& program_;
  const Scenario& scenario_;
  platform::sim::Engine engine_;
  std::vector<std::vector<TaskIndex>> children_;  // of each task; last: of the program
  Prediction prediction_;
  std::uint32_t pending_ = 0;
  std::uint32_t last_kind_ = 0;
  std::uint64_t created_ns_ = 0;
};

}  // namespace

Prediction replay(const Program& program, const Scenario& scenario) { return Player(program, scenario).run(); }

}  // namespace heddle::sim
