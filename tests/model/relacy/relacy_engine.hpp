// The second engine: Vyukov's Relacy Race Detector (Debian's relacy-dev) behind the same policy, so that two engines
// that know nothing of each other check our headers and our seeded bugs.
//
// Include it last: Relacy defines macros (new, delete, memory_order_*) and replaces operator new; its header does not
// survive standard headers after it. Differences from Check: Relacy follows C++11 (a thread's later relaxed stores
// continue its release sequence), remembers three values per atomic, and has no futex: park and unpark are a mutex and
// a condition variable here, which order more than a futex does, but lose a wake-up just as well.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <ostream>
#include <streambuf>
#include <string>

#include "platform/spins.hpp"

#include <relacy/relacy.hpp>

#undef new
#undef delete
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef assert
#undef errno

namespace heddle::model {

inline rl::memory_order to_relacy(std::memory_order order) {
  // order: each as it is called there.
  switch (order) {
    case std::memory_order::relaxed:
      return rl::mo_relaxed;
    case std::memory_order::consume:
      return rl::mo_consume;
    case std::memory_order::acquire:
      return rl::mo_acquire;
    case std::memory_order::release:
      return rl::mo_release;
    case std::memory_order::acq_rel:
      return rl::mo_acq_rel;
    default:
      return rl::mo_seq_cst;
  }
}

struct Relacy {
  static constexpr int k_first_thread = 0;
  using ThreadName = std::uint32_t;  // nobody is interrupted here

  template <class T>
  class atomic {
   public:
    atomic(T value = T{}) : atomic_(value) {}  // implicit, like std::atomic's
    T load(std::memory_order order) const { return atomic_.load(to_relacy(order), RL_INFO); }
    void store(T value, std::memory_order order) { atomic_.store(value, to_relacy(order), RL_INFO); }
    T exchange(T value, std::memory_order order) {
      return atomic_.rmw(rl::rmw_type_t<rl::rmw_type_swap>(), value, to_relacy(order), RL_INFO);
    }
    T fetch_add(T value, std::memory_order order) {
      return atomic_.rmw(rl::rmw_type_t<rl::rmw_type_add>(), value, to_relacy(order), RL_INFO);
    }
    T fetch_sub(T value, std::memory_order order) {
      return atomic_.rmw(rl::rmw_type_t<rl::rmw_type_sub>(), value, to_relacy(order), RL_INFO);
    }
    T fetch_or(T value, std::memory_order order) {
      return atomic_.rmw(rl::rmw_type_t<rl::rmw_type_or>(), value, to_relacy(order), RL_INFO);
    }
    bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      return atomic_.compare_exchange(rl::bool_t<false>(), expected, desired, to_relacy(success), to_relacy(failure),
                                      RL_INFO);
    }
    bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) {
      return atomic_.compare_exchange(rl::bool_t<true>(), expected, desired, to_relacy(success), to_relacy(failure),
                                      RL_INFO);
    }

   private:
    rl::atomic<T> atomic_;
  };

  template <class T>
  class plain {
   public:
    plain(T value = T{}) : value_(value) {}  // implicit: stands in for a T
    plain(const plain& other) : value_(static_cast<T>(other)) {}
    plain& operator=(const plain& other) { return *this = static_cast<T>(other); }
    plain& operator=(T value) {
      value_(RL_INFO).store(value);
      return *this;
    }
    operator T() const { return value_(RL_INFO).load(); }

   private:
    rl::var<T> value_;
  };

  static void require(bool condition, const char* claim) {
    if (!condition) rl::ctx().fail_test(claim, rl::test_result_user_assert_failed, RL_INFO);
  }
  static unsigned thread() { return rl::thread_index(); }

  static void fence(std::memory_order order) { rl::atomic_thread_fence(to_relacy(order), RL_INFO); }
  static void pause() { rl::yield(1, RL_INFO); }

  template <class T, class Done>
  static bool spin_until(const atomic<T>& word, Done done, platform::Spins budget) {
    for (bool bounded = budget.rounds != platform::Spins::unbounded().rounds;;) {
      // order: acquire — as Threads::spin_until loads.
      if (done(word.load(std::memory_order::acquire))) return true;
      if (bounded && rl::rand(2) == 0) return false;
      pause();
    }
  }

  /// The kernel's side of the futex, one for all words of a program; made anew for each run.
  struct Kernel {
    rl::mutex lock;
    rl::condition_variable wakes;
  };
  static inline Kernel* kernel = nullptr;

  static void park(atomic<std::uint32_t>& word, std::uint32_t expected) {
    kernel->lock.lock(RL_INFO);
    // A failed exchange reads the newest value, as the kernel does.
    std::uint32_t seen = expected;
    if (word.compare_exchange_strong(seen, expected, std::memory_order::relaxed, std::memory_order::relaxed)) {
      kernel->wakes.wait(kernel->lock, RL_INFO);
    }
    kernel->lock.unlock(RL_INFO);
  }
  static void unpark_one(atomic<std::uint32_t>&) {
    kernel->lock.lock(RL_INFO);
    kernel->wakes.notify_one(RL_INFO);
    kernel->lock.unlock(RL_INFO);
  }
  static void unpark_all(atomic<std::uint32_t>&) {
    kernel->lock.lock(RL_INFO);
    kernel->wakes.notify_all(RL_INFO);
    kernel->lock.unlock(RL_INFO);
  }
};

template <class Program>
struct RelacySuite : rl::test_suite<RelacySuite<Program>, Program::k_threads> {
  Relacy::Kernel kernel;
  struct Install {
    explicit Install(Relacy::Kernel& kernel) { Relacy::kernel = &kernel; }
  } install{kernel};
  Program program;

  void thread(unsigned id) { program.thread(static_cast<int>(id)); }
  void after() { program.after(); }
};

/// Takes Relacy's story of a failure without allocating: while Relacy runs, operator new is its own, and a growing
/// stream of the C++ library would mix the two. What does not fit is cut off.
class FixedBuffer : public std::streambuf {
 public:
  FixedBuffer() { setp(text_.data(), text_.data() + text_.size()); }
  std::string text() const { return {pbase(), pptr()}; }

 private:
  std::array<char, 1 << 16> text_{};
};

struct RelacyResult {
  rl::test_result_e result;
  std::string text;
};

/// Walks all runs with at most `context_bound` preemptions, or `max_runs` of them, until one fails.
template <class Program>
RelacyResult run_relacy(unsigned context_bound, unsigned max_runs) {
  FixedBuffer buffer;
  std::ostream output(&buffer);
  rl::test_params params;
  params.search_type = rl::sched_bound;
  params.context_bound = context_bound;
  params.iteration_count = max_runs;
  params.output_stream = &output;
  params.progress_stream = &output;
  rl::simulate<RelacySuite<Program>>(params);
  return {params.test_result, buffer.text()};
}

}  // namespace heddle::model
