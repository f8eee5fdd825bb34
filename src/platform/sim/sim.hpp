// The platform policy of a simulated many-core: the same members as Threads, so that engine headers run unmodified, in
// virtual time. Each thread has a core of its own, the first one core 0.
//
// Usable within sim::Engine::run(). Outside of it atomics are plain variables, and nothing may wait.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "platform/interruptible.hpp"
#include "platform/policy.hpp"
#include "platform/sim/atomic.hpp"
#include "platform/sim/engine.hpp"
#include "platform/spins.hpp"

namespace heddle::platform {

struct Sim {
  template <class T>
  using atomic = sim::Atomic<T>;

  /// Stores become visible in order and loads are never late, as on x86-64: only a full fence is waited for.
  static void fence(std::memory_order order) noexcept {
    if (order == std::memory_order::seq_cst) engine().fence();
  }
  static void light_fence() noexcept {}
  static void heavy_fence() noexcept {
    engine().spend(engine().machine().system.heavy_fence);
    engine().fence();
  }
  static void prepare_heavy_fences() noexcept {}

  static void pause() noexcept { engine().poll(engine().machine().system.pause); }
  /// So many as one event: only what `done` looks at may end them early.
  template <class Done>
  static bool pauses(std::uint32_t count, Done done) noexcept {
    engine().forget_reads();
    if (done()) return true;
    engine().poll(engine().machine().system.pause * sim::Cycles{count}, sim::Engine::Rounds::one);
    return done();
  }
  static bool change_core() noexcept { return false; }  // a thread stays on its core
  static void yield() noexcept { engine().poll(engine().machine().system.yield); }

  /// Sleeps on the line instead of polling it; a bounded spin ends after as much time as its rounds would take.
  template <class T, class Done>
  static bool spin_until(const atomic<T>& word, Done done, Spins budget) noexcept {
    sim::Engine& here = engine();
    const bool bounded = budget.rounds != Spins::unbounded().rounds;
    const sim::Cycles most = bounded ? budget.rounds * here.machine().system.pause : UINT64_MAX;
    const sim::Cycles start = here.now();
    for (;;) {
      // order: acquire — pairs with the release store of whoever makes `done` true.
      if (done(word.load(std::memory_order_acquire))) return true;
      const sim::Cycles spent = here.now() - start;
      if (spent >= most) return false;
      here.wait_for_change(&word, bounded ? most - spent : most);
    }
  }

  static void park(atomic<std::uint32_t>& word, std::uint32_t expected) noexcept { sleep(word, expected, UINT64_MAX); }
  static void park_for(atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t ns) noexcept {
    sleep(word, expected, engine().machine().to_cycles(ns));
  }
  static void unpark_one(atomic<std::uint32_t>& word) noexcept { engine().unpark(&word, 1); }
  static void unpark_all(atomic<std::uint32_t>& word) noexcept { engine().unpark(&word, UINT32_MAX); }

  /// Lines that come one after another, several under way at once. Not of the policy: for recorded programs.
  static void touch(std::uint32_t lines) noexcept {
    const sim::LineCosts& costs = engine().machine().line;
    if (lines != 0) engine().work(costs.transfer + (lines - 1) * costs.transfer / costs.overlap);
  }

  static std::uint64_t now_ns() noexcept {
    engine().spend(engine().machine().system.clock);
    return engine().machine().to_ns(engine().now());
  }
  static const char* half_of_stack() noexcept { return nullptr; }  // a fiber's

  /// What the time-stamp counter costs: a look at the clock without the call.
  static std::uint64_t rough_ns() noexcept {
    constexpr std::uint32_t k_counter_cycles = 25;  // Fog, Instruction tables (2022): rdtsc takes 18 to 40
    engine().spend(k_counter_cycles);
    return engine().machine().to_ns(engine().now());
  }

  static std::int32_t own_clock() noexcept { return static_cast<std::int32_t>(engine().self()) + 1; }
  static std::uint64_t ran_ns(std::int32_t clock) noexcept {
    if (clock == 0) return 0;
    engine().spend(engine().machine().system.clock_of_thread);
    return engine().machine().to_ns(engine().awake(static_cast<sim::CoreId>(clock - 1)));
  }

  static void*& self() noexcept { return engine().word_of_self(); }

  using ThreadName = std::int32_t;
  static ThreadName thread_name() noexcept { return static_cast<ThreadName>(engine().self()); }
  static bool allow_interrupts() noexcept { return true; }
  static int interrupt_signal() noexcept { return 0; }  // there are no signals
  static bool interrupt(ThreadName thread) noexcept { return engine().interrupt(static_cast<sim::CoreId>(thread)); }
  static void interruptible(Interruptible* target) noexcept { engine().interruptible(target); }

  /// On the next core that has no thread yet. @returns false when there is none
  static bool start_thread(void* (*main)(void*), void* argument, std::size_t /*stack_bytes*/) noexcept {
    engine().spend(engine().machine().system.thread_start);
    return engine().start([main, argument] { main(argument); });
  }

 private:
  static sim::Engine& engine() noexcept { return *sim::Engine::running(); }

  static void sleep(atomic<std::uint32_t>& word, std::uint32_t expected, sim::Cycles at_most) noexcept {
    engine().work(engine().machine().system.park);
    // order: acquire — the kernel's look at the word.
    if (word.load(std::memory_order_acquire) == expected) engine().park(&word, at_most);
  }
};
static_assert(Policy<Sim>);

}  // namespace heddle::platform
