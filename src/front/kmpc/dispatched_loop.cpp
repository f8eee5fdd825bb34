// __kmpc_dispatch_init_*, _next_*, _fini_*, _deinit.
#include "front/kmpc/dispatched_loop.hpp"

#include "front/kmpc/export.hpp"
#include "front/kmpc/league.hpp"
#include "runtime/loop_table.hpp"

using namespace heddle;
using kmpc::Bounds;
using kmpc::Ident;
using kmpc::Sched;
using kmpc::ThreadNumber;
using runtime::current;

namespace heddle::kmpc {

namespace {

omp::ScheduleKind kind_of(Sched schedule) noexcept {
  switch (schedule) {
    case Sched::dynamic:
    case Sched::ordered_dynamic:
      return omp::ScheduleKind::dynamic;
    case Sched::guided:
    case Sched::guided_iterative:
    case Sched::guided_analytical:
    case Sched::guided_simd:
    case Sched::ordered_guided:
      return omp::ScheduleKind::guided;
    case Sched::runtime:
    case Sched::runtime_simd:
    case Sched::ordered_runtime:
      return omp::ScheduleKind::runtime;
    case Sched::automatic:
    case Sched::ordered_auto:
      return omp::ScheduleKind::automatic;
    case Sched::static_steal:
      return omp::ScheduleKind{runtime::loop_number<platform::Threads>("steal")};
    default:
      return omp::ScheduleKind::static_chunks;
  }
}

bool in_one_block(Sched schedule) noexcept {
  return schedule == Sched::static_block || schedule == Sched::static_balanced || schedule == Sched::static_greedy ||
         schedule == Sched::ordered_static;
}

}  // namespace

omp::Schedule schedule_of(std::int32_t bits, std::int64_t chunk) noexcept {
  const Sched plain = without_modifiers(bits);
  omp::Schedule schedule;
  schedule.kind = kind_of(plain);
  const bool unsaid = in_one_block(plain) || schedule.kind == omp::ScheduleKind::automatic;
  schedule.chunk = chunk > 0 && !unsaid ? static_cast<std::uint64_t>(chunk) : 0;
  // Without a modifier an old compiler means rising chunks, except where the schedule itself says otherwise.
  const bool any_order = (bits & k_nonmonotonic) != 0 || plain == Sched::static_steal;
  schedule.monotonicity = any_order ? omp::Monotonicity::nonmonotonic : omp::Monotonicity::monotonic;
  return schedule;
}

namespace {

// What schedule(simd:runtime) comes to, in vectors; a guided schedule's chunks are multiples of its chunk size, too.
Dealing dealing_of_vectors(const omp::RunSchedule& chosen, std::uint64_t length) noexcept {
  const std::uint64_t chunk = chosen.chunk > 0 ? static_cast<std::uint64_t>(chosen.chunk) : 1;
  if (chosen.chosen && chosen.kind == omp::ScheduleKind::guided)
    return {{omp::ScheduleKind::guided, 1}, length * chunk};
  if (chosen.chosen && chosen.kind == omp::ScheduleKind::dynamic) return {{omp::ScheduleKind::dynamic, chunk}, length};
  const bool in_chunks = chosen.chosen && chosen.kind == omp::ScheduleKind::static_chunks && chosen.chunk > 0;
  return {{omp::ScheduleKind::static_chunks, in_chunks ? chunk : 0}, length};
}

}  // namespace

Dealing dealing_of(const omp::Worker& worker, std::int32_t bits, std::int64_t chunk) noexcept {
  const Sched plain = without_modifiers(bits);
  const std::uint64_t length = chunk > 0 ? static_cast<std::uint64_t>(chunk) : 1;
  if (plain == Sched::runtime_simd) [[unlikely]]
    return dealing_of_vectors(omp::icv(worker).run_sched, length);
  if (plain == Sched::guided_simd) [[unlikely]]
    return {{omp::ScheduleKind::guided, 1}, length};
  return {schedule_of(bits, chunk), 1};
}

omp::LoopOrder order_of(Sched schedule) noexcept {
  const bool ordered = schedule >= Sched::ordered_static_chunked && schedule <= Sched::ordered_auto;
  return ordered ? omp::LoopOrder::ordered : omp::LoopOrder::none;
}

namespace {

// The team's block of the iterations is the loop.
template <class T>
void open_in_league(DispatchedLoop<T> loop, std::int32_t* last) noexcept {
  const StaticShare<T> team = block_of(loop.bounds, team_share());
  if (last != nullptr) *last = team.last ? 1 : 0;
  loop.bounds = team.bounds;
  open_dispatched(loop);
}

}  // namespace

}  // namespace heddle::kmpc

