// Claim: of the threads that come to a construct one sets its content up, all others find it set up, and it is set up
// anew for a later construct only when nobody uses it any more; however far some run ahead.
//
//   each thread                                 for n = 1, 2, 3, …
//     enter(n), as often as it takes
//     first: content := n; publish(n)
//     joined: content must be n
//     leave(n): left[self] := n
//
// Expected: no data race on the content, the content always is that of the construct entered, each construct set up by
// exactly one thread, nobody waits for ever.
#pragma once

#include <array>

#include "omp/construct_ring.hpp"
#include "platform/spins.hpp"

namespace heddle::model {

template <class E, int k_thread_count, int k_constructs, std::uint32_t k_slots>
struct RunAhead {
  static constexpr int k_threads = k_thread_count;
  using Content = typename E::template plain<int>;

  omp::ConstructRing<E, Content, k_slots> ring;
  std::array<typename E::template atomic<omp::ConstructNumber>, k_thread_count> left{};
  std::array<typename E::template atomic<int>, k_constructs + 1> set_up{};
  std::array<typename E::template atomic<int>, k_constructs + 1> published{};  // to wait for, as the ring itself cannot

  static omp::ConstructNumber number_of(int construct) {
    return omp::construct_number(1, static_cast<std::uint32_t>(construct));
  }

  bool others_have_left(int self, omp::ConstructNumber number) {
    for (int other = 0; other < k_threads; ++other) {
      // order: acquire — pairs with the release in thread().
      if (other != self && !omp::has_reached(left[other].load(std::memory_order::acquire), number)) return false;
    }
    return true;
  }

  void wait_for_others(int self, omp::ConstructNumber number) {
    const auto reached = [number](omp::ConstructNumber at) { return omp::has_reached(at, number); };
    for (int other = 0; other < k_threads; ++other) {
      if (other != self) E::spin_until(left[other], reached, platform::Spins::unbounded());
    }
  }

  void enter(int self, int construct) {
    const omp::ConstructNumber number = number_of(construct);
    for (;;) {
      const auto all_left = [&](omp::ConstructNumber old) { return others_have_left(self, old); };
      const omp::Entry entry = ring.try_enter(number, all_left);
      if (entry == omp::Entry::joined) return;
      if (entry == omp::Entry::first) break;
      const auto done = [](int flag) { return flag != 0; };
      if (entry == omp::Entry::setting_up) E::spin_until(published[construct], done, platform::Spins::unbounded());
      if (entry == omp::Entry::occupied) wait_for_others(self, number_of(construct - static_cast<int>(k_slots)));
    }
    ring.content(number) = construct;
    // order: relaxed — a counter.
    set_up[construct].fetch_add(1, std::memory_order::relaxed);
    ring.publish(number);
    // order: release — only wakes; the content is published by the ring.
    published[construct].store(1, std::memory_order::release);
  }

  void thread(int self) {
    for (int construct = 1; construct <= k_constructs; ++construct) {
      enter(self, construct);
      E::require(static_cast<int>(ring.content(number_of(construct))) == construct,
                 "the content is that of the construct");
      // order: release — pairs with others_have_left().
      left[self].store(number_of(construct), std::memory_order::release);
    }
  }

  void after() {
    for (int construct = 1; construct <= k_constructs; ++construct) {
      // order: relaxed — the threads have ended.
      E::require(set_up[construct].load(std::memory_order::relaxed) == 1, "each construct is set up once");
    }
  }
};

}  // namespace heddle::model
