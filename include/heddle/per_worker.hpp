// heddle/per_worker.hpp: a value for each thread that asks for one, to be joined when the work is over.
//
//     heddle::per_worker<std::vector<int>> found;
//     heddle::parallel_for(0, n, [&](int i) { if (fits(i)) found.local().push_back(i); });
//     found.for_each([&](std::vector<int>& some) { all.insert(all.end(), some.begin(), some.end()); });
//
// local() takes no lock and no line that another thread writes. Any thread may call it: workers, threads of the
// program's own, at the same time. Its value is the thread's alone until the work is over; but a task that waits runs
// others on its thread meanwhile, which get the same value: have no half-done change in it then. Behind a co_await ask
// again: that may be another thread.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "task.h"

namespace heddle {

/// A T for each thread that asks for it.
template <class T>
class per_worker {
 public:
  /// Each begins as T().
  per_worker()
    requires std::default_initializable<T>
      : make_([] { return T(); }) {}
  /// Each begins as a copy of `first`.
  explicit per_worker(T first)
    requires std::copy_constructible<T>
      : make_([first = std::move(first)] { return first; }) {}
  /// Each begins as what make() gives; several threads may call it at once.
  template <class Make>
    requires(std::same_as<std::invoke_result_t<Make&>, T> && !std::convertible_to<Make, T>)
  explicit per_worker(Make make) : make_(std::move(make)) {}
  per_worker(const per_worker&) = delete;
  per_worker& operator=(const per_worker&) = delete;
  ~per_worker() {
    clear();
    // order: relaxed — nobody uses it any more.
    for (auto& segment : segments_) delete[] segment.load(std::memory_order_relaxed);
  }

  /// The calling thread's, made when it asks for the first time. Throws what making it throws.
  T& local() {
    cell& own = cell_of(heddle_thread());
    // order: relaxed — the thread's own; of a thread with this number before it, it came to be behind the end.
    if (!own.made.load(std::memory_order_relaxed)) [[unlikely]]
      make(own);
    return own.value();
  }

  /// visit(T&) for each that there is, one after the other. As all below: when nobody else is in local().
  template <class Visit>
  void for_each(Visit visit) {
    each_cell([&visit](cell& one) { std::invoke(visit, one.value()); });
  }
  /// All that there are as one: join(join(first, second), third) and so on, in any order; a new one if there are none.
  template <class Join>
  T combine(Join join) {
    std::unique_ptr<T> all;
    for_each([&](const T& one) {
      if (all == nullptr) {
        all = std::make_unique<T>(one);
      } else {
        *all = std::invoke(join, std::move(*all), one);
      }
    });
    return all == nullptr ? make_() : std::move(*all);
  }
  /// How many there are.
  std::size_t size() {
    std::size_t count = 0;
    each_cell([&count](cell&) { ++count; });
    return count;
  }
  /// None any more: each begins anew.
  void clear() noexcept {
    each_cell([](cell& one) {
      one.value().~T();
      // order: relaxed — nobody else is here.
      one.made.store(false, std::memory_order_relaxed);
    });
  }

 private:
  /// A thread writes its own all the time: two of them in one cache line would fight for it.
  struct alignas(std::max<std::size_t>(64, alignof(T))) cell {
    alignas(T) std::byte bytes[sizeof(T)];
    std::atomic<bool> made{false};

    T& value() noexcept { return *std::launder(reinterpret_cast<T*>(bytes)); }
  };

  // Segments of 8, 8, 16, 32 and so on: a cell stays where it is, and no thread waits for another one's.
  static constexpr unsigned k_first_bits = 3;
  static constexpr std::size_t k_segments = 33 - k_first_bits;
  static constexpr std::size_t length_of(std::size_t segment) noexcept {
    return std::size_t{1} << (k_first_bits + (segment == 0 ? 0 : segment - 1));
  }

  cell& cell_of(std::uint32_t thread) {
    const auto segment = static_cast<std::size_t>(std::bit_width(thread >> k_first_bits));
    const std::size_t at = segment == 0 ? thread : thread - length_of(segment);
    // order: acquire — pairs with add(): the cells are there.
    cell* const cells = segments_[segment].load(std::memory_order_acquire);
    return cells != nullptr ? cells[at] : add(segment)[at];
  }
  [[gnu::cold, gnu::noinline]] cell* add(std::size_t segment) {
    auto fresh = std::make_unique<cell[]>(length_of(segment));
    cell* there = nullptr;
    // order: acq_rel, acquire — release: the cells are there for cell_of(); acquire: another thread's are.
    if (segments_[segment].compare_exchange_strong(there, fresh.get(), std::memory_order_acq_rel,
                                                   std::memory_order_acquire))
      return fresh.release();
    return there;
  }
  [[gnu::noinline]] void make(cell& own) {
    new (own.bytes) T(make_());
    // order: release — pairs with each_cell(): the value is there.
    own.made.store(true, std::memory_order_release);
  }
  template <class Visit>
  void each_cell(Visit visit) {
    for (std::size_t segment = 0; segment < k_segments; ++segment) {
      // order: acquire — pairs with add().
      cell* const cells = segments_[segment].load(std::memory_order_acquire);
      if (cells == nullptr) continue;
      for (std::size_t at = 0; at < length_of(segment); ++at) {
        // order: acquire — pairs with make().
        if (cells[at].made.load(std::memory_order_acquire)) visit(cells[at]);
      }
    }
  }

  std::function<T()> make_;
  std::array<std::atomic<cell*>, k_segments> segments_{};
};

}  // namespace heddle