extern "C" {

void HEDDLE_KMPC_EXPORT(__kmpc_dispatch_init_4)(Ident* at, ThreadNumber /*self*/, std::int32_t schedule,
                                                std::int32_t lower, std::int32_t upper, std::int32_t step,
                                                std::int32_t chunk) {
  kmpc::open_dispatched<std::int32_t>({at, schedule, {lower, upper, step}, chunk});
}
void HEDDLE_KMPC_EXPORT(__kmpc_dispatch_init_4u)(Ident* at, ThreadNumber /*self*/, std::int32_t schedule,
                                                 std::uint32_t lower, std::uint32_t upper, std::int32_t step,
                                                 std::int32_t chunk) {
  kmpc::open_dispatched<std::uint32_t>({at, schedule, {lower, upper, step}, chunk});
}
void HEDDLE_KMPC_EXPORT(__kmpc_dispatch_init_8)(Ident* at, ThreadNumber /*self*/, std::int32_t schedule,
                                                std::int64_t lower, std::int64_t upper, std::int64_t step,
                                                std::int64_t chunk) {
  kmpc::open_dispatched<std::int64_t>({at, schedule, {lower, upper, step}, chunk});
}
void HEDDLE_KMPC_EXPORT(__kmpc_dispatch_init_8u)(Ident* at, ThreadNumber /*self*/, std::int32_t schedule,
                                                 std::uint64_t lower, std::uint64_t upper, std::int64_t step,
                                                 std::int64_t chunk) {
  kmpc::open_dispatched<std::uint64_t>({at, schedule, {lower, upper, step}, chunk});
}

void HEDDLE_KMPC_EXPORT(__kmpc_dist_dispatch_init_4)(Ident* at, ThreadNumber /*self*/, std::int32_t schedule,
                                                     std::int32_t* last, std::int32_t lower, std::int32_t upper,
                                                     std::int32_t step, std::int32_t chunk) {
  kmpc::open_in_league<std::int32_t>({at, schedule, {lower, upper, step}, chunk}, last);
}
void HEDDLE_KMPC_EXPORT(__kmpc_dist_dispatch_init_4u)(Ident* at, ThreadNumber /*self*/, std::int32_t schedule,
                                                      std::int32_t* last, std::uint32_t lower, std::uint32_t upper,
                                                      std::int32_t step, std::int32_t chunk) {
  kmpc::open_in_league<std::uint32_t>({at, schedule, {lower, upper, step}, chunk}, last);
}
void HEDDLE_KMPC_EXPORT(__kmpc_dist_dispatch_init_8)(Ident* at, ThreadNumber /*self*/, std::int32_t schedule,
                                                     std::int32_t* last, std::int64_t lower, std::int64_t upper,
                                                     std::int64_t step, std::int64_t chunk) {
  kmpc::open_in_league<std::int64_t>({at, schedule, {lower, upper, step}, chunk}, last);
}
void HEDDLE_KMPC_EXPORT(__kmpc_dist_dispatch_init_8u)(Ident* at, ThreadNumber /*self*/, std::int32_t schedule,
                                                      std::int32_t* last, std::uint64_t lower, std::uint64_t upper,
                                                      std::int64_t step, std::int64_t chunk) {
  kmpc::open_in_league<std::uint64_t>({at, schedule, {lower, upper, step}, chunk}, last);
}

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_dispatch_next_4)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t* last,
                                                        std::int32_t* lower, std::int32_t* upper,
                                                        std::int32_t* stride) {
  return kmpc::next_dispatched<std::int32_t>(current(), {last, lower, upper, stride});
}
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_dispatch_next_4u)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t* last,
                                                         std::uint32_t* lower, std::uint32_t* upper,
                                                         std::int32_t* stride) {
  return kmpc::next_dispatched<std::uint32_t>(current(), {last, lower, upper, stride});
}
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_dispatch_next_8)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t* last,
                                                        std::int64_t* lower, std::int64_t* upper,
                                                        std::int64_t* stride) {
  return kmpc::next_dispatched<std::int64_t>(current(), {last, lower, upper, stride});
}
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_dispatch_next_8u)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t* last,
                                                         std::uint64_t* lower, std::uint64_t* upper,
                                                         std::int64_t* stride) {
  return kmpc::next_dispatched<std::uint64_t>(current(), {last, lower, upper, stride});
}

// Called after each iteration of an ordered loop; omp counts the ordered regions themselves.
void HEDDLE_KMPC_EXPORT(__kmpc_dispatch_fini_4)(Ident* /*at*/, ThreadNumber /*self*/) {}
void HEDDLE_KMPC_EXPORT(__kmpc_dispatch_fini_4u)(Ident* /*at*/, ThreadNumber /*self*/) {}
void HEDDLE_KMPC_EXPORT(__kmpc_dispatch_fini_8)(Ident* /*at*/, ThreadNumber /*self*/) {}
void HEDDLE_KMPC_EXPORT(__kmpc_dispatch_fini_8u)(Ident* /*at*/, ThreadNumber /*self*/) {}

void HEDDLE_KMPC_EXPORT(__kmpc_dispatch_deinit)(Ident* /*at*/, ThreadNumber /*self*/) {
  kmpc::leave_open_loop(current());
}

}  // extern "C"
