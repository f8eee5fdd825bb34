// The functions behind the macros of idws.h: the loops of each size of team, and last words about wrong calls.
#include "heddle/idws.h"

#include <memory>
#include <string>

#include "base/message.hpp"
#include "front/c/idws_loop.hpp"
#include "loop/interrupts/interrupt_loop.hpp"
#include "platform/threads/threads.hpp"

namespace {

using P = heddle::platform::Threads;

/// What teams of one size run: claimed strips, or chunks that signals cut.
struct Loop {
  explicit Loop(std::uint32_t threads) noexcept : strips(threads) { chunks.make_room(threads); }
  heddle::idws::SharedLoop<P> strips;
  heddle::loop::InterruptLoop<P> chunks;
};

static_assert(sizeof(heddle::loop::InterruptWords<P>) == sizeof(heddle_idws_words));
using heddle::base::fatal;

constexpr std::uint32_t k_most_seats = 1 << 16;

// By size of team, made when such a team runs its first loop; never destroyed, because threads of the program may
// outlive every destructor. Replaced by a larger one while nobody is in a loop.
struct Loops {
  std::uint32_t most;  // threads of a team
  std::unique_ptr<P::atomic<Loop*>[]> by_threads;
};
P::atomic<Loops*> loops{nullptr};
P::atomic<bool> initialised{false};

std::uint32_t seats() noexcept {
  // order: relaxed (both) — written before the region in which they are read.
  if (!initialised.load(std::memory_order_relaxed)) return 0;
  return loops.load(std::memory_order_relaxed)->most;
}

void make_room(std::uint32_t threads) noexcept {
  // order: relaxed (all) — nobody is in a loop now; the start of a region publishes it.
  Loops* const old = loops.load(std::memory_order_relaxed);
  if (old != nullptr && old->most >= threads) return;
  auto* larger = new Loops{threads, std::make_unique<P::atomic<Loop*>[]>(threads + 1)};
  for (std::uint32_t size = 1; old != nullptr && size <= old->most; ++size)
    larger->by_threads[size].store(old->by_threads[size].load(std::memory_order_relaxed), std::memory_order_relaxed);
  // order: relaxed — as above.
  loops.store(larger, std::memory_order_relaxed);
  delete old;
}

Loop& loop_of(std::uint32_t threads) noexcept {
  // order: relaxed — as in seats().
  P::atomic<Loop*>& place = loops.load(std::memory_order_relaxed)->by_threads[threads];
  // order: acquire — pairs with the exchange below: the object is made.
  Loop* there = place.load(std::memory_order_acquire);
  if (there != nullptr) [[likely]]
    return *there;
  auto made = std::make_unique<Loop>(threads);
  // order: release, acquire — publishes the object; the loser takes the winner's.
  if (place.compare_exchange_strong(there, made.get(), std::memory_order_release, std::memory_order_acquire))
    return *made.release();
  return *there;
}

// What is wrong with the call, or nothing.
void check(const heddle_idws_caller& caller) noexcept {
  if (seats() == 0)
    fatal({"IDWS_prologue before IDWS::IDWS_Initialize(): call that once, before the first parallel region"});
  if (caller.level == 0) fatal({"IDWS_prologue outside a parallel region: put it into #pragma omp parallel"});
  if (caller.thread < 0 || caller.thread >= caller.threads)
    fatal({"IDWS_prologue: tid is ", std::to_string(caller.thread), " in a team of ", std::to_string(caller.threads),
           " threads; set it to omp_get_thread_num() inside the region"});
  if (static_cast<std::uint32_t>(caller.threads) > seats())
    fatal({"IDWS_prologue: a team of ", std::to_string(caller.threads), " threads, but IDWS::IDWS_Initialize() found ",
           std::to_string(seats()), "; call it after omp_set_num_threads()"});
}

Loop& made(heddle_idws_loop* loop) noexcept { return *reinterpret_cast<Loop*>(loop); }
heddle::graph::Seat seat_of(int thread) noexcept { return static_cast<heddle::graph::Seat>(thread); }

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void heddle_idws_initialize(int threads) {
  if (threads < 1 || static_cast<std::uint32_t>(threads) > k_most_seats)
    fatal({"IDWS::IDWS_Initialize(): there cannot be ", std::to_string(threads), " threads"});
  make_room(static_cast<std::uint32_t>(threads));
  // order: relaxed — as in seats().
  initialised.store(true, std::memory_order_relaxed);
}

[[gnu::visibility("default")]] void heddle_idws_finalize() {
  // order: relaxed — as in seats().
  initialised.store(false, std::memory_order_relaxed);
}

// The team's own size counts: were the program's `nthreads` larger, nobody would run the rest.
[[gnu::visibility("default")]] heddle_idws_loop* heddle_idws_enter(const heddle_idws_caller* caller, uint64_t size) {
  check(*caller);
  Loop& loop = loop_of(static_cast<std::uint32_t>(caller->threads));
  if (loop.strips.enter(seat_of(caller->thread), size)) return reinterpret_cast<heddle_idws_loop*>(&loop);
  fatal({"IDWS_prologue: thread ", std::to_string(caller->thread),
         " is in such a loop already; they do not nest, and one team at a time may run them"});
}

[[gnu::visibility("default")]] int heddle_idws_next(heddle_idws_loop* loop, int thread, heddle_idws_strip* strip) {
  const heddle::graph::Chunk taken = made(loop).strips.next(seat_of(thread));
  *strip = {taken.first, taken.last};
  return taken.empty() ? 0 : 1;
}

[[gnu::visibility("default")]] void heddle_idws_drop(heddle_idws_loop* loop, int thread) {
  made(loop).strips.drop(seat_of(thread));
}

[[gnu::visibility("default")]] void heddle_idws_leave(heddle_idws_loop* loop, int thread) {
  made(loop).strips.leave(seat_of(thread));
}

[[gnu::visibility("default")]] heddle_idws_loop* heddle_idws_enter_signals(const heddle_idws_caller* caller,
                                                                           uint64_t size, heddle_idws_words** words) {
  check(*caller);
  if (!P::allow_interrupts())
    fatal(
        {"IDWS_SIGNALS: the program uses all real-time signals; leave one of SIGRTMIN to SIGRTMAX without a handler"});
  const auto threads = static_cast<std::uint32_t>(caller->threads);
  Loop& loop = loop_of(threads);
  *words = reinterpret_cast<heddle_idws_words*>(&loop.chunks.enter(seat_of(caller->thread), size, threads));
  return reinterpret_cast<heddle_idws_loop*>(&loop);
}

[[gnu::visibility("default")]] int heddle_idws_forage(heddle_idws_loop* loop, int thread) {
  return made(loop).chunks.forage(seat_of(thread)) ? 1 : 0;
}

[[gnu::visibility("default")]] void heddle_idws_abandoned() {
  fatal({"IDWS_epilogue was not reached: with IDWS_SIGNALS a loop must not be left by an exception or a jump"});
}

}  // extern "C"
