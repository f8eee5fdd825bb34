// What the members of a team share while they run worksharing constructs, and what each keeps for itself.
//
// A construct that shares anything (a dynamic loop, sections, ordered, memory) has a slot in the team's ring; one that
// does not (a static loop, and everything in a team of one) touches nothing but its member's own data. Worksharing
// constructs of one team do not nest (OpenMP 5.2 §17.1), so a member has at most one open.
// Called by the member's own thread only.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "base/check.hpp"
#include "graph/loop_space.hpp"
#include "loop/brief/brief.hpp"
#include "loop/static/static.hpp"
#include "omp/construct_ring.hpp"
#include "omp/doacross_window.hpp"
#include "omp/loop_schedules.hpp"
#include "omp/team_data.hpp"
#include "probe/unseen.hpp"
#include "runtime/tasking.hpp"

namespace heddle::omp {

// -- Zeroed memory that the threads of one construct share: what a front calls the construct's memory, and the private
// copies of task reductions. Kept for the next construct in the same slot as long as it is small.
//
// Used by the thread that sets a construct up, while nobody else is in it.

/// @param alignment  a power of two; at least a cache line is given, because each thread writes its own part
inline void* allocate_zeroed(std::size_t bytes, std::size_t alignment) noexcept {
  if (alignment < base::k_line_bytes) alignment = base::k_line_bytes;
  const std::size_t rounded = base::round_up(bytes == 0 ? 1 : bytes, alignment);
  const probe::Unseen unseen;  // the whole team uses it
  void* memory = std::aligned_alloc(alignment, rounded);
  HEDDLE_CHECK(memory != nullptr, "no memory left for a worksharing construct");
  return std::memset(memory, 0, rounded);
}

class ConstructMemory {
 public:
  ConstructMemory() = default;
  ConstructMemory(const ConstructMemory&) = delete;
  ConstructMemory& operator=(const ConstructMemory&) = delete;
  ~ConstructMemory() { give_back(); }

  void* renew(std::size_t bytes, std::size_t alignment) noexcept {
    if (bytes <= bytes_ && reinterpret_cast<std::size_t>(memory_) % alignment == 0 && !probe::looked_at())
      return std::memset(memory_, 0, bytes);
    give_back();
    memory_ = allocate_zeroed(bytes, alignment);
    bytes_ = bytes;
    return memory_;
  }

  /// Nobody uses it any more; gives it back if it is large.
  void release() noexcept {
    if (bytes_ <= k_kept_bytes) return;
    give_back();
    memory_ = nullptr;
    bytes_ = 0;
  }

  void* get() const noexcept { return memory_; }

 private:
  void give_back() noexcept {
    const probe::Unseen unseen;
    std::free(memory_);
  }

  static constexpr std::size_t k_kept_bytes = 4096;  // times 16 slots a team: less than one thread's stack

  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

// -- What is shared, and what is kept.

using graph::counted_space;
using graph::Direction;
using graph::LoopSpace;
using graph::signed_space;
using graph::unsigned_space;

/// What iterations owe each other. `noted`: nothing, but a trace wants to know of each chunk.
enum class LoopOrder : std::uint8_t { none, ordered, doacross, noted };

/// The content of a slot. Set up by the first thread that enters the construct.
struct ConstructShare {
  LoopSchedule* schedule = nullptr;  // one of those below
  ScheduleSlots schedules;
  ConstructMemory memory;
  ConstructMemory reductions;
  DoacrossWindow<platform::Threads> window;
  // Handed from thread to thread: the first iteration of the chunk whose ordered regions may run.
  alignas(base::k_line_bytes) platform::Threads::atomic<std::uint64_t> turn{0};
};

/// The loop or sections construct that a member has open.
struct OpenLoop {
  LoopSchedule* schedule = nullptr;  // null: none is open, or GCC runs the iterations itself
  LoopSpace space;
  graph::LoopCursor cursor;
  graph::Chunk chunk;                 // sections, ordered and doacross: the current one
  ConstructShare* share = nullptr;    // null: nothing is shared
  std::uint64_t ordered_regions = 0;  // finished in the current chunk
  std::uint64_t step = 0;             // for front/kmpc: of one iteration, where `space` counts several as one
  LoopOrder order = LoopOrder::none;
  bool turn_passed = false;  // ordered: of the current chunk
};

struct RegionLoop;

/// Whether the member has to end a taskgroup with reductions when it leaves the construct, and who frees the copies.
enum class Reducing : std::uint8_t { no, joined, owner };

struct alignas(base::k_line_bytes) MemberData {
  OpenLoop loop;
  ConstructNumber number = 0;       // of the construct it entered last
  ConstructNumber left_by_all = 0;  // it knows that everybody has left this construct and all before
  std::uint32_t singles = 0;        // entered in this region
  std::uint32_t trees = 0;          // of reductions, the same (reduction.hpp)
  ConstructNumber single_seen = 0;  // what TeamData::single was when the member looked last
  Reducing reducing = Reducing::no;
  loop::Static<platform::Threads> alone;  // for what is not shared
  ConstructMemory memory;                 // the same
  ConstructMemory reductions;
  loop::Brief<platform::Threads> brief;  // for loops that nobody has to open
  std::unique_ptr<RegionLoop, void (*)(RegionLoop*)> region_loop{nullptr, nullptr};  // see parallel_loop.cpp

