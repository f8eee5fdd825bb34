// Leagues of teams on the host (OpenMP 5.2, 10.2): one team after the other, on the thread that meets the construct.
//
// What a team knows of its league stands in TaskIcv, so that everything the team starts inherits it. Any thread.
#pragma once

#include "omp/region.hpp"

namespace heddle::omp {

struct LeagueRequest {
  unsigned teams = 0;         // 0: as the nteams ICV says
  unsigned thread_limit = 0;  // 0: as the teams-thread-limit ICV says
};

/// A teams construct outside target: runs `body(data)` once for each team of the league.
void run_league(const LeagueRequest& request, void (*body)(void*), void* data) noexcept;

/// A teams construct inside target: the compiler's own loop, entered with the first team.
void first_team(const LeagueRequest& request) noexcept;
/// @returns false when the current team was the last
bool next_team() noexcept;
/// The same where the program does not say when the team is over: there is but one, and watchers hear nothing.
void only_team(unsigned thread_limit) noexcept;

}  // namespace heddle::omp
