// Counting teams.
#include "omp/teams.hpp"

#include <algorithm>
#include <climits>

#include "omp/process.hpp"
#include "runtime/barrier.hpp"

namespace heddle::omp {
namespace {

constexpr unsigned k_default_teams = 3;  // as libgomp: enough for a program to see that it has teams

int bounded(unsigned value) noexcept { return static_cast<int>(std::min<unsigned>(value, INT_MAX)); }

}  // namespace

void run_league(const LeagueRequest& request, void (*body)(void*), void* data) noexcept {
  Worker& worker = runtime::current();
  const TaskIcv before = icv(worker);
  unsigned teams = request.teams != 0 ? request.teams : static_cast<unsigned>(before.nteams);
  if (teams == 0) teams = k_default_teams;
  const unsigned limit =
      request.thread_limit != 0 ? request.thread_limit : static_cast<unsigned>(before.teams_thread_limit);
  for (unsigned team = 0; team < teams; ++team) {
    TaskIcv& inside = writable_icv(worker);
    inside = before;
    inside.team_num = bounded(team);
    inside.num_teams = bounded(teams);
    if (limit != 0) inside.thread_limit = limit;
    body(data);
    runtime::barrier(worker);  // the team's tasks end with it
  }
  writable_icv(worker) = before;
}

void first_team(const LeagueRequest& request) noexcept {
  TaskIcv& inside = writable_icv(runtime::current());
  inside.team_num = 0;
  inside.num_teams = bounded(std::max(request.teams, 1U));
  if (request.thread_limit != 0) inside.thread_limit = request.thread_limit;
}

bool next_team() noexcept {
  TaskIcv& inside = writable_icv(runtime::current());
  if (inside.team_num + 1 >= inside.num_teams) return false;
  ++inside.team_num;
  return true;
}

}  // namespace heddle::omp
