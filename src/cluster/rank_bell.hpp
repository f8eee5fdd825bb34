// How a worker of a rank sleeps until something has come: on a word that changes with each thing that does.
//
// Invariant: who rings has made what came visible before it changes the word; who sleeps has read the word before it
// looked, and sleeps only while the word is as it was. So a ring between the look and the sleep ends the sleep. Model:
// tests/model/cluster_bell_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::cluster {

template <class P>
class RankBell {
 public:
  /// By whoever has brought something, all of it.
  void ring() noexcept {
    // order: release — pairs with sleep_until(): what came is there.
    rung_.fetch_add(1, std::memory_order_release);
    P::unpark_all(rung_);
  }
  /// @param done  whether what is waited for has come; may take it
  template <class Done>
  void sleep_until(const Done& done) noexcept {
    for (;;) {
      // order: acquire — pairs with ring().
      const std::uint32_t rung = rung_.load(std::memory_order_acquire);
      if (done()) return;
      P::park(rung_, rung);
    }
  }

 private:
  typename P::template atomic<std::uint32_t> rung_{0};
};

}  // namespace heddle::cluster
