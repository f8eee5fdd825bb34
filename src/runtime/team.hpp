// Worker, Member, Team: who runs tasks, where it sits, and with whom.
//
// A Worker is a thread known to Heddle; its object lives as long as the process. A Team is the set of workers of one
// parallel region; a Member is a seat in it. While a worker is inside a region its `member` is its seat in the
// innermost team; a thread outside any region sits alone in a team of one. A worker that masters a region keeps the
// team for the next region of that level ("hot team", Member::inner).
//
// Every field says who may touch it: [own] the worker in the seat, [master] the worker in seat 0 while the region is
// closed, [any] anybody, through atomics. Teams are recycled, never freed, so an old pointer may be read at any time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/cache_line.hpp"
#include "graph/dependence_manager.hpp"
#include "graph/groups.hpp"
#include "graph/idle_job.hpp"
#include "graph/scheduler.hpp"
#include "graph/task.hpp"
#include "memory/slab.hpp"
#include "probe/points.hpp"
#include "runtime/backoff.hpp"
#include "runtime/granularity.hpp"
#include "runtime/ready_tasks.hpp"
#include "runtime/settings.hpp"
#include "runtime/sleepers.hpp"
#include "runtime/writers.hpp"

namespace heddle::runtime {

template <class P>
struct Team;
template <class P>
struct Member;
template <class P>
class Runtime;

using graph::Seat;

/// Reports of finished children, collected as long as they go to one parent and one group.
template <class P>
struct Reports {
  graph::Task<P>* parent = nullptr;
  graph::Group<P>* group = nullptr;  // null unless the children count in their group
  graph::Departure departure = 0;
  std::uint32_t count = 0;  // tasks; 0: nothing to report
};

/// What a master tells a worker: sit there, run this. All that a worker needs to start, in the one line it waits at.
template <class P>
struct alignas(base::k_line_bytes) Order {
  typename P::template atomic<std::uint64_t> number{0};  // grows by one with every order
  Member<P>* member = nullptr;
  void (*body)(void*) = nullptr;
  void* argument = nullptr;
  void* environment = nullptr;  // of the implicit task
  graph::Task<P>* parent_task = nullptr;
  std::uint64_t region = 0;
  std::uint64_t barrier_base = 0;
};

/// Rooms above that keep something with each worker.
inline constexpr std::size_t k_keepers = 5;

template <class P>
struct Worker : graph::AnyWorker {
  // -- [own] hot -----------------------------------------------------------------------------------------------------
  Member<P>* member = nullptr;
  graph::Task<P>* task = nullptr;  // the task it runs
  Runtime<P>* runtime = nullptr;
  probe::RecorderField recorder = nullptr;  // null unless the process is traced or watched
  Reports<P> reports;
  std::array<void*, k_keepers> kept{};     // of the rooms above, each at its own place
  std::int64_t immovable = 0;              // pending tasks that nothing seems to move: the window stands on top of them
  std::uint64_t next_doubt = 0;            // how many created when it next doubts that
  std::uint64_t held_runs = 0;             // tasks that it has run where it was held back
  std::uint32_t until_sample = 1;          // queued tasks to run before the next is timed
  std::uint32_t in_place = 0;              // tasks that run inside each other's creation
  bool keeps_next = false;                 // it ends a task: of those that this lets go it runs one next
  graph::Task<P>* kept_next = nullptr;     // that one
  bool put_off = false;                    // of these, one has queued a task in a team of one: nobody else will run it
  const char* stack_half = nullptr;        // below it half of the thread's stack is used up
  bool may_seek = false;                   // in a team whose seekers are counted (Seeking)
  bool seeks = false;                      // and is one of them
  bool lingered = false;                   // it has waited for an order for long, and may ask whether it may end
  graph::Group<P>* free_groups = nullptr;  // for reuse, linked through `outer`
  memory::Slab<P> slab;
  std::uint32_t id = 0;                // unique in the process
  std::uint32_t binding = UINT32_MAX;  // the place it is bound to, or UINT32_MAX
  std::uint32_t rings = 0;             // times that it has asked since its order `rung_after`
  std::uint64_t rung_after = 0;
  Granularity<P> granularity;  // whether what it makes is worth giving away
  Courtesy courtesy;
  Worker* sits_for = nullptr;  // in a guest's seat: the worker that its thread was before (guests.hpp)

