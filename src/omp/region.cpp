// Parallel regions: the number of threads, the inherited ICVs, the binding of threads to places.
#include "omp/region.hpp"
#include "process/process.hpp"

#include "omp/construct.hpp"
#include "omp/region_enter.hpp"
#include "omp/routines_affinity.hpp"
#include "omp/settings.hpp"
#include "omp/team_data.hpp"
#include "platform/topology/available.hpp"
#include "process/contention_group.hpp"
#include "process/localities.hpp"
#include "process/standing.hpp"
#include "runtime/region.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;
using Region = runtime::Region<P>;

Bind bind_policy(const TaskIcv& icv, unsigned clause) noexcept {
  if (icv.bind == Bind::no) return Bind::no;  // OMP_PROC_BIND=false beats the clause (OpenMP 5.2, 10.1.3)
  return clause == 0 ? icv.bind : static_cast<Bind>(clause);
}

RegionFrame& push_frame(WorkerData& data) {
  if (data.open_frames == data.frames.size()) data.frames.push_back(std::make_unique<RegionFrame>());
  RegionFrame& frame = *data.frames[data.open_frames++];
  frame.bound = false;
  frame.places = {};
  frame.masters_cpus = {};
  frame.masters_placement = data.placement;
  return frame;
}

// The lists OMP_NUM_THREADS=4,2, OMP_PROC_BIND=spread,close and num_threads(4,2) move on by one element.
bool lists_apply(const GlobalIcv& global, const TaskIcv& parent, const RegionRequest& request) noexcept {
  return !global.nthreads_list.empty() || !global.bind_list.empty() || parent.inner_threads != nullptr ||
         request.inner_threads != nullptr;
}

// The ICVs of the region's implicit tasks.
void inherit(RegionFrame& frame, const TaskIcv& parent, const RegionRequest& request) noexcept {
  frame.icv = parent;
  if (request.inner_threads != nullptr && !request.inner_threads->empty()) {
    frame.inner_threads.each.swap(*request.inner_threads);
    frame.inner_threads.level = parent.level + 1U;
    frame.icv.inner_threads = &frame.inner_threads;
  }
  frame.icv = nested_icv(frame.icv, global());
}

// libomp shows all threads of a team when its master's last team was another one.
[[gnu::cold]] void decide_to_show(Worker& worker, Team& team, const TeamPlacement& placement) noexcept {
  WorkerData& data = worker_data(worker);
  const ShownTeam now{team.level, team.size, placement};
  team_data(team).shows_affinity = !(data.shown_team == now);
  data.shown_team = now;
}

struct Opening {
  Worker& worker;
  RegionRequest request;
  unsigned threads;
};

// Whether the region's threads are bound to places.
bool is_bound(const Settings& openmp, const TaskIcv& parent, const RegionRequest& request) noexcept {
  return bind_policy(parent, request.bind) != Bind::no && openmp.has_places();
}

// A region whose tasks have other ICVs than the parent's, or whose threads are bound or counted.
[[gnu::noinline]] Team& open_with_frame(const Opening& opening) noexcept {
  Worker& worker = opening.worker;
  Settings& openmp = Settings::get();
  const TaskIcv& parent = icv(worker);
  WorkerData& data = worker_data(worker);
  RegionFrame& frame = push_frame(data);
  inherit(frame, parent, opening.request);
  runtime::Launch launch{opening.request.body, opening.request.data, opening.threads, &frame.icv};
  if (process::PlacesInGroup::needed(worker, parent.thread_limit))
    launch.threads = frame.places.take(worker, parent.thread_limit, launch.threads);
  if (is_bound(openmp, parent, opening.request) && !openmp.places().empty()) {
    frame.bound = true;
    frame.placement.policy = bind_policy(parent, opening.request.bind);
    const auto count = static_cast<unsigned>(openmp.places().size());
    if (data.placement.partition.length == 0) data.placement = {0, {0, count}};
    frame.placement.partition = data.placement.partition;
    frame.placement.parent_place = data.placement.place;
  }
  return Region::open(worker, launch, [&frame, &worker](Team& team) noexcept {
    frame.placement.threads = team.size;
    frame.places.keep(team.size);
    team.region_front = &frame;
    begin_region(team);
    if (global().display_affinity) [[unlikely]]
      decide_to_show(worker, team, frame.bound ? frame.placement : TeamPlacement{});
  });
}

Team& open(const Opening& opening) noexcept {
  Worker& worker = opening.worker;
  const Settings& openmp = Settings::get();
  if (process::Process::data(worker).standing != nullptr) [[unlikely]]
    process::make_way(worker);
  const TaskIcv& parent = icv(worker);
  if (worker.recorder != nullptr) [[unlikely]]
    worker_data(worker).asked = opening.request.threads != 0 ? opening.request.threads : parent.nthreads;
  if (is_bound(openmp, parent, opening.request) || lists_apply(openmp.environment.global, parent, opening.request) ||
      process::PlacesInGroup::needed(worker, parent.thread_limit)) [[unlikely]]
    return open_with_frame(opening);
  const runtime::Launch launch{opening.request.body, opening.request.data, opening.threads, worker.task->environment};
  return Region::open(worker, launch, [&worker](Team& team) noexcept {
    team.region_front = nullptr;
    begin_region(team);
    if (global().display_affinity) [[unlikely]]
      decide_to_show(worker, team, {});
  });
}

