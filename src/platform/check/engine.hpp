// The explorer's engine: runs a model's threads as fibers, asks Choices at every point where the outcome is open (who
// runs, which store a load reads), and stops at the first run that breaks a claim.
//
// Reachable orders are bounded: at most Options::preemptions switches away from a thread that could go on, per run
// (Musuvathi and Qadeer, "Iterative Context Bounding", PLDI 2007). Switches at a wait or an end are free. A thread
// reads the same outdated value of an atomic at most k_stale_reads times in a row, else loops would never end.
//
// There is one running engine per process; models reach it through Check (check.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "platform/check/choices.hpp"
#include "platform/check/explore.hpp"
#include "platform/check/fiber.hpp"
#include "platform/check/memory.hpp"
#include "platform/check/trace.hpp"

namespace heddle::platform::check {

class Engine {
 public:
  explicit Engine(const Options& options);
  ~Engine();

  /// The engine whose model is running.
  static Engine& current() noexcept { return *current_; }
  static bool running() noexcept { return current_ != nullptr; }

  Result explore(const std::function<void()>& program);

  // What a model asks for; always called on the fiber of the asking thread.
  ThreadId self() const noexcept { return running_; }
  void run_threads(std::vector<std::function<void()>> bodies);
  [[noreturn]] void fail(const std::string& what);

  LocationId create(std::uint64_t bits, Show show);
  void destroy(LocationId location) noexcept;
  std::uint64_t load(LocationId location, std::memory_order order);
  void store(LocationId location, std::uint64_t bits, std::memory_order order);
  std::uint64_t read_modify_write(LocationId location, std::memory_order order,
                                  const std::function<std::uint64_t(std::uint64_t)>& change);
  struct Exchange {
    std::uint64_t expected;
    std::uint64_t desired;
    std::memory_order success;
    std::memory_order failure;
    enum class ExchangeKind { strong, weak } kind;
  };
  /// @returns whether it was exchanged, and the value read
  std::pair<bool, std::uint64_t> compare_exchange(LocationId location, const Exchange& what);
  void fence(std::memory_order order);
  /// A seq_cst fence on every thread at once, wherever it is.
  void fence_everywhere();

  bool spin_until(LocationId location, const std::function<bool(std::uint64_t)>& done, Spins budget);
  void park(LocationId location, std::uint64_t expected);
  enum class Wake { one, all };
  void unpark(LocationId location, Wake how_many);
  void yield();

  void on_interrupt(std::function<void()> handler);
  void interrupt(ThreadId thread);

  View& view() noexcept { return memory_.view(running_); }
  std::string name(LocationId location) const { return trace_.name(location); }
  void label_pointer(const void* address, const std::string& label) { trace_.label_pointer(address, label); }
  void note(const std::string& text) { trace_.add(running_, text); }
  std::uint64_t steps() const noexcept { return steps_; }

 private:
  enum class State : std::uint8_t { unused, runnable, spinning, spinning_bounded, parked, joining, finished };
  struct Thread {
    std::unique_ptr<Fiber> fiber;
    std::function<void()> body;
    State state = State::unused;
    LocationId waits_on = 0;
    bool must_give_up = false;  // its bounded spin is all that is left to run
    std::function<void()> handler;
    std::uint32_t interrupts = 0;
    bool in_handler = false;
    std::array<std::uint8_t, k_max_locations> stale_reads{};  // since the floor last rose
  };

  enum class End { passed, failed };
  End run_once(const std::function<void()>& program, Trace::Mode mode);
  void prepare_threads(std::size_t count);
  void thread_main(ThreadId thread);
  void abandon_fibers();

  Thread& self_thread() noexcept { return threads_[running_]; }
  void step();
  void may_preempt();
  void run_handler();
  void block(State state, LocationId location);
  void switch_to(ThreadId thread);
  void switch_to_some_other();
  /// On the stack: a finished thread's frames are never unwound.
  struct ThreadList {
    std::array<ThreadId, k_max_threads> ids;
    std::size_t count = 0;
    void add(ThreadId id) noexcept { ids[count++] = id; }
  };
  ThreadList runnable_others() const;
  bool release_bounded_spinners();
  void wake_spinners(LocationId location);
  [[noreturn]] void fail_deadlock();

  void check_alive(LocationId location);
  std::size_t oldest_candidate(LocationId location, std::memory_order order);
  void take(LocationId location, std::size_t index, std::memory_order order);
  void append(LocationId location, std::uint64_t bits, std::memory_order order);
  bool may_be_spurious() const noexcept { return spurious_ < options_.spurious; }
  std::vector<std::size_t> finished_spins(LocationId location, const std::function<bool(std::uint64_t)>& done);

  static Engine* current_;  // fibers have no argument to carry it in
  static constexpr std::uint8_t k_stale_reads = 2;

  const Options options_;
  Choices choices_;
  Memory memory_;
  Trace trace_;
  Fiber explorer_;
  std::array<Thread, k_max_threads> threads_;
  std::size_t thread_count_ = 0;
  ThreadId running_ = 0;
  const std::function<void()>* program_ = nullptr;
  int preemptions_ = 0;
  int spurious_ = 0;
  std::uint64_t steps_ = 0;
  bool failed_ = false;
  std::string failure_;
};

}  // namespace heddle::platform::check
