// What OpenMP adds to a team and to a seat: the shared state of worksharing constructs, reached through Team::front and
// Member::front.
//
// Made once per team object and kept for all its regions. Nothing is reset when a region starts (but seldom, where
// short numbers begin anew: begin_region): what is shared carries the number of the region and of the construct it
// belongs to (construct.hpp, construct_ring.hpp), so whatever an earlier, perhaps cancelled, region left behind is
// recognised as old.
#pragma once

#include "process/types.hpp"

namespace heddle::omp {

// The engine's types under the name of this room.
using process::Group;
using process::Member;
using process::Task;
using process::Team;
using process::Worker;

/// Makes the data of a team object and of its seats. Called once, when the object is created, before its first region.
void make_team_data(Team& team);

/// Called by the master when a region is set up, before its members start.
void begin_region(Team& team) noexcept;

/// Called by each member's own thread when it starts a region, before its body.
void enter_region(Member& member) noexcept;

/// Marks the innermost loop or sections construct of the team as cancelled. For GOMP_cancel.
void cancel_construct(Worker& worker) noexcept;
/// Whether that construct is cancelled. For GOMP_cancellation_point.
bool construct_cancelled(const Worker& worker) noexcept;

/// To be called after a region has been marked as cancelled: lets those go that wait in constructs for members who have
/// left the region.
void wake_constructs(Team& team) noexcept;

}  // namespace heddle::omp
