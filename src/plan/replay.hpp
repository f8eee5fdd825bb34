// Replay: a member of a team runs its lane of a tape, and waits when nothing in it is ready.
//
// Who has set a switch that others look at passes a light fence and looks whether anybody in the team sleeps; who lies
// down passes a heavy fence and looks at its switches once more (README.md, "No lost wake-up"). Whoever waits runs
// tasks of the team meanwhile, as everybody does who waits. Any worker of the team, once per epoch and lane.
#pragma once

#include <memory>
#include <optional>

#include "plan/balanced_walker.hpp"
#include "runtime/barrier.hpp"
#include "runtime/tasking.hpp"
#include "runtime/wait.hpp"

namespace heddle::plans {

/// What a tape needs besides itself to be replayed, by one team at a time.
enum class Balance : std::uint8_t { keep_placement, take_over };

template <class P>
struct ReplayState {
  ReplayState(PlacedGraph&& the_tape, Balance balance, std::unique_ptr<Arena> the_ground = nullptr)
      : ground(std::move(the_ground)), tape(std::move(the_tape)), switches(tape.switches) {
    if (balance == Balance::take_over) claims.emplace(static_cast<std::uint32_t>(tape.steps.size()));
    P::prepare_heavy_fences();
  }

  const std::unique_ptr<Arena> ground;  // on which the tape lies
  PlacedGraph tape;
  Switches<P> switches;
  std::optional<Claims<P>> claims;  // when workers may take over each other's steps
  Epoch epoch = 0;                  // of the last replay; written by who starts one
};

/// Wakes those members who look at the switch of this step, and sleep.
template <class P>
[[gnu::cold, gnu::noinline]] void wake_watchers(runtime::Team<P>& team, const PlacedGraph& tape,
                                                const Step& step) noexcept {
  for (const LaneWait& watched : tape.watchers_of(static_cast<std::uint32_t>(&step - tape.steps.data()))) {
    runtime::Sleepers<P>::wake(team.members[watched.by].worker->bed);
  }
}

/// Waits until `ready()`, which becomes true by others' light fences, and looks at tasks of the team meanwhile.
template <class P, class Ready>
void wait_for_switches(runtime::Worker<P>& worker, Ready ready) noexcept {
  const auto lies_down = [&ready] {
    P::heavy_fence();
    return ready();
  };
  runtime::wait_for(worker, runtime::Until{ready, ready, lies_down}, runtime::Runs::any, runtime::WaitTarget::others);
}

/// How long a worker waits for its own lane before it takes over what others are late with: about 7 µs, several times
/// what a step is late that has only just been begun elsewhere.
inline constexpr platform::Spins k_until_late{200};

/// As replay_lane, for a reel with claims.
template <class P>
void replay_balanced(runtime::Worker<P>& worker, ReplayState<P>& reel, Epochs epochs,
                     platform::Spins patience = k_until_late) {
  runtime::Team<P>& team = *worker.member->team;
  BalancedWalker<P> walker({reel.tape, reel.switches, *reel.claims}, epochs, worker.member->seat, patience);
  const auto announce = [&] {
    P::light_fence();
    if (team.sleepers.any()) [[unlikely]]
      runtime::wake_everybody(team);
  };
  while (!walker.walk(announce)) wait_for_switches(worker, [&] { return walker.can_go_on(); });
}

/// The worker's seat is the lane; the team has as many members as the tape has lanes.
template <class P>
void replay_lane(runtime::Worker<P>& worker, ReplayState<P>& reel, Epochs epochs,
                 platform::Spins under_way = k_under_way) noexcept {
  if (reel.claims.has_value()) return replay_balanced(worker, reel, epochs);
  runtime::Team<P>& team = *worker.member->team;
  Walker<P> walker(reel.tape.lane(worker.member->seat), reel.switches, epochs, under_way);
  const auto announce = [&](const Step& step) {
    P::light_fence();
    if (team.sleepers.any()) [[unlikely]]
      wake_watchers(team, reel.tape, step);
  };
  while (!walker.walk(announce)) wait_for_switches(worker, [&] { return walker.can_go_on(); });
}

/// A tape of one lane needs no switches.
inline void replay_alone(const PlacedGraph& tape, std::uint32_t laps) noexcept {
  for (std::uint32_t lap = 0; lap < laps; ++lap) {
    for (const Step& step : tape.steps) {
      if (step.body != nullptr) [[likely]]
        step.body(step.argument);
    }
  }
}

}  // namespace heddle::plans
