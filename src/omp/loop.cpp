// Opening, running and leaving worksharing loops.
#include "omp/loop.hpp"

#include "omp/doacross.hpp"
#include "omp/ordered.hpp"
#include "omp/reduction.hpp"
#include "runtime/barrier.hpp"

namespace heddle::omp {

namespace {

Schedule run_schedule(const Worker& worker) noexcept {
  const RunSchedule& icv_value = icv(worker).run_sched;
  return {static_cast<ScheduleKind>(icv_value.kind),
          icv_value.chunk > 0 ? static_cast<std::uint64_t>(icv_value.chunk) : 0};
}

graph::LoopShape shape_of(const Worker& worker, const LoopRequest& request, const Schedule& schedule) noexcept {
  return {request.space.trip, schedule.chunk, worker.member->team->size};
}

void set_up(ConstructShare& share, const LoopRequest& request, const Schedule& schedule,
            const graph::LoopShape& shape) noexcept {
  switch (schedule.kind) {
    case ScheduleKind::guided:
      share.schedule = &share.by_guided;
      break;
    case ScheduleKind::dynamic:
      share.schedule = &share.by_dynamic;
      break;
    default:
      share.schedule = &share.by_static;
      break;
  }
  share.schedule->open(shape);
  // order: relaxed — published with the construct.
  if (request.order == LoopOrder::ordered) share.turn.store(0, std::memory_order_relaxed);
  if (request.order == LoopOrder::doacross) share.window.open(shape, request.counts, request.dimensions);
  if (request.extras.memory != nullptr) share.memory.renew(reinterpret_cast<std::size_t>(*request.extras.memory), 1);
  if (request.extras.reductions != nullptr)
    renew_reductions(share.reductions, request.extras.reductions, shape.threads);
}

// A team of one, or a schedule by which everybody knows what is his.
void open_alone(Worker& worker, const LoopRequest& request, const Schedule& schedule) noexcept {
  MemberData& data = member_data(*worker.member);
  data.loop.share = nullptr;
  data.loop.schedule = &data.alone;
  data.alone.open(shape_of(worker, request, schedule));
  if (request.extras.memory != nullptr) {
    *request.extras.memory = data.memory.renew(reinterpret_cast<std::size_t>(*request.extras.memory), 1);
  }
  if (request.extras.reductions != nullptr) {
    renew_reductions(data.reductions, request.extras.reductions, worker.member->team->size);
    join_reductions(worker, request.extras.reductions, data.reductions);
    data.reducing = Reducing::owner;
  }
}

void open_shared(Worker& worker, const LoopRequest& request, const Schedule& schedule) noexcept {
  MemberData& data = member_data(*worker.member);
  bool first = false;
  ConstructShare* share = enter_construct(worker, [&](ConstructShare& content) noexcept {
    set_up(content, request, schedule, shape_of(worker, request, schedule));
    first = true;
  });
  if (share == nullptr) [[unlikely]] {
    LoopRequest nothing = request;
    nothing.space.trip = 0;
    return open_alone(worker, nothing, {ScheduleKind::static_chunks, 0});
  }
  data.loop.share = share;
  data.loop.schedule = share->schedule;
  if (request.extras.memory != nullptr) *request.extras.memory = share->memory.get();
  if (request.extras.reductions != nullptr) {
    join_reductions(worker, request.extras.reductions, share->reductions);
    data.reducing = first ? Reducing::owner : Reducing::joined;
  }
}

// A static schedule tells everybody his iterations; but where it comes from an ICV, the first thread's counts.
bool shares_nothing(const LoopRequest& request, const Schedule& schedule) noexcept {
  return schedule.kind == ScheduleKind::static_chunks && request.schedule.kind == ScheduleKind::static_chunks &&
         request.order == LoopOrder::none && request.extras.reductions == nullptr && request.extras.memory == nullptr;
}

LoopRange in_program_terms(const LoopSpace& space, const graph::Chunk& chunk) noexcept {
  if (chunk.empty()) return {};
  return {true, space.at(chunk.first), space.at(chunk.last)};
}

LoopRange next_in_order(Worker& worker) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  const bool shared = loop.share != nullptr;
  if (shared && !loop.chunk.empty()) loop.order == LoopOrder::ordered ? pass_turn(worker) : complete_chunk(worker);
  loop.chunk = loop.schedule->take(worker.member->seat, loop.cursor);
  loop.ordered_regions = 0;
  loop.turn_passed = false;
  if (shared && !loop.chunk.empty() && loop.order == LoopOrder::doacross) begin_chunk(worker);
  return in_program_terms(loop.space, loop.chunk);
}

}  // namespace

