// Engine: virtual time. The cores of a simulated machine are fibers; one runs, until it has to wait for a line, for a
// time or for another core. Then the one with the earliest event goes on, at once and without a scheduler between.
//
// Two things make it fast. A core whose next step comes before everybody else's events just goes on (run-ahead). And
// steps on lines that a core has are added up and paid for together (`debt`), up to what the fastest request takes to
// take a line away: so far a core may be ahead, as nobody could have seen the difference.
//
// Deterministic: events of one time happen in the order in which they were made; random numbers come from the seed.
// One thread of the host; calls (at()) run between cores and may not use the platform's members.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "platform/interruptible.hpp"
#include "platform/sim/event_heap.hpp"
#include "platform/sim/fiber.hpp"
#include "platform/sim/lines.hpp"
#include "platform/sim/machine.hpp"
#include "platform/sim/store_buffer.hpp"

namespace heddle::platform::sim {

enum class Outcome : std::uint8_t {
  finished,  // core 0's program has ended
  deadlock,  // no core can go on
  endless,   // the limit of virtual time is passed
  cut,       // after as many steps as were asked for
};

struct Report {
  Outcome outcome = Outcome::finished;
  Cycles cycles = 0;
  std::uint64_t events = 0;
  std::uint64_t reads = 0;      // of lines
  std::uint64_t transfers = 0;  // lines that went from one core to another
  std::uint64_t hash = 0;       // of which core went on when: equal for equal runs
  std::string story;            // unless finished: a line per core that waits
};

struct Options {
  std::uint64_t seed = 1;
  std::uint32_t jitter_permille = 0;  // by how much a line's flight and a wake-up vary
  Cycles limit = UINT64_MAX;
  std::uint64_t most_steps =
      UINT64_MAX;  // reads of lines, and times that a core goes on: for runs that would take hours
};

class Engine {
 public:
  Engine(const Machine& machine, const Options& options);

  /// Runs `program` on core 0. Other cores' programs end with it, where they are: their stacks are not unwound.
  Report run(std::function<void()> program);

  /// The one that runs on this thread of the host, or null.
  static Engine* running() noexcept { return g_running; }

  /// Of the engines of this process: the first one is 1.
  std::uint64_t number() const noexcept { return number_; }
  const Machine& machine() const noexcept { return machine_; }
  CoreId self() const noexcept { return running_; }
  Cycles now() const noexcept { return now_ + cores_[running_].debt; }
  /// The same without what the running core owes; also in a call.
  Cycles time() const noexcept { return now_; }
  void*& word_of_self() noexcept { return cores_[running_].word; }

  /// Starts a program on the next unused core. @returns false when there is none.
  bool start(std::function<void()> program);

  /// What has happened so far does not count as steps (Options::most_steps).
  void count_steps_from_here() noexcept { uncounted_ = report_.events + report_.reads; }

  // -- steps of the running core -------------------------------------------------------------------------------------

  /// It computes for so long. Others interrupt it in between.
  void work(Cycles cycles);
  /// The same for a few cycles: paid for with the next ones.
  void spend(Cycles cycles) {
    Core& core = cores_[running_];
    core.debt += cycles;
    if (core.debt >= quantum_) settle(core);
  }

  void read(const void* address);
  /// Most of what will be read lies in this stretch: its lines are found by their place.
  void lies_in(const void* begin, std::size_t bytes) { lines_.lies_in(begin, bytes); }
  /// Memory is used for something else now: nobody has its lines.
  void forget(const void* address, std::size_t bytes) { lines_.forget(address, bytes); }
  /// A change of the value lies between the two: it is made when the core has the line, and seen by those who wait.
  LineId begin_change(const void* address);
  void end_change(LineId line);
  /// The same for a plain store, which the core does not wait for.
  LineId begin_store(const void* address);
  void end_store(LineId line);
  /// Waits until all stores are through.
  void fence();

  /// One round of a loop that waits. When the core has read nothing new since the last rounds it sleeps until one of
  /// the lines it reads is written, or for ever more rounds at a time: polling that could see nothing is not simulated.
  enum class Rounds : std::uint8_t { one, many };
  void poll(Cycles round, Rounds rounds = Rounds::many);
  /// What the running thread has read does not count in its next poll().
  void forget_reads() noexcept { forget_reads(cores_[running_]); }
  /// Sleeps until the line is written by another core, or so long. @returns at once if the line has been taken since it
  /// was read.
  void wait_for_change(const void* address, Cycles at_most);

