// heddle_loop_run and what its bodies call: threads for a loop, iterations for the threads.
//
// Outside any parallel region the loop opens one, as an OpenMP parallel loop would: on the same hot team, with the same
// cost. Inside a region there are no threads to be had, but perhaps idle ones: there the loop is tasks, one for each
// seat beside the caller's, urgent ones, as somebody waits for them. Who comes late finds its iterations taken by
// others, where the schedule lets them be taken.
#include <algorithm>
#include <memory>

#include "base/bits.hpp"
#include "front/c/options.hpp"
#include "front/c/seats.hpp"
#include "front/c/share.hpp"
#include "graph/loop_space.hpp"
#include "omp/parallel_loop.hpp"
#include "omp/tasks.hpp"
#include "runtime/loop_table.hpp"
#include "runtime/tasking.hpp"

namespace heddle::c {
namespace {

using Tasking = runtime::Tasking<P>;
using omp::ScheduleKind;

void run_alone(Loop& loop) noexcept {
  heddle_share share{.loop = loop, .source = Source::alone, .rest = {0, loop.trips}};
  loop.body(loop.data, &share);
}

// -- in a region of its own

void run_in_region(void* argument) noexcept {
  Loop& loop = *static_cast<Loop*>(argument);
  process::Worker& worker = runtime::current();
  heddle_share share{.loop = loop, .source = Source::region, .seat = worker.member->seat, .worker = &worker};
  loop.body(loop.data, &share);
  omp::end_loop(worker, omp::LoopEnd::nowait);
}

void run_region(Loop& loop, const Options& options, unsigned threads) noexcept {
  omp::LoopRequest request;
  request.space = graph::counted_space(loop.trips);
  request.schedule = options.schedule;
  request.site = reinterpret_cast<std::uintptr_t>(loop.body);  // in C++ each body has a function of its own
  omp::parallel_loop({run_in_region, &loop, threads, 0}, request);
}

// -- inside a region

/// A loop whose seats are tasks.
struct TaskLoop {
  Loop& loop;
  std::unique_ptr<graph::LoopSchedule<P>> schedule;
  Seats<P> seats;