  // Written by the member, read by those who wait for it.
  alignas(base::k_line_bytes) platform::Threads::atomic<ConstructNumber> left{
      0};                                                 // it has left this one and all before
  platform::Threads::atomic<std::uint64_t> awaits{0};     // see await()
  platform::Threads::atomic<ConstructNumber> offered{0};  // its copy is there for this tree
  platform::Threads::atomic<ConstructNumber> taken{0};    // and has been taken
  void* offer = nullptr;
};

inline constexpr std::uint32_t k_ring_slots = 16;  // how many nowait constructs a thread may be ahead of the slowest

struct TeamData {
  std::unique_ptr<MemberData[]> members;
  std::unique_ptr<ConstructRing<platform::Threads, ConstructShare, k_ring_slots>> ring;  // none in a team of one
  TeamLoops loops;
  loop::BriefSeats<platform::Threads> brief_seats;
  ScheduleKind loop_override = ScheduleKind::runtime;  // HEDDLE_LOOP
  bool shows_affinity = false;                         // of the region: OMP_DISPLAY_AFFINITY in libomp's way

  // Every thread of the team meets at this line in every single construct.
  alignas(base::k_line_bytes) platform::Threads::atomic<ConstructNumber> single{0};  // claimed last
  // single with copyprivate: written by the thread that ran it, read by the others.
  alignas(base::k_line_bytes) platform::Threads::atomic<ConstructNumber> copied{0};
  void* copy = nullptr;
  // One more than the number of barriers in front of the construct that is cancelled; see cancel_construct().
  platform::Threads::atomic<std::uint64_t> cancelled{0};
};

inline TeamData& team_data(Team& team) noexcept { return *static_cast<TeamData*>(team.front); }
inline MemberData& member_data(Member& member) noexcept { return *static_cast<MemberData*>(member.front); }

// -- Entering and leaving.

/// Enters a construct that shares something. `set_up(share)` is called in one of the threads.
/// @returns null in a region that is cancelled and whose ring stands still: the construct has nothing to do.
template <class SetUp>
ConstructShare* enter_construct(Worker& worker, SetUp set_up) noexcept;

/// Leaves it without waiting for the others.
void leave_construct(Worker& worker) noexcept;

/// A barrier has been passed: everybody has left every construct that this member has left.
void note_barrier(Worker& worker) noexcept;

/// Whether the slot is free or set up for the member's construct, waiting as long as it is neither.
Entry await_entry(Worker& worker, ConstructNumber number) noexcept;
void publish_construct(Worker& worker, ConstructNumber number) noexcept;

template <class SetUp>
ConstructShare* enter_construct(Worker& worker, SetUp set_up) noexcept {
  Member& member = *worker.member;
  Team& team = *member.team;
  const ConstructNumber number = construct_number(member.region, ++member.construct);
  member_data(member).number = number;
  const Entry entry = await_entry(worker, number);
  if (entry == Entry::occupied) [[unlikely]]
    return nullptr;
  ConstructShare& share = team_data(team).ring->content(number);
  if (entry == Entry::first) {
    set_up(share);
    publish_construct(worker, number);
  }
  return &share;
}

// -- Waiting inside a construct: for a turn, for an iteration, for a slot. Spins as long as the team's waits do, then
// sleeps in the worker's bed. No tasks are run meanwhile: these are no task scheduling points.
//
// A waiter says what it waits for (a key) before it lies down; who makes something happen wakes the waiters with that
// key, and pays one fence and one load while nobody sleeps. The protocol is that of runtime/sleepers.hpp.

using WaitKey = std::uint64_t;

/// A key for something that lies at an address, and for a number of it. Equal keys only cost a wake-up in vain.
inline WaitKey wait_key(const void* address, std::uint64_t number = 0) noexcept {
  return (reinterpret_cast<std::uintptr_t>(address) + number * 64) | 1;  // never 0
}

/// Waits until `done()`. Whoever makes it true calls wake_waiters() with the same key.
template <class Done>
[[gnu::noinline]] void await(Worker& worker, WaitKey key, Done done) noexcept {
  MemberData& data = member_data(*worker.member);
  // order: relaxed — prepare_to_park's fence orders it before the second look; pairs with the look in wake_waiters().
  data.awaits.store(key, std::memory_order_relaxed);
  runtime::wait_for(worker, done, runtime::Runs::none, runtime::WaitTarget::others);
  // order: relaxed — only a hint from here on.
  data.awaits.store(0, std::memory_order_relaxed);
}

/// Wakes those who sleep for this key. The slow half of the next function.
void wake_sleeping(Team& team, WaitKey key) noexcept;

/// To be called after what is waited for has been made true.
inline void wake_waiters(Team& team, WaitKey key) noexcept {
  // order: fence seq_cst — the Dekker pair of prepare_to_park: the waiter's second look sees the change, or it is seen
  // here.
  platform::Threads::fence(std::memory_order_seq_cst);
  if (team.sleepers.any()) [[unlikely]]
    wake_sleeping(team, key);
}

}  // namespace heddle::omp
