// Claims: items that come to a serial stage in any order are served in their own, each once, and what one has left for
// the next is seen; the source of a pipeline runs in one place at a time and is never lost, and who takes it up sees
// where it stands.
//
//   an item                                      a carrier
//     leave it; arrive(); serve; pass(); serve     write; give_back(): be the source: take(), carry
//
// Expected: no data race on items, on what is served or on the source; all items served, the source at its end.
#pragma once

#include <array>

#include "heddle/detail/baton.hpp"

namespace heddle::model {

/// Three items at one stage.
template <class E>
struct ThreeItemsInTurn {
  static constexpr int k_threads = 3;
  std::array<detail::baton<typename E::template atomic<unsigned>>, k_threads + 1> places;
  std::array<typename E::template plain<int>, k_threads> items{};
  typename E::template plain<int> served{0};

  ThreeItemsInTurn() { places[0].pass(); }

  void thread(int id) {
    items[id] = id + 1;
    if (!places[id].lies_here() && !places[id].arrive()) return;
    for (int turn = id; turn < k_threads; ++turn) {
      places[turn].clear();
      E::require(static_cast<int>(items[turn]) == turn + 1, "who serves an item sees it");
      E::require(static_cast<int>(served) == turn, "items are served in their order");
      served = turn + 1;
      if (!places[turn + 1].pass()) return;
    }
  }
  void after() { E::require(static_cast<int>(served) == k_threads, "each item is served"); }
};

/// Two items under way, the source waits for a token.
template <class E>
struct TwoCarriers {
  static constexpr int k_threads = 2;
  static constexpr int k_items = 3;
  detail::tokens<typename E::template atomic<long>> tokens{k_threads};
  typename E::template plain<int> given{0};

  TwoCarriers() {
    tokens.take();
    tokens.take();
  }

  void thread(int /*id*/) {
    while (tokens.give_back())
      if (!be_the_source()) return;
  }
  // Returns with an item to carry, or false at the source's end.
  bool be_the_source() {
    for (;;) {
      if (static_cast<int>(given) == k_items) return false;
      given = static_cast<int>(given) + 1;
      if (!tokens.take()) return true;
      E::require(!tokens.give_back(), "the source does not wait: another item is through");
    }
  }
  void after() { E::require(static_cast<int>(given) == k_items, "the source is never lost"); }
};

}  // namespace heddle::model