  void run(std::uint32_t seat) noexcept {
    heddle_share share{.loop = loop, .source = Source::schedule, .seat = seat, .schedule = schedule.get()};
    loop.body(loop.data, &share);
  }
};

// An automatic one is idws, whose seats need not all be taken at once.
const runtime::LoopPolicy<P>& policy_of(ScheduleKind kind) noexcept {
  constexpr ScheduleKind k_idws{runtime::loop_number<P>("idws")};
  const ScheduleKind chosen = kind == ScheduleKind::automatic ? k_idws : kind;
  return *runtime::find_loop(runtime::loop_schedules<P>(), static_cast<unsigned>(chosen));
}

void help(void* argument) noexcept {
  TaskLoop& party = **static_cast<TaskLoop**>(argument);
  party.seats.run_one([&party](std::uint32_t seat) noexcept { party.run(seat); });
}

void run_party(process::Worker& worker, Loop& loop, const Options& options, unsigned threads) noexcept {
  const runtime::LoopPolicy<P>& policy = policy_of(options.schedule.kind);
  TaskLoop party{.loop = loop, .schedule = policy.make({}), .seats = Seats<P>(threads)};
  const bool counted = policy.traits.chunk == runtime::ChunkRule::at_least_one;
  const std::uint64_t chunk = counted ? std::max<std::uint64_t>(options.schedule.chunk, 1) : options.schedule.chunk;
  party.schedule->open({loop.trips, chunk, threads});
  omp::taskgroup_start(worker);
  TaskLoop* address = &party;
  // Urgent, so that it is given away whatever such tasks have cost before, and found before others.
  const runtime::Spawn helper{
      .body = help, .data = &address, .bytes = sizeof address, .alignment = alignof(TaskLoop*), .priority = 1};
  for (unsigned seat = 1; seat < threads; ++seat) Tasking::spawn(worker, helper);
  const auto run_seat = [&party](std::uint32_t seat) noexcept { party.run(seat); };
  party.seats.run_one(run_seat);
  omp::taskgroup_end(worker);
  party.seats.run_rest(run_seat);  // tasks of a cancelled group or region are dropped; this loop was not cancelled
}

/// So many that each has something to do.
unsigned threads_for(const process::Worker& worker, const Options& options, std::uint64_t trips) noexcept {
  const unsigned team = worker.member->team->size - worker.member->team->doors;
  const unsigned here = options.threads == 0 ? team : std::min(options.threads, team);
  const unsigned threads = team > 1 ? here : omp::threads_for(worker, options.threads);
  const std::uint64_t chunk = options.schedule.chunk;
  return static_cast<unsigned>(std::min<std::uint64_t>(threads, chunk == 0 ? trips : base::divide_up(trips, chunk)));
}

// Blocks of equal shares are cut, so that the loop can be stopped; what a schedule cuts itself is left as it is. But
// what stands behind a dynamic loop may be one that balances itself, whose strips are several chunks.
std::uint64_t longest_block(const Loop& loop, const Options& options, unsigned threads) noexcept {
  if (options.schedule.kind == ScheduleKind::dynamic && options.schedule.chunk != 0) return options.schedule.chunk;
  const bool whole =
      options.schedule.kind == ScheduleKind::static_chunks || options.schedule.kind == ScheduleKind::guided;
  if (threads > 1 && (!whole || options.schedule.chunk != 0)) return UINT64_MAX;
  const std::uint64_t even = std::max<std::uint64_t>(base::divide_up(loop.trips, threads * k_strips), 1);
  return options.schedule.chunk == 0 ? even : std::min(even, options.schedule.chunk);
}

void run(Loop& loop, const Options& options) noexcept {
  process::Worker& worker = runtime::current();
  const unsigned threads = threads_for(worker, options, loop.trips);
  loop.longest = longest_block(loop, options, threads);
  if (threads <= 1) return run_alone(loop);
  worker.member->team->size > 1 ? run_party(worker, loop, options, threads) : run_region(loop, options, threads);
}

graph::Chunk refill(heddle_share& share) noexcept {
  if (share.source == Source::alone) return {};
  if (share.source == Source::schedule) return share.schedule->take(share.seat, share.cursor);
  const omp::LoopRange range = omp::next_of_loop(*share.worker);
  return {range.first, range.last};
}

}  // namespace

std::uint32_t most_seats(const heddle_loop_options* given, std::uint64_t trips) noexcept {
  Options options;
  return check_options(given, options) == HEDDLE_OK ? threads_for(runtime::current(), options, trips) : 0;
}

}  // namespace heddle::c

using namespace heddle::c;  // the rest of the file is extern "C"

extern "C" {

[[gnu::visibility("default")]] int heddle_loop_run(uint64_t trips, heddle_share_body body, void* data,
                                                   const heddle_loop_options* options) {
  if (body == nullptr) return HEDDLE_NULL_BODY;
  Options checked;
  if (const int refused = check_options(options, checked); refused != HEDDLE_OK) return refused;
  if (trips == 0) return HEDDLE_OK;
  Loop loop{.body = body, .data = data, .trips = trips};
  run(loop, checked);
  return HEDDLE_OK;
}

[[gnu::visibility("default")]] int heddle_loop_next(heddle_share* share, heddle_block* block) {
  // order: relaxed — a request to stop; nothing is read because of it.
  if (share->loop.stopped.load(std::memory_order_relaxed)) return 0;
  if (share->rest.empty()) share->rest = refill(*share);
  if (share->rest.empty()) return 0;
  block->first = share->rest.first;
  block->last = block->first + std::min(share->rest.last - block->first, share->loop.longest);
  share->rest.first = block->last;
  return 1;
}

[[gnu::visibility("default")]] void heddle_loop_stop(heddle_share* share) {
  // order: relaxed — as in heddle_loop_next().
  share->loop.stopped.store(true, std::memory_order_relaxed);
}

[[gnu::visibility("default")]] uint32_t heddle_loop_seat(const heddle_share* share) { return share->seat; }

}  // extern "C"
