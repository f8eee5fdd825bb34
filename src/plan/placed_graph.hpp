// Tape: a placed graph as replay wants it: each worker's steps one after the other, and for each step the switches that
// it looks at.
//
// Which of its waits a step needs depends on how it is come to. Straight on, all earlier steps of the lane are over:
// waits for them are idle, and so are those that one of them has waited for. These needed ones come first (`needed`); a
// step that is looked at while an earlier one is still being waited for goes by all of them (`all`).
//
// A step that another lane waits for is public: its switch lies in a line of its own as long as there is room, because
// others poll it. The rest of a lane's switches lie packed, and only their own worker looks at them.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "plan/placement.hpp"

namespace heddle::plans {

struct Step {
  Body body = nullptr;  // null: a join
  void* argument = nullptr;
  std::uint32_t first_wait = 0;
  std::uint32_t needed = 0;
  std::uint32_t all = 0;
  std::uint32_t own_switch = 0;  // k_public: others look at it
};

/// In Step::own_switch.
inline constexpr std::uint32_t k_public = std::uint32_t{1} << 31;
/// In a wait: for the lap before.
inline constexpr std::uint32_t k_last_lap = std::uint32_t{1} << 31;

/// One worker's steps.
struct Lane {
  const Step* first;
  const Step* last;
  const std::uint32_t* waits;
};

/// A lane that waits for a step of another one.
struct LaneWait {
  std::uint32_t step;
  std::uint32_t by;
  friend auto operator<=>(const LaneWait&, const LaneWait&) = default;
};

struct PlacedGraph {
  explicit PlacedGraph(InArena<std::uint32_t> where)
      : steps(where), lane_start(where), waits(where), step_of(where), watched(where) {}

  Array<Step> steps;           // lane by lane
  Numbers lane_start;          // the first step of each lane; ends with the number of steps
  Numbers waits;               // numbers of switches, with k_last_lap
  Numbers step_of;             // of each task; of those of each lap, where several are written out
  Array<LaneWait> watched;     // in order of steps, then of lanes
  std::uint32_t switches = 0;  // how many there are
  std::uint32_t tasks = 0;

  std::uint32_t lanes() const noexcept { return static_cast<std::uint32_t>(lane_start.size() - 1); }
  Lane lane(std::uint32_t lane) const noexcept {
    return {steps.data() + lane_start[lane], steps.data() + lane_start[lane + 1], waits.data()};
  }
  std::uint32_t lane_of(std::uint32_t step) const noexcept;
  /// The lanes that wait for a step.
  std::span<const LaneWait> watchers_of(std::uint32_t step) const noexcept;
};

/// Whether public switches get lines of their own, as long as there is room.
enum class Spacing : std::uint8_t { own_lines, packed };

struct Layout {
  Spacing spacing = Spacing::own_lines;
  InArena<std::uint32_t> where = {};  // the tape is to lie
};

/// What is needed meanwhile lies where the placement does.
PlacedGraph compile(const Graph& graph, const Description& description, const Placement& placement,
                    const Layout& layout = {});

/// Body and argument of each task anew, as the description has them now.
void update_arguments(PlacedGraph& tape, const Description& description);
/// The same of one task.
void set_argument(PlacedGraph& tape, TaskIndex task, void* argument);

}  // namespace heddle::plans
