// The atomic object of the explorer: std::atomic's members for types of up to eight bytes without padding.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "platform/check/engine.hpp"

namespace heddle::platform::check {

template <class T>
std::uint64_t to_bits(T value) noexcept {
  static_assert(sizeof(T) <= sizeof(std::uint64_t) && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
T from_bits(std::uint64_t bits) noexcept {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class T>
std::string show_bits(Trace& trace, std::uint64_t bits) {
  if constexpr (std::is_pointer_v<T>) return trace.pointer(bits);
  if constexpr (std::is_integral_v<T>) return std::to_string(from_bits<T>(bits));
  return std::to_string(bits);
}

template <class T>
class Atomic {
 public:
  using value_type = T;
  using Order = std::memory_order;

  Atomic(T value = T{}) : id_(engine().create(to_bits(value), show_bits<T>)) {}  // implicit, like std::atomic's
  ~Atomic() {
    if (Engine::running()) engine().destroy(id_);
  }
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(Order order = Order::seq_cst) const { return from_bits<T>(engine().load(id_, order)); }
  void store(T value, Order order = Order::seq_cst) { engine().store(id_, to_bits(value), order); }

  T exchange(T value, Order order = Order::seq_cst) {
    return change(order, [=](T) { return value; });
  }
  T fetch_add(T value, Order order = Order::seq_cst) {
    return change(order, [=](T old) { return static_cast<T>(old + value); });
  }
  T fetch_sub(T value, Order order = Order::seq_cst) {
    return change(order, [=](T old) { return static_cast<T>(old - value); });
  }
  T fetch_or(T value, Order order = Order::seq_cst) {
    return change(order, [=](T old) { return static_cast<T>(old | value); });
  }
  T fetch_and(T value, Order order = Order::seq_cst) {
    return change(order, [=](T old) { return static_cast<T>(old & value); });
  }

  bool compare_exchange_strong(T& expected, T desired, Order success, Order failure) {
    return exchange_if(expected, {to_bits(expected), to_bits(desired), success, failure, ExchangeKind::strong});
  }
  bool compare_exchange_strong(T& expected, T desired, Order order = Order::seq_cst) {
    return compare_exchange_strong(expected, desired, order, failure_of(order));
  }
  bool compare_exchange_weak(T& expected, T desired, Order success, Order failure) {
    return exchange_if(expected, {to_bits(expected), to_bits(desired), success, failure, ExchangeKind::weak});
  }
  bool compare_exchange_weak(T& expected, T desired, Order order = Order::seq_cst) {
    return compare_exchange_weak(expected, desired, order, failure_of(order));
  }

  LocationId id() const noexcept { return id_; }

 private:
  using ExchangeKind = Engine::Exchange::ExchangeKind;
  static Engine& engine() noexcept { return Engine::current(); }

  // order: what the standard derives for the failure from a single order: the same without its release half.
  static constexpr Order failure_of(Order order) noexcept {
    if (order == Order::acq_rel) return Order::acquire;
    return order == Order::release ? Order::relaxed : order;
  }

  template <class Change>
  T change(Order order, Change change) {
    return from_bits<T>(engine().read_modify_write(
        id_, order, [&](std::uint64_t bits) { return to_bits(change(from_bits<T>(bits))); }));
  }

  bool exchange_if(T& expected, const Engine::Exchange& what) {
    const auto [exchanged, seen] = engine().compare_exchange(id_, what);
    if (!exchanged) expected = from_bits<T>(seen);
    return exchanged;
  }

  LocationId id_;
};

}  // namespace heddle::platform::check