  // -- [any] ---------------------------------------------------------------------------------------------------------
  alignas(base::k_line_bytes) Order<P> order;                         // written by its master
  ParkingSlot<P> bed;                                                 // where it sleeps, see sleepers.hpp
  typename P::template atomic<WaitTarget> awaits{WaitTarget::order};  // what it sleeps for, while it does
  Worker* next_idle = nullptr;                                        // in the pool's list, under the pool's lock
  Member<P>* assigned = nullptr;  // of a pool worker: the seat that it is kept in, or null. Under the pool's lock
  std::uint64_t first_order = 0;  // orders that its thread does not carry out: they were its predecessor's
  typename P::template atomic<std::int32_t> clock{0};  // of its thread, for P::ran_ns(); 0 before the thread runs
};

template <class P>
struct alignas(base::k_line_bytes) Member {
  // -- set when the team is assembled, read by all
  Team<P>* team = nullptr;
  Worker<P>* worker = nullptr;
  Seat seat = 0;
  void* front = nullptr;     // the front's data of this seat
  void* watched = nullptr;   // [own] the watcher's
  Team<P>* inner = nullptr;  // [own] the team that this seat masters, kept for the next region
  // Written by its worker once a barrier and once a region, and read after each pause by those who wait for it: so with
  // what is hardly ever written, not with what its worker writes for each task.
  typename P::template atomic<std::uint64_t> arrived{0};  // barriers arrived at
  typename P::template atomic<std::uint64_t> left{0};     // last region left, times 2, plus 1 while it helps out

  // -- [own]
  alignas(base::k_line_bytes) std::uint64_t region = 0;  // the team's region in which it sits
  std::uint64_t barriers = 0;                            // barriers entered
  std::uint64_t created = 0;                             // own copies of the counters below
  std::uint64_t finished = 0;
  std::uint64_t next_look = 0;  // how many created when it next looks how much is pending
  std::uint64_t construct = 0;  // worksharing constructs entered in this region: the front's
  // Written for each task that runs inside its creator, read by others only for a message (watchdog.hpp).
  typename P::template atomic<std::uint64_t> in_creator{0};  // number of the task that runs inside its creator, or 0
  static constexpr std::uint64_t k_by_window = std::uint64_t{1} << 63;  // in it: as the creator is held back
  typename P::template atomic<graph::Body> code_in_creator{nullptr};    // and its code

  // -- written by its worker, read by the others of the team
  // -----------------------------------------------------------
  alignas(base::k_line_bytes) typename P::template atomic<std::uint64_t> created_shown{0};  // put into the world
  typename P::template atomic<std::uint64_t> finished_shown{0};  // tasks finished, with their parents told
  typename P::template atomic<std::uint64_t> sample{0};          // Sample: how long a body ran here of late
  typename P::template atomic<std::uint64_t> long_sample{0};     // the same of the last one that took long

  graph::Task<P> implicit;  // the seat's implicit task

  /// The seat whose implicit task this is.
  static Member& of_implicit(graph::Task<P>& task) noexcept {
    return *reinterpret_cast<Member*>(reinterpret_cast<char*>(&task) - offset_of_implicit());
  }

 private:
  static std::size_t offset_of_implicit() noexcept {
    // Member is not standard-layout, so offsetof is only conditionally supported; GCC and Clang support it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
    constexpr std::size_t k_polled = offsetof(Member, arrived) / base::k_line_bytes;
    static_assert(offsetof(Member, left) / base::k_line_bytes == k_polled);
    static_assert(offsetof(Member, region) / base::k_line_bytes > k_polled &&
                      offsetof(Member, in_creator) / base::k_line_bytes > k_polled &&
                      offsetof(Member, created_shown) / base::k_line_bytes > k_polled,
                  "who waits would take the line away from a worker with each task that it makes");
    return offsetof(Member, implicit);
#pragma GCC diagnostic pop
  }
};

template <class P>
struct Team {
  /// Whether a task was queued in the open region, for those who are inside.
  bool has_tasks() const noexcept {
    // order: acquire — pairs with mark_first_task().
    return tasking.load(std::memory_order_acquire) == region;
  }

