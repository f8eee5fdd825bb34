// Opening, running and leaving worksharing loops.
#include "omp/loop.hpp"

#include "base/bits.hpp"
#include "omp/ordered.hpp"
#include "omp/reduction.hpp"
#include "probe/points.hpp"
#include "runtime/barrier.hpp"

namespace heddle::omp {

namespace {

// What the ICV says; a loop that asks for rising chunks gets them, and so does a user who asks in OMP_SCHEDULE.
Schedule run_schedule(const Worker& worker, const LoopRequest& request) noexcept {
  const RunSchedule& icv_value = icv(worker).run_sched;
  if (!icv_value.chosen && request.unchosen == LoopRequest::Unchosen::static_blocks)
    return {ScheduleKind::static_chunks, 0, request.schedule.monotonicity};
  const bool rising = request.schedule.monotonicity == Monotonicity::monotonic || icv_value.monotonic();
  return {icv_value.kind, icv_value.chunk > 0 ? static_cast<std::uint64_t>(icv_value.chunk) : 0,
          rising ? Monotonicity::monotonic : Monotonicity::nonmonotonic};
}

// The schedules that balance themselves hand a thread's chunks out in any order.
bool may_balance(const LoopRequest& request, const Schedule& schedule) noexcept {
  return request.order == LoopOrder::none && schedule.monotonicity != Monotonicity::monotonic;
}

// HEDDLE_LOOP, where the loop lets it.
Schedule overridden(const Schedule& asked, const LoopRequest& request, ScheduleKind by) noexcept {
  if (traits_of(by).balances && !may_balance(request, asked)) return asked;
  Schedule schedule = asked;
  // A static block has no chunk size, and one for auto was never given.
  if (traits_of(by).fixed || asked.kind == ScheduleKind::automatic) schedule.chunk = 0;
  schedule.kind = by;
  return schedule;
}

graph::LoopShape shape_of(const Worker& worker, const LoopRequest& request, const Schedule& schedule) noexcept {
  const Team& team = *worker.member->team;
  return {request.space.trip, schedule.chunk, team.size, team.processors, request.site};
}

void set_up(ConstructShare& share, const LoopRequest& request, LoopSchedule& schedule,
            const graph::LoopShape& shape) noexcept {
  share.schedule = &schedule;
  schedule.open(shape);
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
    LoopSchedule& chosen = content.schedules.get(schedule.kind, team_data(*worker.member->team).loops);
    set_up(content, request, chosen, shape_of(worker, request, schedule));
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

bool shares_only_iterations(const LoopRequest& request) noexcept {
  return request.order == LoopOrder::none && request.extras.reductions == nullptr && request.extras.memory == nullptr;
}

// All members know the whole loop by themselves, also which schedule it has.
bool may_be_brief(const LoopRequest& request, const Schedule& schedule) noexcept {
  return traits_of(schedule.kind).brief && request.schedule.kind != ScheduleKind::runtime &&
         shares_only_iterations(request);
}

// @returns false when there is too much of it: it is to be opened by one for all.
bool open_brief(Worker& worker, const LoopRequest& request, const Schedule& schedule) noexcept {
  Member& member = *worker.member;
  MemberData& data = member_data(member);
  graph::LoopShape shape = shape_of(worker, request, schedule);
  shape.number = {member.region, member.construct + 1};
  if (!data.brief.is_for(shape)) return false;
  data.number = construct_number(member.region, ++member.construct);
  data.brief.open(shape);
  data.loop.share = nullptr;
  data.loop.schedule = &data.brief;
  return true;
}

// A static schedule tells everybody his iterations; but where it comes from an ICV, the first thread's counts.
bool shares_nothing(const LoopRequest& request, const Schedule& schedule) noexcept {
  return schedule.kind == ScheduleKind::static_chunks && request.schedule.kind == ScheduleKind::static_chunks &&
         shares_only_iterations(request);
}

LoopRange in_program_terms(const LoopSpace& space, const graph::Chunk& chunk) noexcept {
  if (chunk.empty()) return {};
  return {true, space.at(chunk.first), space.at(chunk.last)};
}

// Of a loop that one thread runs, so many parts are timed for the trace.
constexpr std::uint64_t k_noted_parts = 256;

bool is_traced(const Worker& worker) noexcept {
  return worker.recorder != nullptr && worker.runtime->settings().recording != nullptr;
}

// Its chunks take the slow path then. What the program runs by itself is not seen.
[[gnu::cold, gnu::noinline]] void note_loop(Worker& worker, const LoopRequest& request,
                                            const Schedule& schedule) noexcept {
  if (request.schedule.kind == ScheduleKind::inlined) return;
  OpenLoop& loop = member_data(*worker.member).loop;
  const bool ordered = request.order != LoopOrder::none;
  if (!ordered) loop.order = LoopOrder::noted;
  const bool rising = ordered || schedule.monotonicity == Monotonicity::monotonic;
  worker.recorder->note({.a = request.space.trip,
                         .b = schedule.chunk,
                         .event = probe::Event::loop_begin,
                         .detail = static_cast<std::uint16_t>(schedule.kind),
                         .extra = (rising ? format::k_rising : 0u) | (ordered ? format::k_ordered : 0u)});
}

// A team of one has no schedule but its own; a traced one runs in parts.
void open_alone_traced(Worker& worker, const LoopRequest& request) noexcept {
  note_loop(worker, request, resolve_schedule(worker, request));
  open_alone(worker, request, {ScheduleKind::static_chunks, base::divide_up(request.space.trip, k_noted_parts)});
}

LoopRange next_in_order(Worker& worker) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  const bool shared = loop.share != nullptr;
  if (shared && !loop.chunk.empty() && loop.order == LoopOrder::ordered) pass_turn(worker);
  if (shared && !loop.chunk.empty() && loop.order == LoopOrder::doacross) complete_chunk(worker);
  loop.chunk = loop.schedule->take(worker.member->seat, loop.cursor);
  probe::loop_chunk(worker.recorder, loop.chunk.first, loop.chunk.last);
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
  if (schedule.kind == ScheduleKind::runtime) schedule = run_schedule(worker, request);
  const ScheduleKind override_by = team_data(*worker.member->team).loop_override;
  // A static schedule is a promise of who runs what, also one that schedule(runtime) has found.
  if (override_by != ScheduleKind::runtime && request.order == LoopOrder::none &&
      schedule.kind != ScheduleKind::static_chunks) [[unlikely]]
    schedule = overridden(schedule, request, override_by);
  if (traits_of(schedule.kind).balances && !may_balance(request, schedule)) schedule.kind = ScheduleKind::dynamic;
  if (schedule.kind == ScheduleKind::automatic) {
    schedule = {ScheduleKind::dynamic, request.space.trip / (team.size * k_auto_chunks_per_thread)};
  }
  // By the size of chunks the window of a doacross loop finds the owner of an iteration: it must be fixed.
  if (schedule.kind != ScheduleKind::static_chunks && request.order == LoopOrder::doacross)
    schedule.kind = ScheduleKind::dynamic;
  if (schedule.chunk == 0) schedule.chunk = static_cast<std::uint64_t>(default_chunk(schedule.kind));
  return schedule;
}

void open_loop(Worker& worker, const LoopRequest& request) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  loop.space = request.space;
  loop.cursor = {};
  loop.chunk = {};
  loop.order = request.order;
  const bool traced = is_traced(worker);
  if (worker.member->team->size == 1) {
    if (traced) [[unlikely]]
      return open_alone_traced(worker, request);
    return open_alone(worker, request, {ScheduleKind::static_chunks, 0});
  }
  const Schedule schedule = resolve_schedule(worker, request);
  if (traced) [[unlikely]]
    note_loop(worker, request, schedule);
  if (may_be_brief(request, schedule) && open_brief(worker, request, schedule)) return;
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
  const bool counted = data.loop.share != nullptr || data.loop.schedule == &data.brief;
  probe::loop_end(worker.recorder, end == LoopEnd::nowait ? 1 : 0);
  data.loop.schedule = nullptr;
  data.loop.share = nullptr;
  // One that is cancelled is left without a last take().
  if (team_data(*worker.member->team).loops.interrupts) [[unlikely]]
    platform::Threads::interruptible(nullptr);
  if (end == LoopEnd::nowait) {
    if (counted) leave_construct(worker);
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

// -- Sections.

LoopRequest sections_request(std::uint64_t count) noexcept {
  LoopRequest request;
  request.space = counted_space(count);
  request.schedule = {ScheduleKind::dynamic, 1};
  return request;
}

std::uint64_t next_section(Worker& worker) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  // Where the team is one thread, the whole construct is one chunk.
  if (loop.chunk.empty()) loop.chunk = loop.schedule->take(worker.member->seat, loop.cursor);
  return loop.chunk.empty() ? UINT64_MAX : loop.chunk.first++;
}

}  // namespace heddle::omp
