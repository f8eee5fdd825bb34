// Claim: a seat of an arena is given to one thread at a time, which sees what the one before it did there.
//
//   each thread:  take(); read and write what lies in the seat; give_back()
//
// Expected: no data race in a seat; who finds none changes nothing.
#pragma once

#include <array>

#include "tasks/arena_seats.hpp"

namespace heddle::model {

template <class E, int k_seats>
struct ThreeGuests {
  static constexpr int k_threads = 3;
  tasks::ArenaSeats<E> seats;
  std::array<typename E::template plain<int>, k_seats> sat{};
  std::array<int, k_threads> found{};

  ThreeGuests() { E::require(seats.make(k_seats), "there is memory for seats"); }

  void thread(int id) {
    const std::uint32_t seat = seats.take(static_cast<std::uint32_t>(id));
    if (seat == tasks::ArenaSeats<E>::k_none) return;
    sat[seat] = static_cast<int>(sat[seat]) + 1;
    found[id] = 1;
    seats.give_back(seat);
  }
  void after() {
    int all = 0;
    for (auto& one : sat) all += static_cast<int>(one);
    E::require(all == found[0] + found[1] + found[2], "each that found a seat sat there alone");
    E::require(all >= k_seats || all == k_threads, "a seat that is free is found");
  }
};

}  // namespace heddle::model
