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

/// Three items under way, a ring of four places: an item that is issued early may draw a turn late, in a place that
/// another item waited in since. Each thread begins with an item and its token; whose item waits for its turn leaves
/// both to who serves it.
template <class E>
struct LateAtARing {
  static constexpr int k_threads = 3;
  static constexpr unsigned k_ring = 4;
  static constexpr int k_further = 3;  // items, beyond the three
  struct Place {
    detail::baton<typename E::template atomic<unsigned>> turn;
    typename E::template plain<int> waiting{0};
  };
  std::array<Place, k_ring> places;
  detail::turn_counter<typename E::template atomic<std::uint64_t>> turns;
  detail::tokens<typename E::template atomic<long>> tokens{k_threads};
  typename E::template plain<int> given{0};
  typename E::template plain<int> served{0};

  LateAtARing() {
    places[0].turn.pass();
    for (int i = 0; i < k_threads; ++i) tokens.take();
  }

  void thread(int /*id*/) { come(); }

  void come() {
    const auto turn = static_cast<unsigned>(turns.draw());
    Place& own = places[turn % k_ring];
    if (own.turn.lies_here()) {
      own.turn.clear();
      return carry(turn);
    }
    own.waiting = static_cast<int>(turn) + 1;
    if (own.turn.arrive()) carry(take(turn));
  }
  unsigned take(unsigned turn) {
    Place& own = places[turn % k_ring];
    E::require(static_cast<int>(own.waiting) == static_cast<int>(turn) + 1, "who takes an item finds that of the turn");
    own.waiting = 0;
    own.turn.clear();
    return turn;
  }
  void carry(unsigned turn) {
    for (bool next = true; next; ++turn) {
      E::require(static_cast<int>(served) == static_cast<int>(turn), "items are served in their turns");
      served = static_cast<int>(turn) + 1;
      next = places[(turn + 1) % k_ring].turn.pass();
      if (next) take(turn + 1);
      if (tokens.give_back()) be_the_source();
    }
  }
  // With a token of its own, until it has none for itself: then it waits.
  void be_the_source() {
    while (static_cast<int>(given) != k_further) {
      given = static_cast<int>(given) + 1;
      const bool goes_on = tokens.take();
      come();
      if (!goes_on) return;
    }
  }
  void after() { E::require(static_cast<int>(served) == k_threads + k_further, "each item is served"); }
};

}  // namespace heddle::model
