// The whole engine (Runtime, Region, Barrier, Tasking) under the explorer: what the platform must offer beyond Check,
// and a slab whose blocks hold constructed atomics, as the explorer wants them.
//
// Waits do not spin (spin_ns = 0): every one of them goes to sleep at once, so that runs are short. The scheduler is
// dbf, because deques come with rings of many atomics; they have models of their own.
#pragma once

#include <cstdint>
#include <new>
#include <vector>

#include "graph/task.hpp"
#include "memory/slab.hpp"
#include "platform/check/check.hpp"

namespace heddle::model {

/// Check with what the runtime asks of a platform beyond the atomics. start_thread() only notes what to start; a model
/// thread then plays it.
template <class E>
struct EnginePlatform : E {
  static void yield() { E::pause(); }
  template <class Done>
  static bool pauses(std::uint32_t count, Done done) {
    for (std::uint32_t round = 0; round < count; ++round) {
      E::pause();
      if (done()) return true;
    }
    return false;
  }
  static inline std::uint64_t step_ns = 1;  // a program that waits by the clock makes a step longer
  static std::uint64_t now_ns() { return platform::Check::now_ns() * step_ns; }
  static std::uint64_t rough_ns() { return 0; }  // no creator pauses
  static const char* half_of_stack() noexcept { return nullptr; }
  static void park_for(typename E::template atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t) {
    if (alarms_ring) return E::pause();
    E::park(word, expected);  // time passes only when nobody can do anything else
  }
  static inline bool alarms_ring = false;  // who sleeps with an alarm may wake after a step of anybody's
  static std::int32_t own_clock() { return 1; }
  static std::uint64_t ran_ns(std::int32_t) { return now_ns(); }
  static void*& self() noexcept {
    static void* selves[platform::check::k_max_threads];
    return selves[E::thread()];
  }
  static inline void* started = nullptr;                  // the argument of the last thread started
  static inline void (*heard)(void* listener) = nullptr;  // told of each, unless null
  static inline void* listener = nullptr;
  /// As each program begins: the one before may have set something.
  static void reset() noexcept {
    step_ns = 1;
    alarms_ring = false;
    started = nullptr;
    heard = nullptr;
  }
  static bool change_core() noexcept { return false; }
  static bool allow_interrupts() noexcept { return false; }
  static int interrupt_signal() noexcept { return 0; }
  static bool start_thread(void* (*)(void*), void* argument, std::size_t) noexcept {
    started = argument;
    if (heard != nullptr) heard(listener);
    return true;
  }
};

}  // namespace heddle::model

namespace heddle::memory {

/// Each block is new, and lives until the slab dies: thieves may look at tasks that are over.
template <class E>
class Slab<model::EnginePlatform<E>> {
  using P = model::EnginePlatform<E>;
  struct Block {
    graph::Task<P> task;
    char arguments[160];  // and records
  };

 public:
  static constexpr std::uint32_t k_largest = sizeof(Block);
  static constexpr std::uint32_t k_sizes[] = {k_largest};
  static constexpr std::uint16_t class_of(std::size_t) noexcept { return 0; }

  Slab() = default;
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;
  ~Slab() {
    for (Block* block : blocks_) delete block;
  }

  void* allocate(std::uint16_t) noexcept {
    blocks_.push_back(new Block);
    live() += 1;
    return blocks_.back();
  }
  void release(void*, std::uint16_t, Slab*) noexcept { live() -= 1; }
  void flush() noexcept {}

  /// Blocks handed out and not released, of all slabs.
  static int& live() noexcept {
    static int count;
    return count;
  }

 private:
  std::vector<Block*> blocks_;
};

}  // namespace heddle::memory

#include "runtime/barrier.hpp"
#include "runtime/policies_inline.hpp"
#include "runtime/region.hpp"
#include "runtime/runtime_inline.hpp"

namespace heddle::model {

inline runtime::Settings model_settings() {
  runtime::Settings settings;
  settings.scheduler = "dbf";
  settings.dependence = "direct";  // the default has a desk per seat, with atomics that these models never use
  settings.processors = 4;
  settings.spin_ns = settings.crowded_spin_ns = 0;
  return settings;
}

/// A runtime with one master and one pool worker, both played by model threads.
template <class E>
struct TwoWorkers {
  using P = EnginePlatform<E>;
  using Worker = runtime::Worker<P>;
  using Region = runtime::Region<P>;
  using Tasking = runtime::Tasking<P>;

  runtime::Runtime<P> runtime;
  Worker* master;
  Worker* pool;
  typename Region::Standby standby;
  void (*body)(TwoWorkers&, Worker&) = nullptr;

  explicit TwoWorkers(const runtime::Settings& settings = model_settings()) : runtime(settings, {}) {
    memory::Slab<P>::live() = 0;
    P::reset();
    master = &runtime.attach();
    runtime.assemble(*master, 2);
    pool = static_cast<Worker*>(P::started);
  }
  ~TwoWorkers() {
    runtime::Team<P>* const inner = master->member->inner;
    runtime::Team<P>* const outer = master->member->team;
    delete inner;
    delete outer;
    delete master;
    delete pool;
  }

  /// One region, on the master's thread.
  void open_and_close() {
    runtime::Launch launch;
    launch.body = [](void* self) {
      auto& program = *static_cast<TwoWorkers*>(self);
      program.body(program, *program.pool);
    };
    launch.argument = this;
    launch.threads = 2;
    Region::open(*master, launch, [](runtime::Team<P>&) noexcept {});
    body(*this, *master);
    Region::close(*master);
  }
  /// The same, on the pool worker's.
  void serve() { Region::serve_one(*pool, standby); }

  /// Spawns a task of the worker's current task.
  static void spawn(Worker& worker, void (*task)(void*), void* argument) {
    Tasking::spawn(worker, {.body =
                                [](void* copy) {
                                  const auto& call = *static_cast<Call*>(copy);
                                  call.task(call.argument);
                                },
                            .data = Call{task, argument}.here(),
                            .bytes = sizeof(Call),
                            .alignment = alignof(Call)});
  }
  /// The same with one access, and with `body` known by its own name. It gets a pointer to the pointer to `program`.
  template <class Program>
  static void spawn_with(Worker& worker, graph::Body body, Program* program, const graph::Access& access) {
    Tasking::spawn(worker, {.body = body,
                            .data = &program,
                            .bytes = sizeof(program),
                            .alignment = alignof(Program*),
                            .accesses = &access,
                            .access_count = 1});
  }
  static int live_tasks() { return memory::Slab<P>::live(); }

 private:
  struct Call {
    void (*task)(void*);
    void* argument;
    Call* here() { return this; }
  };
};

}  // namespace heddle::model
