// The platform policy under the explorer: the same members as Threads, so that engine headers run unmodified. Every
// member is a step of the model, whose outcome the running Engine chooses.
//
// Usable only within check::explore(). The model's own data goes into plain<T>, which finds data races.
#pragma once

#include <atomic>
#include <cstdint>

#include "platform/check/atomic.hpp"
#include "platform/check/explore.hpp"
#include "platform/check/plain.hpp"
#include "platform/interruptible.hpp"
#include "platform/policy.hpp"
#include "platform/spins.hpp"

namespace heddle::platform {

struct Check {
  template <class T>
  using atomic = check::Atomic<T>;

  static void fence(std::memory_order order) { check::Engine::current().fence(order); }
  static void light_fence() noexcept {}
  static void heavy_fence() { check::Engine::current().fence_everywhere(); }
  static void prepare_heavy_fences() {}
  static void pause() { check::Engine::current().yield(); }
  template <class Done>
  static bool pauses(std::uint32_t count, Done done) {
    for (std::uint32_t round = 0; round < count; ++round) {
      pause();
      if (done()) return true;
    }
    return false;
  }
  static void yield() { check::Engine::current().yield(); }

  template <class T, class Done>
  static bool spin_until(const atomic<T>& word, Done done, Spins budget) {
    return check::Engine::current().spin_until(
        word.id(), [&](std::uint64_t bits) { return done(check::from_bits<T>(bits)); }, budget);
  }

  static void park(atomic<std::uint32_t>& word, std::uint32_t expected) {
    check::Engine::current().park(word.id(), expected);
  }
  static void unpark_one(atomic<std::uint32_t>& word) {
    check::Engine::current().unpark(word.id(), check::Engine::Wake::one);
  }
  static void unpark_all(atomic<std::uint32_t>& word) {
    check::Engine::current().unpark(word.id(), check::Engine::Wake::all);
  }

  /// Steps so far: grows, and means nothing else.
  static std::uint64_t now_ns() { return check::Engine::current().steps(); }
  static std::uint64_t rough_ns() { return now_ns(); }
  static const char* half_of_stack() noexcept { return nullptr; }

  /// Handlers are steps of the model: they run between any two steps of their thread.
  using ThreadName = std::uint32_t;
  static ThreadName thread_name() noexcept { return check::current_thread(); }
  static bool interrupt(ThreadName thread) {
    check::interrupt(thread);
    return true;
  }
  static void interruptible(Interruptible* target) {
    check::on_interrupt([target] {
      if (target != nullptr) target->interrupted();
    });
  }

  // Beyond the policy, for models that run under more than one engine.
  template <class T>
  using plain = check::Plain<T>;
  static void require(bool condition, const char* claim) { check::require(condition, claim); }
  static std::uint32_t thread() noexcept { return check::current_thread(); }
};
static_assert(InterruptingPolicy<Check>);

}  // namespace heddle::platform