Schedule resolve_schedule(const Worker& worker, const LoopRequest& request) noexcept {
  Schedule schedule = request.schedule;
  if (schedule.kind == ScheduleKind::static_chunks || schedule.kind == ScheduleKind::inlined) return schedule;
  const Team& team = *worker.member->team;
  if (schedule.kind == ScheduleKind::runtime) schedule = run_schedule(worker);
  const LoopOverride override_by = team_data(*worker.member->team).loop_override;
  if (override_by != LoopOverride::asked && request.order == LoopOrder::none) [[unlikely]] {
    schedule.kind = static_cast<ScheduleKind>(override_by);
    if (schedule.kind == ScheduleKind::static_chunks) schedule.chunk = 0;
  }
  if (schedule.kind == ScheduleKind::automatic) {
    schedule = {ScheduleKind::dynamic, request.space.trip / (team.size * k_auto_chunks_per_thread)};
  }
  // Guided chunks have no fixed size, by which the window of a doacross loop finds the owner of an iteration.
  if (schedule.kind == ScheduleKind::guided && request.order == LoopOrder::doacross)
    schedule.kind = ScheduleKind::dynamic;
  if (schedule.kind != ScheduleKind::static_chunks && schedule.chunk == 0) schedule.chunk = 1;
  return schedule;
}

static_assert(static_cast<int>(LoopOverride::static_chunks) == static_cast<int>(ScheduleKind::static_chunks));
static_assert(static_cast<int>(LoopOverride::dynamic) == static_cast<int>(ScheduleKind::dynamic));
static_assert(static_cast<int>(LoopOverride::guided) == static_cast<int>(ScheduleKind::guided));

void open_loop(Worker& worker, const LoopRequest& request) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  loop.space = request.space;
  loop.cursor = {};
  loop.chunk = {};
  loop.order = request.order;
  if (worker.member->team->size == 1) return open_alone(worker, request, {ScheduleKind::static_chunks, 0});
  const Schedule schedule = resolve_schedule(worker, request);
  shares_nothing(request, schedule) ? open_alone(worker, request, schedule) : open_shared(worker, request, schedule);
}

LoopRange start_loop(Worker& worker, const LoopRequest& request) noexcept {
  open_loop(worker, request);
  if (request.schedule.kind == ScheduleKind::inlined) return {};
  return next_of_loop(worker);
}

LoopRange next_of_loop(Worker& worker) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  if (loop.order != LoopOrder::none) [[unlikely]]
    return next_in_order(worker);
  return in_program_terms(loop.space, loop.schedule->take(worker.member->seat, loop.cursor));
}

bool end_loop(Worker& worker, LoopEnd end) noexcept {
  MemberData& data = member_data(*worker.member);
  const bool shared = data.loop.share != nullptr;
  data.loop.schedule = nullptr;
  data.loop.share = nullptr;
  if (end == LoopEnd::nowait) {
    if (shared) leave_construct(worker);
    return false;
  }
  if (end == LoopEnd::cancellable) {
    if (runtime::barrier_cancellable(worker)) return true;
  } else {
    runtime::barrier(worker);
  }
  // Task reductions go on beyond the barrier: leave_reductions().
  if (data.reducing == Reducing::no) note_barrier(worker);
  return false;
}

}  // namespace heddle::omp