void close(Worker& worker) noexcept {
  auto* frame = static_cast<RegionFrame*>(worker.member->team->region_front);
  Region::close(worker);
  if (frame == nullptr) [[likely]]
    return;
  WorkerData& data = worker_data(worker);
  frame->places.give_back();
  --data.open_frames;
  data.placement = frame->masters_placement;
  // A thread of the program's own that has made a team stays in its place in libomp's dialect, as it does there.
  const GlobalIcv& settings = global();
  const bool stays = settings.dialect == Dialect::llvm && !settings.resets_affinity && worker.member->team->level == 0;
  if (!frame->masters_cpus.empty() && !stays) {
    platform::topology::bind_current_thread(frame->masters_cpus);
    worker.binding = UINT32_MAX;
  }
}

}  // namespace

unsigned threads_for(const Worker& worker, unsigned requested) noexcept {
  const TaskIcv& settings = icv(worker);
  const Team& team = *worker.member->team;
  if (team.active_level >= settings.max_active_levels) return 1;
  unsigned threads = requested != 0 ? requested : settings.nthreads;
  if (settings.dynamic && threads > global().num_procs) threads = global().num_procs;
  if (settings.thread_limit != process::k_no_limit) [[unlikely]] {
    const unsigned places = process::places_in_group(worker, settings.thread_limit);
    if (threads > places) threads = places;
  }
  return threads == 0 ? 1 : threads;
}

void parallel(const RegionRequest& request) noexcept {
  Worker& worker = runtime::current();
  open({worker, request, threads_for(worker, request.threads)});
  if (worker.recorder != nullptr) [[unlikely]] {
    runtime::Tasking<P>::call_noted(worker, request.body, request.data);
  } else {
    request.body(request.data);
  }
  close(worker);
}

unsigned begin_parallel(const RegionRequest& request) noexcept {
  Worker& worker = runtime::current();
  return open({worker, request, threads_for(worker, request.threads)}).size;
}

void end_parallel() noexcept { close(runtime::current()); }

namespace {

// Sends the thread to its place in a region whose threads are bound.
void bind_member(const Member& member, RegionFrame& frame) noexcept {
  Worker& worker = *member.worker;
  const ThreadPlacement placement = place_thread(frame.placement, member.seat);
  worker_data(worker).placement = placement;
  if (worker.binding == placement.place) return;
  // The program's own thread gets its cpus back when the region ends.
  if (member.seat == 0) frame.masters_cpus = platform::topology::affinity_mask();
  platform::topology::bind_current_thread(Settings::get().places()[placement.place]);
  worker.binding = placement.place;
}

// OMP_DISPLAY_AFFINITY: when a thread's seat is not the one it was shown in last.
[[gnu::cold]] void show_affinity(const Member& member) noexcept {
  WorkerData& data = worker_data(*member.worker);
  if (global().dialect == Dialect::llvm) {
    if (team_data(*member.team).shows_affinity) display_affinity(*member.worker, {});
    return;
  }
  const ShownSeat now{member.team->level, member.team->size, member.seat, data.placement.place};
  if (data.shown == now) return;
  data.shown = now;
  display_affinity(*member.worker, {});
}

}  // namespace

void enter_member(Member& member) noexcept {
  Worker& worker = *member.worker;
  const Team& team = *member.team;
  if (team.level == 1 && member.seat != 0) worker_data(worker).own_in_use = 0;  // a pool worker: all its tasks are over
  enter_region(member);
  // A region with a frame gives its tasks other ICVs than the parent's; the frame itself is in a line seldom looked at.
  // order: relaxed — set by this thread when it took the seat.
  const Task* parent = member.implicit.parent.load(std::memory_order_relaxed);
  if (parent != nullptr && parent->environment != member.implicit.environment) [[unlikely]] {
    auto* frame = static_cast<RegionFrame*>(team.region_front);
    if (frame != nullptr && frame->bound) bind_member(member, *frame);
  }
  if (team.groups != nullptr && !Settings::get().has_places()) [[unlikely]]
    process::bind_to_group(member);
  if (team.level != 0 && global().display_affinity) [[unlikely]]
    show_affinity(member);
}

int current_place(const Worker& worker) noexcept {
  Settings& openmp = Settings::get();
  if (!openmp.has_places() || openmp.places().empty()) return -1;
  return static_cast<int>(worker_data(worker).placement.place);
}

}  // namespace heddle::omp
