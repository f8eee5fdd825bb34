// Seeded bugs without touching a product header: a platform policy that passes everything on to an engine E, except for
// what a Rule weakens. A Rule derives from Faithful and hides the members it wants different.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "platform/interruptible.hpp"
#include "platform/spins.hpp"

namespace heddle::model {

using Order = std::memory_order;

/// Changes nothing. T is the type of the atomic object, `thread` who acts (0 is the program's first thread).
struct Faithful {
  template <class T>
  static Order load(Order order, int /*thread*/) {
    return order;
  }
  template <class T>
  static Order store(Order order, int /*thread*/) {
    return order;
  }
  template <class T>
  static Order exchange(Order order, int /*thread*/) {
    return order;
  }  // every read-modify-write
  /// What a compare-exchange writes in place of `desired`.
  template <class T>
  static T desired(T /*expected*/, T desired) {
    return desired;
  }
  static bool keeps_fence(int /*thread*/) { return true; }
  static bool keeps_heavy_fence() { return true; }
  static bool keeps_unpark() { return true; }
  // Whether they are a load and a store.
  static constexpr bool k_torn_exchange = false;
  static constexpr bool k_torn_or = false;
  static constexpr bool k_torn_and = false;
  static void restart() {}  // before each run
};

namespace wrong {

/// No read-modify-write publishes or acquires anything.
struct RelaxedExchanges : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order exchange(Order, int) {
    return Order::relaxed;
  }
};

/// What others write between the load and the store is lost.
struct TornMarks : Faithful {
  static constexpr bool k_torn_or = true;
};
struct TornClears : Faithful {
  static constexpr bool k_torn_and = true;
};
struct Torn : Faithful {
  static constexpr bool k_torn_exchange = true;
  static constexpr bool k_torn_or = true;
  static constexpr bool k_torn_and = true;
};

}  // namespace wrong

template <class E, class Rule>
struct Seeded {
  static int thread() noexcept { return static_cast<int>(E::thread()) - E::k_first_thread; }

  template <class T>
  class atomic : public E::template atomic<T> {
    using Base = typename E::template atomic<T>;

   public:
    atomic(T value = T{}) : Base(value) {}  // implicit, like std::atomic's
    T load(Order order) const { return Base::load(Rule::template load<T>(order, thread())); }
    void store(T value, Order order) { Base::store(value, Rule::template store<T>(order, thread())); }
    T fetch_add(T value, Order order) { return Base::fetch_add(value, Rule::template exchange<T>(order, thread())); }
    T fetch_sub(T value, Order order) { return Base::fetch_sub(value, Rule::template exchange<T>(order, thread())); }

    T exchange(T value, Order order) {
      if constexpr (!Rule::k_torn_exchange) return Base::exchange(value, Rule::template exchange<T>(order, thread()));
      const T before = Base::load(Order::acquire);
      Base::store(value, Order::release);
      return before;
    }
    T fetch_or(T value, Order order) {
      if constexpr (!Rule::k_torn_or) return Base::fetch_or(value, Rule::template exchange<T>(order, thread()));
      const T before = Base::load(Order::acquire);
      Base::store(before | value, Order::release);
      return before;
    }
    T fetch_and(T value, Order order) {
      if constexpr (!Rule::k_torn_and) return Base::fetch_and(value, Rule::template exchange<T>(order, thread()));
      const T before = Base::load(Order::acquire);
      Base::store(before & value, Order::release);
      return before;
    }
    bool compare_exchange_strong(T& expected, T desired, Order success, Order failure) {
      desired = Rule::desired(expected, desired);
      return Base::compare_exchange_strong(expected, desired, Rule::template exchange<T>(success, thread()), failure);
    }
    bool compare_exchange_weak(T& expected, T desired, Order success, Order failure) {
      desired = Rule::desired(expected, desired);
      return Base::compare_exchange_weak(expected, desired, Rule::template exchange<T>(success, thread()), failure);
    }
  };

  template <class T>
  using plain = typename E::template plain<T>;

  static void require(bool condition, const char* claim) { E::require(condition, claim); }
  static void pause() { E::pause(); }
  static void yield() { E::yield(); }
  static std::uint64_t now_ns() { return E::now_ns(); }
  using ThreadName = typename E::ThreadName;
  static ThreadName thread_name() noexcept { return E::thread_name(); }
  static bool interrupt(ThreadName thread) { return E::interrupt(thread); }
  static void interruptible(platform::Interruptible* target) { E::interruptible(target); }
  static void fence(Order order) {
    if (Rule::keeps_fence(thread())) E::fence(order);
  }
  static void light_fence() { E::light_fence(); }
  static void heavy_fence() {
    if (Rule::keeps_heavy_fence()) E::heavy_fence();
  }
  static void prepare_heavy_fences() {}

  template <class T, class Done>
  static bool spin_until(const atomic<T>& word, Done done, platform::Spins budget) {
    return E::template spin_until<T>(word, done, budget);
  }
  static void park(atomic<std::uint32_t>& word, std::uint32_t expected) { E::park(word, expected); }
  static void unpark_one(atomic<std::uint32_t>& word) {
    if (Rule::keeps_unpark()) E::unpark_one(word);
  }
  static void unpark_all(atomic<std::uint32_t>& word) {
    if (Rule::keeps_unpark()) E::unpark_all(word);
  }
};

/// A program that starts its rule anew in every run.
template <class Rule, class Program>
struct Restarting {
  static constexpr int k_threads = Program::k_threads;
  struct Restart {
    Restart() { Rule::restart(); }
  } restart;
  Program program;
  void thread(int id) { program.thread(id); }
  void after() { program.after(); }
};

}  // namespace heddle::model