  /// Sleeps until unpark() or for so long (UINT64_MAX: for ever). The caller has seen to it that it should.
  void park(const void* word, Cycles at_most);
  /// Wakes those who sleep so, at most so many. @returns how many.
  std::uint32_t unpark(const void* word, std::uint32_t at_most);

  /// Of a core: the time in which it was not asleep in park().
  Cycles awake(CoreId core) const noexcept;

  void interruptible(Interruptible* target) noexcept { cores_[running_].target = target; }
  bool interrupt(CoreId core);

  /// Calls `call` at that time, which is not past.
  void at(Cycles time, std::function<void()> call);
  /// Sleeps until wake(), or without reason; for message queues and the like. `what` is for a deadlock's story.
  void sleep(const char* what);
  void wake(CoreId core, Cycles time) {
    if (cores_[core].waits) push(time, core, cores_[core].ticket);
  }
  /// Sleeps until a time.
  void sleep_until(Cycles time, const char* what);

  /// Evenly from [0, below).
  std::uint64_t random(std::uint64_t below) noexcept;

 private:
  static constexpr std::uint32_t k_call = UINT32_C(1) << 31;  // in TimedEvent::what: a call, not a core
  static constexpr std::uint32_t k_most_reads = 64;           // lines of a waiting loop that are watched

  /// What every step needs comes first, in a line of the host.
  struct alignas(64) Core {
    std::unique_ptr<Fiber> fiber;
    Cycles debt = 0;
    std::uint32_t ticket = 0;
    bool waits = false;
    bool interrupted = false;
    bool saw_change = false;  // since the last round of a waiting loop
    bool read_many = false;   // in it: more lines than are watched one by one
    const char* waits_for = "";
    Cycles waits_since = 0;
    void* word = nullptr;
    Interruptible* target = nullptr;
    std::uint32_t rounds_in_vain = 0;  // of a waiting loop
    Cycles round_began = 0;            // the last one
    Cycles asleep = 0;                 // time spent in park()
    std::vector<LineId> reads;         // since the last round
    StoreBuffer stores;
    std::function<void()> program;
  };
  struct Waiter {
    CoreId core;
    std::uint32_t ticket;
  };

  void push(Cycles time, std::uint32_t what, std::uint32_t ticket);
  void settle(Core& core);
  void advance(Cycles cycles);
  void wait(const char* what);
  void go_on(Fiber& from);
  bool happens(const TimedEvent& event);
  void run(const TimedEvent& event, Fiber& from);
  void deliver(Core& core);
  void end(Outcome outcome);
  void note_read(Core& core, LineId line);
  static void forget_reads(Core& core) noexcept {
    core.reads.clear();
    core.read_many = false;
  }
  bool has_all_it_read(const Core& core) const noexcept;
  void doze(Core& core, Cycles cycles);
  Cycles own(LineId line);
  void watch(LineId line);
  void wake_watchers(LineId line, Cycles time);
  Cycles varied(Cycles cycles) noexcept;
  std::string story() const;

  static inline thread_local Engine* g_running = nullptr;
  static inline std::atomic<std::uint64_t> g_made{0};

  const std::uint64_t number_ = ++g_made;

  const Machine machine_;
  const Options options_;
  const Cycles quantum_;
  Lines lines_;
  EventHeap events_;
  Cycles now_ = 0;
  CoreId running_ = 0;
  CoreId used_ = 0;
  std::vector<Core> cores_;
  Fiber home_;
  std::vector<std::vector<Waiter>> watchers_;                    // by line
  std::vector<std::vector<Waiter>> minders_;                     // by core: until it loses a line
  std::unordered_map<const void*, std::vector<Waiter>> parked_;  // never iterated
  std::vector<std::function<void()>> calls_;
  std::vector<std::uint32_t> free_calls_;
  std::uint64_t random_;
  std::uint64_t uncounted_ = 0;  // steps
  Report report_;
};

}  // namespace heddle::platform::sim
