#include "ways.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "loop/counter/counter.hpp"
#include "loop/static/static.hpp"
#include "plan/plan.hpp"
#include "platform/sim/cores.hpp"
#include "platform/sim/sim.hpp"
#include "runtime/barrier.hpp"
#include "sim/replay.hpp"
#include "sim/shapes.hpp"
#include "sim/simulated_team.hpp"

namespace heddle::switches {

namespace {

using namespace sim;
using platform::Sim;
using Schedule = graph::LoopSchedule<Sim>;

void* place_of(std::uint32_t task) { return reinterpret_cast<void*>((std::uintptr_t{task} + 1) * 64); }

/// Loops and plans; tasks are replay.cpp's.
class LoopsRun {
 public:
  LoopsRun(const LoopProgram& loops, Variant way, const WayScenario& scenario)
      : loops_(loops), way_(way), scenario_(scenario), engine_(scenario.machine, scenario.options), cores_(engine_) {}

  WayRun run() {
    run_.report = engine_.run([this] { main(); });
    return std::move(run_);
  }

 private:
  struct Call {
    LoopsRun* run;
    TaskIndex task;
  };

  TaskIndex end_of(std::size_t loop) const {
    return loop + 1 < loops_.loops.size() ? loops_.loops[loop + 1] : static_cast<TaskIndex>(tasks().size());
  }
  const std::vector<ProgramTask>& tasks() const { return loops_.program.tasks; }
  std::uint32_t threads() const { return scenario_.machine.cores; }

  void main() {
    runtime::Settings settings;
    settings.processors = threads();
    settings.patience_ns = 0;
    settings.spin_ns = scenario_.spin_ns;
    SimulatedTeam<Sim> crew(settings, threads());
    way_ >= Variant::plan ? make_plan() : open_loops();
    const std::uint64_t start = Sim::now_ns();
    crew.all_run([](void* self) { static_cast<LoopsRun*>(self)->member(); }, this);
    run_.ns = Sim::now_ns() - start;
  }

  void open_loops() {
    for (std::size_t loop = 0; loop < loops_.loops.size(); ++loop) {
      if (way_ == Variant::static_for) {
        schedules_.push_back(std::make_unique<loop::Static<Sim>>());
      } else {
        schedules_.push_back(std::make_unique<loop::Counter<Sim, loop::EqualChunks>>());
      }
      schedules_.back()->open({.trip = end_of(loop) - loops_.loops[loop],
                               .chunk = way_ == Variant::static_for ? 0u : 1u,
                               .threads = threads()});
    }
  }

  void make_plan() {
    plans::Placing placing;
    placing.workers = threads();
    if (way_ == Variant::plan_robin) placing.policy = plans::Policy::round_robin;
    plan_.emplace(placing, plans::Balance::keep_placement);
    calls_.reserve(tasks().size());
    for (std::size_t loop = 0; loop < loops_.loops.size(); ++loop) {
      for (TaskIndex task = loops_.loops[loop]; task < end_of(loop); ++task) {
        calls_.push_back({this, task});
        plans::Task planned;
        planned.body = [](void* call) { static_cast<Call*>(call)->run->compute(static_cast<Call*>(call)->task); };
        planned.argument = &calls_.back();
        if (way_ == Variant::plan_told) planned.cost_ns = static_cast<float>(tasks()[task].duration_ns);
        if (way_ == Variant::plan_split) planned.worker = half_of(loop, task);
        plan_->description().add(planned, tasks()[task].accesses);
      }
    }
    if (plan_->freeze()) return;  // in a circle: not of these shapes
    reel_ = &plan_->reel(threads(), plans::Laps::one);
  }

  std::uint32_t half_of(std::size_t loop, TaskIndex task) const {
    const std::uint32_t half = std::max(threads() / 2, 1u), in_loop = task - loops_.loops[loop];
    const auto number = static_cast<std::uint32_t>(std::uint64_t{in_loop} * half / (end_of(loop) - loops_.loops[loop]));
    return loop % 2 == 0 ? number : std::min(threads() - 1, half + number);
  }

  void member() {
    auto& worker = SimulatedTeam<Sim>::current();
    if (reel_ != nullptr) return plans::replay_lane(worker, *reel_, {reel_->epoch + 1, reel_->epoch + 1});
    for (std::size_t loop = 0; loop < schedules_.size(); ++loop) {
      graph::LoopCursor cursor;
      for (;;) {
        const graph::Chunk chunk = schedules_[loop]->take(worker.member->seat, cursor);
        if (chunk.empty()) break;
        for (std::uint64_t at = chunk.first; at < chunk.last; ++at)
          compute(static_cast<TaskIndex>(loops_.loops[loop] + at));
      }
      runtime::Barrier<Sim>::wait(worker, runtime::Barrier<Sim>::Leave::complete_only);
    }
  }

