// Counting teams.
#include "omp/teams.hpp"

#include <algorithm>
#include <climits>

#include "omp/affinity.hpp"
#include "omp/settings.hpp"
#include "platform/topology/available.hpp"
#include "process/watching.hpp"
#include "runtime/barrier.hpp"

namespace heddle::omp {
namespace {

constexpr unsigned k_default_teams = 3;  // as libgomp: enough for a program to see that it has teams

int bounded(unsigned value) noexcept { return static_cast<int>(std::min<unsigned>(value, INT_MAX)); }

// libomp parts the places among the teams of a league, each team's first thread being bound in its part.
class LeaguePlaces {
 public:
  LeaguePlaces(Worker& worker, unsigned teams) noexcept : worker_(worker), before_(worker_data(worker).placement) {
    Settings& openmp = Settings::get();
    const GlobalIcv& global = openmp.environment.global;
    const bool bound = global.dialect == Dialect::llvm && global.teams_bind != Bind::no &&
                       icv(worker).bind != Bind::no && openmp.has_places();
    if (!bound || openmp.places().empty()) return;
    bound_ = true;
    cpus_before_ = platform::topology::affinity_mask();
    league_.policy = global.teams_bind;
    league_.threads = teams;
    league_.partition = {0, static_cast<unsigned>(openmp.places().size())};
    if (before_.partition.length != 0) league_.partition = before_.partition;
    league_.parent_place = before_.partition.length != 0 ? before_.place : 0;
  }
  LeaguePlaces(const LeaguePlaces&) = delete;
  LeaguePlaces& operator=(const LeaguePlaces&) = delete;
  ~LeaguePlaces() {
    if (!bound_) return;
    worker_data(worker_).placement = before_;
    platform::topology::bind_current_thread(cpus_before_);
    worker_.binding = UINT32_MAX;
  }

  /// The thread is the first one of this team from now on.
  void enter(unsigned team) noexcept {
    if (!bound_) return;
    const ThreadPlacement placement = place_thread(league_, team);
    worker_data(worker_).placement = placement;
    platform::topology::bind_current_thread(Settings::get().places()[placement.place]);
    worker_.binding = placement.place;
  }

 private:
  Worker& worker_;
  ThreadPlacement before_;
  platform::topology::CpuSet cpus_before_;
  TeamPlacement league_;
  bool bound_ = false;
};

unsigned default_teams() noexcept { return global().dialect == Dialect::llvm ? 1 : k_default_teams; }

// Tells a watcher, if there is one, by `say(watcher)`.
template <class Say>
void note(const Worker& worker, const Say& say) noexcept {
  if (worker.recorder != nullptr && process::watcher != nullptr && worker.task->has(graph::k_implicit)) [[unlikely]]
    say(*process::watcher);
}

}  // namespace

void run_league(const LeagueRequest& request, void (*body)(void*), void* data) noexcept {
  Worker& worker = runtime::current();
  const TaskIcv before = icv(worker);
  unsigned teams = request.teams != 0 ? request.teams : static_cast<unsigned>(before.nteams);
  if (teams == 0) teams = default_teams();
  LeaguePlaces places(worker, teams);
  const unsigned limit =
      request.thread_limit != 0 ? request.thread_limit : static_cast<unsigned>(before.teams_thread_limit);
  note(worker, [&](auto& to) { to.league_opens(worker, teams); });
  for (unsigned team = 0; team < teams; ++team) {
    note(worker, [&](auto& to) { to.team_begins(worker, team, teams); });
    TaskIcv& inside = writable_icv(worker);
    inside = before;
    inside.team_num = bounded(team);
    inside.num_teams = bounded(teams);
    if (limit != 0) inside.thread_limit = limit;
    places.enter(team);
    body(data);
    runtime::barrier(worker);  // the team's tasks end with it
    note(worker, [&](auto& to) { to.team_ends(worker); });
  }
  writable_icv(worker) = before;
  note(worker, [&](auto& to) { to.league_closed(worker); });
}

void only_team(unsigned thread_limit) noexcept {
  TaskIcv& inside = writable_icv(runtime::current());
  inside.team_num = 0;
  inside.num_teams = 1;
  if (thread_limit != 0) inside.thread_limit = thread_limit;
}

void first_team(const LeagueRequest& request) noexcept {
  Worker& worker = runtime::current();
  only_team(request.thread_limit);
  const unsigned teams = std::max(request.teams, 1U);
  writable_icv(worker).num_teams = bounded(teams);
  note(worker, [&](auto& to) {
    to.league_opens(worker, teams);
    to.team_begins(worker, 0, teams);
  });
}

bool next_team() noexcept {
  Worker& worker = runtime::current();
  note(worker, [&](auto& to) { to.team_ends(worker); });
  TaskIcv& inside = writable_icv(worker);
  if (inside.team_num + 1 >= inside.num_teams) {
    note(worker, [&](auto& to) { to.league_closed(worker); });
    return false;
  }
  ++inside.team_num;
  note(worker, [&](auto& to) {
    to.team_begins(worker, static_cast<unsigned>(inside.team_num), static_cast<unsigned>(inside.num_teams));
  });
  return true;
}

}  // namespace heddle::omp
