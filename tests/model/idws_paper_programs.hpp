// Claim: of the orders in which an owner may publish its progress and test for its end, the one that the IDWS paper
// prints as Algorithm 1 runs an iteration twice; those of its Snippets 3 and 4 do not (IDWS §3, §4.1).
//
//   victim                                        thief
//     for i: test i < end, publish i, run i         interrupt the victim, wait for the reply, run what it gave
//     handler (Algorithm 3): remaining = end - published; above 1: give half of it from the end
//
// Between test and publish the handler still sees the iteration before, so what it takes for the rest holds one more
// than there is; where two are left of it, it gives away the very iteration that the victim is about to run.
#pragma once

#include <array>

#include "platform/check/check.hpp"

namespace heddle::model {

enum class PaperOrder { test_then_publish, test_then_publish_with_margin, publish_then_test };

template <PaperOrder k_order, int k_trip>
struct PaperLoop {
  using E = platform::Check;
  static constexpr int k_threads = 2;
  E::atomic<int> published{0};
  E::atomic<int> end{k_trip};
  E::atomic<int> replied{0};
  E::plain<int> given_first{0};
  E::plain<int> given_last{0};
  std::array<int, k_trip> runs{};

  // order: relaxed (all) — the owner and its handler are one thread; the reply carries what was given.
  static constexpr auto relaxed = std::memory_order::relaxed;

  void handler() {
    const int last = end.load(relaxed);
    int remaining = last - published.load(relaxed);
    if (k_order == PaperOrder::test_then_publish_with_margin && remaining > 0) --remaining;
    if (remaining > 1) {
      given_first = last - remaining / 2;
      given_last = last;
      end.store(last - remaining / 2, relaxed);
    }
    // order: release — pairs with the thief's spin: it sees what was given.
    replied.store(1, std::memory_order::release);
  }

  bool goes_on(int i) {
    if (k_order == PaperOrder::publish_then_test) published.store(i, relaxed);
    if (i >= end.load(relaxed)) return false;
    if (k_order != PaperOrder::publish_then_test) published.store(i, relaxed);
    return true;
  }

  void victim() {
    platform::check::on_interrupt([this] { handler(); });
    for (int i = 0; goes_on(i); ++i) ++runs[static_cast<std::size_t>(i)];
    // A thread that has left the loop still answers.
    E::spin_until<int>(replied, [](int word) { return word != 0; }, platform::Spins::unbounded());
  }

  void thief() {
    platform::check::interrupt(1);
    E::spin_until<int>(replied, [](int word) { return word != 0; }, platform::Spins::unbounded());
    for (int i = given_first; i < given_last; ++i) ++runs[static_cast<std::size_t>(i)];
  }

  void thread(int id) { id == 0 ? victim() : thief(); }

  void after() {
    for (const int count : runs) E::require(count < 2, "no iteration is run twice");
    for (const int count : runs) E::require(count == 1, "no iteration is lost");
  }
};

}  // namespace heddle::model
