#include "sim/replay.hpp"

#include <algorithm>

#include "platform/sim/sim.hpp"
#include "sim/bodies.hpp"
#include "sim/player.hpp"

namespace heddle::sim {

namespace {

using platform::Sim;

/// Bodies take virtual time.
class Stage {
 public:
  Stage(const Scenario& scenario, platform::sim::Engine& engine, Prediction& prediction)
      : scenario_(scenario), engine_(engine), bodies_(engine, scenario.memory), prediction_(prediction) {}

  void compute(std::uint64_t ns, double bytes = 0) { run(ns, bodies_.moved(ns, bytes)); }
  void fetch_arguments() { Sim::touch(scenario_.task_lines); }
  void creates() {
    if (began_ns_ == 0) begins();
    prediction_.most_pending = std::max(prediction_.most_pending, ++pending_);
  }
  void begins() {
    began_ns_ = scenario_.machine.to_ns(engine_.now());
    engine_.count_steps_from_here();
  }
  void has_created() { created_ns_ = scenario_.machine.to_ns(engine_.now()); }
  void ended() {
    --pending_;
    ++prediction_.tasks_run;
  }
  void took_chunk() { ++prediction_.chunks_run; }
  void waited(std::uint64_t ns) { prediction_.waited_ns += ns; }
  std::uint64_t now_ns() { return Sim::now_ns(); }
  std::uint64_t began_ns() const { return began_ns_; }
  std::uint64_t created_ns() const { return created_ns_; }
  std::uint64_t used_up_ns() const { return scenario_.machine.to_ns(bodies_.used_up()); }

 private:
  void run(std::uint64_t ns, double bytes) {
    const platform::sim::Cycles from = engine_.now();
    const Bodies::MemoryWait waited = bodies_.run(ns, bytes);
    if (scenario_.body_runs != nullptr)
      scenario_.body_runs->push_back({scenario_.machine.to_ns(from), scenario_.machine.to_ns(engine_.now())});
    prediction_.memory_ns += scenario_.machine.to_ns(waited.all);
    prediction_.crowded_ns += scenario_.machine.to_ns(waited.used_up);
    prediction_.busy_ns += ns;
  }

  const Scenario& scenario_;
  platform::sim::Engine& engine_;
  Bodies bodies_;
  Prediction& prediction_;
  std::uint32_t pending_ = 0;
  std::uint64_t began_ns_ = 0;
  std::uint64_t created_ns_ = 0;
};

runtime::Settings settings_of(const Scenario& scenario) {
  runtime::Settings settings;
  settings.scheduler = scenario.scheduler.c_str();
  settings.dependence = scenario.dependence.c_str();
  settings.processors = scenario.machine.cores;
  settings.async = scenario.async;
  settings.window = scenario.window;
  settings.spin_ns = scenario.spin_ns;
  settings.patience_ns = 0;  // a deadlock is found by the simulation itself
  if (scenario.graph_size != nullptr) settings.recording = scenario.graph_size->recording();
  return settings;
}

}  // namespace

Prediction replay(const Program& program, const Scenario& scenario) {
  Prediction prediction;
  platform::sim::Engine engine(scenario.machine, scenario.options);
  Stage stage(scenario, engine, prediction);
  Player<Sim, Stage> player(program, stage, scenario.machine.cores, scenario.loop);
  prediction.report = engine.run([&] {
    prediction.makespan_ns = player.run(settings_of(scenario));
    const std::uint64_t end = Sim::now_ns();
    const std::uint64_t start = end - prediction.makespan_ns;
    prediction.created_ns = std::max(stage.created_ns(), start) - start;
    prediction.used_up_ns = stage.used_up_ns();
  });
  if (prediction.report.outcome == platform::sim::Outcome::cut) {
    prediction.makespan_ns = scenario.machine.to_ns(prediction.report.cycles) - stage.began_ns();
    prediction.created_ns = prediction.makespan_ns;
  }
  return prediction;
}

}  // namespace heddle::sim
