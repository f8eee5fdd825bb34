// Threads that a tool has been told of, and how those of the pool take leave of it when it is ended.
//
// A pool thread goes on until the process ends, and sleeps between regions; a tool must hear of its last region's end
// and of its own, from that very thread. Who ends the tool says that leave is taken, wakes those that sit between
// regions, and waits until each has answered. Threads inside regions, whatever they run, are neither asked nor waited
// for. Invariant: a thread that has left a region which is over is `between` or has answered.
#pragma once

#include <cstdint>

#include "omp/region.hpp"

namespace heddle::ompt {

struct SeatState;

/// Where a pool thread is, for who ends the tool.
enum class Whereabouts : std::uint8_t { elsewhere, between, answered };

/// The calling thread begins to tell, or has told its end.
void enter_register(omp::Worker& worker) noexcept;
void leave_register() noexcept;

/// The calling thread, one of the pool, is between regions, or is not.
void is_between(bool between) noexcept;

/// Whether the calling thread, between regions, has been asked to take leave and has not answered.
bool is_asked() noexcept;
/// It has told its end; or it cannot, because the region that it left is open.
void answer() noexcept;

/// What the calling pool thread keeps for the seats that it takes; given to another one when it ends.
SeatState& own_seat() noexcept;
void give_up_own_seat() noexcept;

/// Threads between regions tell their ends, then the calling one tells its own if it is in its initial task. Ends after
/// a second at the latest.
void say_goodbye() noexcept;

/// So that nobody holds the register when the process is forked; the child's has the one thread.
void prepare_register_for_forks() noexcept;

}  // namespace heddle::ompt
