// The atomic object of a simulated machine: std::atomic's members and layout, and what each costs. Every operation is
// one step of the simulation, so all are sequentially consistent; orders only decide what is waited for.
#pragma once

#include <atomic>
#include <cstring>
#include <type_traits>

#include "platform/sim/engine.hpp"

namespace heddle::platform::sim {

template <class T>
class Atomic {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using Order = std::memory_order;

  constexpr Atomic(T value = T{}) noexcept : value_(value) {}  // implicit, like std::atomic's
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(Order = Order::seq_cst) const noexcept {
    if (Engine* const engine = Engine::running()) engine->read(this);
    return value_;
  }
  operator T() const noexcept { return load(); }
  T operator=(T value) noexcept {
    store(value);
    return value;
  }

  void store(T value, Order order = Order::seq_cst) noexcept {
    if (order == Order::seq_cst) {
      exchange(value, order);
      return;
    }
    Engine* const engine = Engine::running();
    const LineId line = engine != nullptr ? engine->begin_store(this) : 0;
    value_ = value;
    if (engine != nullptr) engine->end_store(line);
  }

  T exchange(T value, Order = Order::seq_cst) noexcept {
    return change([=](T) { return value; });
  }
  T fetch_add(T value, Order = Order::seq_cst) noexcept {
    return change([=](T old) { return static_cast<T>(old + value); });
  }
  T fetch_sub(T value, Order = Order::seq_cst) noexcept {
    return change([=](T old) { return static_cast<T>(old - value); });
  }
  T fetch_or(T value, Order = Order::seq_cst) noexcept {
    return change([=](T old) { return static_cast<T>(old | value); });
  }
  T fetch_and(T value, Order = Order::seq_cst) noexcept {
    return change([=](T old) { return static_cast<T>(old & value); });
  }

  bool compare_exchange_strong(T& expected, T desired, Order = Order::seq_cst, Order = Order::seq_cst) noexcept {
    bool equal = false;
    const T seen = change([&](T old) {
      equal = std::memcmp(&old, &expected, sizeof(T)) == 0;
      return equal ? desired : old;
    });
    if (!equal) expected = seen;
    return equal;
  }
  bool compare_exchange_weak(T& expected, T desired, Order = Order::seq_cst, Order = Order::seq_cst) noexcept {
    return compare_exchange_strong(expected, desired);
  }

 private:
  template <class Change>
  T change(Change change) noexcept {
    Engine* const engine = Engine::running();
    const LineId line = engine != nullptr ? engine->begin_change(this) : 0;
    const T old = value_;
    value_ = change(old);
    if (engine != nullptr) engine->end_change(line);
    return old;
  }

  T value_;
};

}  // namespace heddle::platform::sim
