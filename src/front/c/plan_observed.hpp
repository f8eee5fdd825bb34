// The tasks of a plan while they are replayed and observed: as the stopwatch does it (plan/plan.hpp), each step calls
// one of ours meanwhile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/description.hpp"
#include "plan/placed_graph.hpp"
#include "tasks/observers.hpp"

namespace heddle::front {

/// While it lives, who replays the tape tells observers of its tasks. One replay at a time.
class ObservedTape {
 public:
  /// Does nothing where nobody observes. @throws std::bad_alloc
  ObservedTape(plans::PlacedGraph& tape, const plans::Description& description) : tape_(tape) {
    if (!tasks::observed()) [[likely]]
      return;
    steps_.resize(tape.step_of.size());
    for (std::size_t at = 0; at < steps_.size(); ++at) {  // of each lap, where several are written out
      steps_[at].name = description.name_of(static_cast<plans::TaskIndex>(at % description.size()));
    }
    for (std::size_t at = 0; at < steps_.size(); ++at) {  // behind all that may throw, for then nobody would undo it
      plans::Step& step = tape.steps[tape.step_of[at]];
      steps_[at].code = {step.body, step.argument};
      step.body = &run;
      step.argument = &steps_[at];
    }
  }
  ObservedTape(const ObservedTape&) = delete;
  ObservedTape& operator=(const ObservedTape&) = delete;
  ~ObservedTape() {
    for (std::size_t at = 0; at < steps_.size(); ++at) {
      plans::Step& step = tape_.steps[tape_.step_of[at]];
      step.body = steps_[at].code.body;
      step.argument = steps_[at].code.argument;
    }
  }

 private:
  struct ObservedStep {
    tasks::ObservedCode code;
    std::string name;
  };
  static void run(void* argument) {
    const ObservedStep& step = *static_cast<const ObservedStep*>(argument);
    heddle_observed_task shown{};
    shown.name = step.name.c_str();
    tasks::run_observed(shown, step.code);
  }

  plans::PlacedGraph& tape_;
  std::vector<ObservedStep> steps_;
};

}  // namespace heddle::front
