// The schedule objects of a construct slot, each made when a loop first needs it and kept for the next ones; and what a
// team remembers of its loops.
//
// get: by the thread that sets a construct up, while nobody else is in it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "graph/loop_schedule.hpp"
#include "omp/icv.hpp"
#include "platform/threads/threads.hpp"
#include "process/own_settings.hpp"

namespace heddle::loop {
template <class P>
class LoopHistory;
}

namespace heddle::omp {

using LoopSchedule = graph::LoopSchedule<platform::Threads>;
using LoopHistory = loop::LoopHistory<platform::Threads>;

struct FreeLoopHistory {
  void operator()(LoopHistory* history) const noexcept;
};
using LoopHistoryOwner = std::unique_ptr<LoopHistory, FreeLoopHistory>;

/// What the loops of one team have in common.
struct TeamLoops {
  LoopHistoryOwner history;  // none in a team of one
  bool interrupts = false;   // threads may interrupt each other
};

/// For teams of up to so many threads. @param interrupts  whether the user allows signals
TeamLoops make_team_loops(std::uint32_t seats, process::Permission interrupts);

class ScheduleSlots {
 public:
  LoopSchedule& get(ScheduleKind kind, const TeamLoops& team) noexcept {
    std::unique_ptr<LoopSchedule>& made = made_[static_cast<std::size_t>(kind)];
    if (made == nullptr) [[unlikely]]
      made = make(kind, team);
    return *made;
  }

 private:
  [[gnu::cold]] static std::unique_ptr<LoopSchedule> make(ScheduleKind kind, const TeamLoops& team) noexcept;

  std::array<std::unique_ptr<LoopSchedule>, runtime::k_loop_numbers> made_;
};

}  // namespace heddle::omp
