// Claims about a strand and its announcement: every item that the owner leaves is satisfied exactly once and in order,
// by one server at a time; whenever items are left, the announcement stands or a server is at it; and once the owner
// sees the strand at rest it may touch what the servers touched.
//
//   owner                                   servers
//     push(item)? announce                    take the announcement? serve(1), announce again if some are left
//     at_rest()? touch the graph
//
// Expected: no loss, no double, no reversal, no data race on the items, their links or the graph.
#pragma once

#include <array>

#include "dependence/adaptive/announcements.hpp"
#include "dependence/adaptive/handover_queue.hpp"

namespace heddle::model {

template <class E>
struct StrandItem {
  typename E::template plain<StrandItem*> next{nullptr};
  typename E::template plain<int> number{0};
};

template <class E, int k_servers, int k_items>
struct OwnerAndServers {
  static constexpr int k_threads = k_servers + 1;
  static constexpr graph::Seat k_seat = 3;

  dependence::HandoverQueue<E, StrandItem<E>> strand;
  dependence::Announcements<E> announcements{5};
  std::array<StrandItem<E>, k_items> items{};
  typename E::template plain<int> graph{0};  // what servers and the owner at rest touch: the number satisfied

  void satisfy(StrandItem<E>& item) {
    E::require(static_cast<int>(item.number) == static_cast<int>(graph), "items are satisfied in order, once");
    graph = static_cast<int>(graph) + 1;
  }

  void serve_once() {
    if (announcements.take_any(0) != k_seat) return;
    if (strand.serve(1, [this](StrandItem<E>& item) { satisfy(item); }) == dependence::Left::some) {
      announcements.announce(k_seat);
    }
  }

  void thread(int id) {
    if (id != 0) {
      serve_once();
      serve_once();
      return;
    }
    for (int i = 0; i < k_items; ++i) {
      items[i].number = i;
      if (strand.push(items[i])) announcements.announce(k_seat);
    }
    if (strand.at_rest()) E::require(static_cast<int>(graph) == k_items, "at rest, everything is satisfied");
  }

  void after() {
    while (!strand.at_rest()) {
      E::require(announcements.any(), "what is left is announced");
      serve_once();
    }
    E::require(static_cast<int>(graph) == k_items, "every item is satisfied");
  }
};

}  // namespace heddle::model
