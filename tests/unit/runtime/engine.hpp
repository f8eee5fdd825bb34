// The engine without a front door: a Runtime with given settings, whose calling thread is its first master, and short
// ways to open regions and to spawn closures. Used by the tests of the runtime, of the policies, and by stress tests.
//
// Pool threads live as long as the process, so a Runtime does, too; it is kept where leak checkers find it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <vector>

#include "platform/threads/threads.hpp"
#include "runtime/barrier.hpp"
#include "runtime/region.hpp"
#include "runtime/runtime.hpp"
#include "runtime/settings.hpp"
#include "runtime/tasking.hpp"

namespace heddle::test {

using P = platform::Threads;
using Worker = runtime::Worker<P>;
using Team = runtime::Team<P>;
using Task = graph::Task<P>;
using Tasking = runtime::Tasking<P>;
using Region = runtime::Region<P>;
using graph::Access;
using graph::Mode;

/// The calling thread's worker.
// Apart and without the null check: GCC tests the flags of the addition that makes a thread-local's address, and the
// linker may replace that by an instruction that sets none.
__attribute__((noinline, no_sanitize("undefined"))) inline Worker& self() noexcept {
  return *static_cast<Worker*>(P::self());
}
inline unsigned seat() noexcept { return self().member->seat; }
inline void barrier() noexcept { runtime::barrier(self()); }
inline void taskwait() noexcept { Tasking::wait_children(self()); }
inline void wait_for(std::initializer_list<Access> accesses) noexcept {
  Tasking::wait_accesses(self(), accesses.begin(), static_cast<std::uint32_t>(accesses.size()));
}

/// Runs `body` as the body of a taskgroup.
template <class Body>
void taskgroup(Body body) {
  Tasking::open_group(self());
  body();
  Tasking::close_group(self());
}

/// Opens a region of the calling thread's team, runs body() on every member, and closes it.
template <class Body>
void parallel(unsigned threads, Body body) {
  Worker& master = self();
  runtime::Launch launch;
  launch.body = [](void* closure) { (*static_cast<Body*>(closure))(); };
  launch.argument = &body;
  launch.threads = threads;
  Region::open(master, launch, [](Team&) noexcept {});
  body();
  Region::close(master);
}

/// Spawns closure() as a task of the calling thread's current task. The closure is copied as bytes.
template <class Closure>
void spawn(Closure closure, std::initializer_list<Access> accesses = {}, runtime::Spawn how = {}) {
  static_assert(std::is_trivially_copyable_v<Closure>);
  how.body = [](void* copy) { (*static_cast<Closure*>(copy))(); };
  how.data = &closure;
  how.bytes = sizeof(Closure);
  how.alignment = alignof(Closure);
  if (accesses.size() != 0) {
    how.accesses = accesses.begin();
    how.access_count = static_cast<std::uint32_t>(accesses.size());
  }
  Tasking::spawn(self(), how);
}

/// As the front does it for a task without clauses.
template <class Closure>
void spawn_plain(Closure closure) {
  static_assert(std::is_trivially_copyable_v<Closure>);
  Tasking::spawn_plain(
      self(), [](void* copy) { (*static_cast<Closure*>(copy))(); }, &closure, sizeof(Closure), alignof(Closure));
}

/// A detachable task. @returns its event
template <class Closure>
Task* spawn_detachable(Closure closure, std::initializer_list<Access> accesses = {}, runtime::Spawn how = {}) {
  struct Arguments {
    void* event;  // the first word receives the event
    Closure closure;
  };
  Arguments arguments{nullptr, closure};
  how.body = [](void* copy) { static_cast<Arguments*>(copy)->closure(); };
  how.data = &arguments;
  how.bytes = sizeof(Arguments);
  how.alignment = alignof(Arguments);
  how.flags |= graph::k_detachable;
  if (accesses.size() != 0) {
    how.accesses = accesses.begin();
    how.access_count = static_cast<std::uint32_t>(accesses.size());
  }
  void* event = nullptr;
  Tasking::spawn(self(), how, &event);
  return static_cast<Task*>(event);
}

inline void fulfill(Task* event) { Tasking::fulfill(self(), *event); }

/// Waits for a flag that another thread sets; lets others run meanwhile.
template <class Condition>
void spin_until(Condition condition) {
  while (!condition()) P::yield();
}

class Engine {
 public:
  explicit Engine(const runtime::Settings& settings) {
    static std::vector<std::unique_ptr<runtime::Runtime<P>>>& kept =
        *new std::vector<std::unique_ptr<runtime::Runtime<P>>>;
    kept.push_back(std::make_unique<runtime::Runtime<P>>(settings, runtime::Hooks<P>{}));
    runtime_ = kept.back().get();
    enter();
  }
  ~Engine() { leave(); }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  runtime::Runtime<P>& runtime() noexcept { return *runtime_; }

  /// Makes the calling thread a master of this engine, which it must not be of another one.
  void enter() { runtime_->attach(); }
  void leave() { runtime_->detach(self()); }

 private:
  runtime::Runtime<P>* runtime_;
};

/// What the tests run with unless they say otherwise: spins short, so that workers really sleep.
inline runtime::Settings quick_settings() {
  runtime::Settings settings;
  settings.processors = 2;
  settings.spin_ns = 20'000;
  settings.crowded_spin_ns = 2'000;
  return settings;
}

/// Sleeps at once: every wait ends in a nap.
inline runtime::Settings sleepy_settings() {
  runtime::Settings settings;
  settings.processors = 8;
  settings.spin_ns = settings.crowded_spin_ns = 0;
  return settings;
}

}  // namespace heddle::test
