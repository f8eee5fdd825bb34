// The platform policy for real threads: the members that engine code may ask of `P`, and nothing else.
//
// Engine classes are templates over a policy P (design: ARCHITECTURE.md, "Platform policy"). `Threads` maps each
// member to the plain operation: std::atomic, the pause instruction, the futex system call. The wrapper must cost
// nothing; tests/unit/platform checks the layout, the benchmark page the time.
//
// May be called from any thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "platform/interruptible.hpp"
#include "platform/policy.hpp"
#include "platform/spins.hpp"

namespace heddle::platform {

struct Threads {
  /// An atomic object. Same layout and instructions as std::atomic<T>.
  template <class T>
  using atomic = std::atomic<T>;

  /// A memory fence, std::atomic_thread_fence; under ThreadSanitizer an equivalent that it understands.
  static void fence(std::memory_order order) noexcept;

  /// Two halves of a Dekker pair for a frequent and a rare side: between a light fence on one thread and a heavy one on
  /// another there is the order that there is between two seq_cst fences. The heavy one interrupts the process's other
  /// threads that run (membarrier, some µs), so that the light one is nothing. Before the first of either,
  /// prepare_heavy_fences() has been called; where the kernel refuses, both are plain fences.
  static void light_fence() noexcept;
  static void heavy_fence() noexcept;
  static void prepare_heavy_fences() noexcept;

  /// One round of polite waiting: tells the core that this is a spin loop.
  static void pause() noexcept;

  /// So many rounds, or until `done()` holds. @returns whether it does
  template <class Done>
  static bool pauses(std::uint32_t count, Done done) noexcept;

  /// Spins until `done(value)` holds for a value loaded with acquire order, or the budget is used up.
  /// @returns true when `done` held. With Spins::unbounded() never returns false.
  template <class T, class Done>
  static bool spin_until(const atomic<T>& word, Done done, Spins budget) noexcept;

  /// Sleeps while `word == expected`; may wake up without reason. Returns at once if the word differs.
  static void park(atomic<std::uint32_t>& word, std::uint32_t expected) noexcept;
  /// Wakes at most one / every thread asleep in park(word). The caller has changed the word before.
  static void unpark_one(atomic<std::uint32_t>& word) noexcept;
  static void unpark_all(atomic<std::uint32_t>& word) noexcept;

  /// The same, for about so long at most.
  static void park_for(atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t ns) noexcept;

  /// A monotonic clock in nanoseconds; for budgets and probes, never for order.
  static std::uint64_t now_ns() noexcept;

  /// The cheapest clock there is (a few ns a look), in nanoseconds within a factor of two, for gaps between two looks
  /// of one thread.
  static std::uint64_t rough_ns() noexcept;

  /// Names the calling thread for ran_ns().
  static std::int32_t own_clock() noexcept;
  /// How long that thread has had a core; 0 when it has ended or the system does not tell. A system call.
  static std::uint64_t ran_ns(std::int32_t clock) noexcept;

  /// One pointer per thread, null at first: the engine's only thread-local.
  static void*& self() noexcept;

  /// Gives the core to another thread of the same core, if one wants to run.
  static void yield() noexcept;

  /// Puts the thread on a core that it may use and on which no other thread of this process runs, and leaves it free to
  /// move again. Some microseconds for each thread, 300 where the other core has to be woken.
  /// @returns false when there is no such core, or the system does not tell
  static bool change_core() noexcept;

  /// Names a thread of this process, to interrupt it; stays valid while the thread lives.
  using ThreadName = std::int32_t;
  static ThreadName thread_name() noexcept;
  /// Chooses the signal and installs its handler, once. @returns false when the program uses all real-time signals.
  static bool allow_interrupts() noexcept;
  /// The chosen signal; 0: none is.
  static int interrupt_signal() noexcept;
  /// Makes the thread answer as it last said by interruptible(), soon, perhaps in the middle of what it does.
  /// @returns false when it cannot be reached, or interrupts are not allowed
  static bool interrupt(ThreadName thread) noexcept;
  /// From here on this thread answers so; null: not at all. What it did before is complete for its handler.
  static void interruptible(Interruptible* target) noexcept;

  /// Starts a detached thread that runs main(argument); it inherits the caller's signal mask.
  /// The address at which half of the calling thread's stack is used up; null: not known.
  static const char* half_of_stack() noexcept;

  /// The thread gets more stack than is asked for, as frames of ours take up to twice what libgomp's do.
  /// @param stack_bytes  0: the system's default  @returns false when the system refuses
  static bool start_thread(void* (*main)(void*), void* argument, std::size_t stack_bytes) noexcept;

 private:
  static inline std::atomic<bool> heavy_fences_{false};  // the kernel has promised them
};
static_assert(Policy<Threads>);

}  // namespace heddle::platform

#include "platform/threads/threads_inline.hpp"