  void compute(TaskIndex task) {
    ++run_.tasks_run;
    cores_.compute(engine_.self(), static_cast<double>(scenario_.machine.to_cycles(tasks()[task].duration_ns)));
  }

  const LoopProgram& loops_;
  const Variant way_;
  const WayScenario& scenario_;
  platform::sim::Engine engine_;
  platform::sim::Cores cores_;
  std::vector<std::unique_ptr<Schedule>> schedules_;
  std::vector<Call> calls_;
  std::optional<plans::Plan<Sim>> plan_;
  plans::ReplayState<Sim>* reel_ = nullptr;
  WayRun run_;
};

/// One thread creates all tasks, and waits after each loop instead of naming what they access.
Program with_waits(const LoopProgram& loops) {
  Program program = loops.program;
  for (ProgramTask& task : program.tasks) task.accesses.clear();
  for (std::size_t loop = 1; loop < loops.loops.size(); ++loop)
    program.waits.push_back({program.tasks[loops.loops[loop]].offset_ns - 1});
  return program;
}

WayRun run_tasks(const Program& program, const WayScenario& scenario) {
  Scenario replayed;
  replayed.machine = scenario.machine;
  replayed.dependence = scenario.dependence;
  replayed.options = scenario.options;
  replayed.spin_ns = scenario.spin_ns;
  Prediction made = replay(program, replayed);
  return {std::move(made.report), made.makespan_ns, made.tasks_run};
}

/// One task after the other from one thread; waits lie between two.
void make_offsets(Program& program, std::uint64_t create_ns) {
  for (std::size_t task = 0; task < program.tasks.size(); ++task) program.tasks[task].offset_ns = task * create_ns;
  program.own_ns = program.tasks.size() * create_ns;
}

}  // namespace

LoopProgram loop_program(const LoopShapes& shape) {
  LoopProgram made;
  Program& program = made.program;
  program.name = shape.name;
  const double mean = static_cast<double>(shape.work_ns) / shape.loops / shape.tasks;
  const double shortest = mean / (1 + shape.uneven_percent / 200.0);
  for (std::uint32_t loop = 0; loop < shape.loops; ++loop) {
    made.loops.push_back(static_cast<TaskIndex>(program.tasks.size()));
    const std::uint32_t own = loop % 2 * shape.tasks, others = (loop + 1) % 2 * shape.tasks;
    for (std::uint32_t number = 0; number < shape.tasks; ++number) {
      ProgramTask task;
      const double ramp = shape.uneven_percent / 100.0 * number / std::max(shape.tasks - 1, 1u);
      task.duration_ns = static_cast<std::uint64_t>(shortest * (1 + ramp));
      const std::uint32_t around = shape.reach == Reach::neighbours ? 1 : 0;
      for (std::uint32_t from = number - std::min(number, around); from <= number + around; ++from)
        if (from < shape.tasks) task.accesses.push_back({place_of(others + from), graph::Mode::in});
      task.accesses.push_back({place_of(own + number), graph::Mode::out});
      program.tasks.push_back(std::move(task));
    }
  }
  make_offsets(program, std::max<std::uint64_t>(shape.create_ns, 2));
  return made;
}

LoopProgram lu_loops(std::uint32_t blocks, std::uint64_t task_ns, std::uint64_t create_ns) {
  // sparse_lu() makes its tasks block by block; a step's belong together by what they do: one access the factorisation,
  // two a solve, three an update.
  LoopProgram made;
  std::vector<ProgramTask> steps[3];
  const auto end_step = [&] {
    for (std::vector<ProgramTask>& step : steps) {
      if (!step.empty()) made.loops.push_back(static_cast<TaskIndex>(made.program.tasks.size()));
      for (ProgramTask& task : step) made.program.tasks.push_back(std::move(task));
      step.clear();
    }
  };
  for (ProgramTask& task : sparse_lu({.blocks = blocks, .task_ns = task_ns}).tasks) {
    if (task.accesses.size() == 1) end_step();
    steps[task.accesses.size() - 1].push_back(std::move(task));
  }
  end_step();
  make_offsets(made.program, std::max<std::uint64_t>(create_ns, 2));
  made.program.name = "SparseLU";
  return made;
}

const char* name_of(Variant way) noexcept {
  constexpr const char* k_names[] = {"static-for", "dynamic-for",       "tasks",      "depend", "plan",
                                     "plan, told", "plan, round robin", "plan, 50:50"};
  return k_names[static_cast<std::size_t>(way)];
}

WayRun run_loops(const LoopProgram& loops, Variant way, const WayScenario& scenario) {
  if (way == Variant::tasks) return run_tasks(with_waits(loops), scenario);
  if (way == Variant::depend) return run_tasks(loops.program, scenario);
  return LoopsRun(loops, way, scenario).run();
}

}  // namespace heddle::switches
