// Writers: where data were last written, as far as some task of the team has asked for that. And how a task says on
// which seat it had better run: by the seat's number, or by data, whose writer is known only when the task is ready; or
// in which locality of the machine it is to run.
//
// A table of seats by a hash of the address, written without regard to others: an answer may be out of date or about
// other data, and then a task runs elsewhere than it might. Nothing but speed hangs on it. Any thread.
#pragma once

#include <atomic>
#include <cstdint>

#include "graph/groups.hpp"
#include "graph/record.hpp"
#include "graph/scheduler.hpp"

namespace heddle::runtime {

/// On which seat a task had better run; lies in Task::sequence until the task is ready (graph::k_prefers).
class Preference {
 public:
  static constexpr unsigned k_bits = 14;  // 32 KiB a team: more blocks of data than fit the caches of its cores

  /// @param seat  below 2^29
  static Preference seat(graph::Seat seat) noexcept { return Preference(seat); }
  /// Where the data are that begin at the address.
  static Preference data(const void* address) noexcept { return Preference(k_data | slot(address)); }
  /// In the group that serves the locality; teams that are not divided take no notice.
  static Preference locality(graph::GroupChoice choice) noexcept { return Preference(choice.word()); }
  static Preference from(std::uint32_t word) noexcept { return Preference(word); }

  std::uint32_t word() const noexcept { return word_; }
  bool by_data() const noexcept { return (word_ & k_data) != 0; }
  bool by_locality() const noexcept { return !by_data() && graph::GroupChoice::in(word_); }
  graph::GroupChoice choice() const noexcept { return graph::GroupChoice::from(word_); }
  std::uint32_t number() const noexcept { return word_ & ~k_data; }

  /// Fibonacci hashing, as in graph/domain_inline.hpp.
  static std::uint32_t slot(const void* address) noexcept {
    return static_cast<std::uint32_t>((reinterpret_cast<std::uint64_t>(address) * 0x9E3779B97F4A7C15U) >>
                                      (64 - k_bits));
  }

 private:
  static constexpr std::uint32_t k_data = 1U << 31;
  explicit Preference(std::uint32_t word) noexcept : word_(word) {}

  std::uint32_t word_;
};

template <class P>
class Writers {
 public:
  void note(const void* address, graph::Seat seat) noexcept {
    // order: relaxed — a hint. Read first: a line that says so already stays with all who look.
    auto& last = seats_[Preference::slot(address)];
    // order: relaxed (both) — as above.
    if (last.load(std::memory_order_relaxed) != seat + 1) {
      last.store(static_cast<std::uint16_t>(seat + 1), std::memory_order_relaxed);
    }
  }

  /// @returns the seat that wrote what falls into the slot, or k_no_seat
  graph::Seat last(std::uint32_t slot) const noexcept {
    // order: relaxed — a hint.
    return static_cast<graph::Seat>(seats_[slot & ((1U << Preference::k_bits) - 1)].load(std::memory_order_relaxed)) -
           1;
  }

 private:
  typename P::template atomic<std::uint16_t> seats_[1U << Preference::k_bits]{};  // and 1; 0: nobody
};

}  // namespace heddle::runtime