  // -- [master]; read by all members. Written only when a value changes: a hot team's members keep these lines
  std::uint32_t size = 1;   // seats in use in this region
  std::uint32_t hired = 1;  // seats with a worker in them. Under the pool's lock
  // The first so many of them have workers with threads, in regions of fewer more may. Written under the pool's lock,
  // seldom: where it does not do for a region, the team is assembled anew.
  typename P::template atomic<std::uint32_t> capacity{1};
  std::uint32_t seats = 1;       // seats there are
  std::uint32_t doors = 0;       // of those in use, the last ones: tasks are made there, and none is run
  std::uint32_t processors = 1;  // that the process may use
  std::unique_ptr<Member<P>[]> members;
  std::optional<ReadyTasks<P>> ready;  // from when the team is made
  std::unique_ptr<graph::DependenceManager<P>> manager;
  graph::Groups<P>* groups = nullptr;  // how the scheduler divides the members; null: not at all
  graph::IdleJob<P>* job = nullptr;    // what idle workers do for the manager, which it lives in; null: nothing
  Runtime<P>* runtime = nullptr;
  Worker<P>* master = nullptr;     // in seat 0
  Member<P>* outer = nullptr;      // the seat from which the region was started; null for an initial team
  std::uint32_t level = 0;         // enclosing regions, active or not
  std::uint32_t active_level = 0;  // those with more than one thread
  std::uint32_t spin_ns = 0;       // patience of its waits
  std::uint32_t enough = 0;        // tasks queued by one member that make it run new ones at once
  bool counts_seekers = false;     // see Seeking
  bool nested = false;             // inside another region, when it was assembled. Under the pool's lock
  typename P::template atomic<std::uint32_t> last_size{1};  // `size`, for pool threads that may end
  void* front = nullptr;                                    // the front's data of this team
  void* watched = nullptr;                                  // the watcher's

  // -- [master]; new in every region, so apart
  alignas(base::k_line_bytes) std::uint64_t region = 0;  // number of the current region of this team object
  std::uint64_t barrier_base = 0;                        // barriers before this region
  graph::Task<P>* outer_task = nullptr;                  // what the master ran when it opened the region
  void* region_front = nullptr;                          // the front's data of the open region
  typename P::template atomic<std::uint64_t> ended{0};   // number of the last region that is over, for the same
  Team* next_free = nullptr;

  // -- [any]
  // --------------------------------------------------------------------------------------------------------------
  alignas(base::k_line_bytes) typename P::template atomic<std::uint64_t> tasking{0};  // last region that queued a task
  typename P::template atomic<std::uint64_t> closed{0};       // last region whose join is complete
  typename P::template atomic<bool> cancelled{false};         // the region is cancelled
  typename P::template atomic<bool> cancellable{false};       // whether anybody may cancel anything; never false again
  typename P::template atomic<Writers<P>*> writers{nullptr};  // from the first task on that asks; stays
  alignas(base::k_line_bytes) typename P::template atomic<std::uint64_t> released{0};  // barriers complete
  typename P::template atomic<std::uint64_t> all_arrived{0};  // last barrier that everybody has come to (larger teams)
  alignas(base::k_line_bytes) typename P::template atomic<std::uint64_t> gathered{0};  // arrivals, in larger teams
  typename P::template atomic<std::uint64_t> finished_outside{0};  // tasks completed by fulfilling their event
  typename P::template atomic<std::uint32_t> events{0};     // tasks that have run and wait for their event; a hint
  typename P::template atomic<std::uint32_t> outsiders{0};  // threads that are just fulfilling one
  // Of an initial team, for the rooms above, where the number is limited: threads of regions two levels and more below
  // it, their masters apart.
  typename P::template atomic<std::uint32_t> deeper_threads{0};
  Sleepers<P> sleepers;
};

}  // namespace heddle::runtime
