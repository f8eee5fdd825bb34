// Claims: a worker that waits for a message, or for what is fetched, gets it, sees what it is made of, and does not
// sleep past it, whenever it comes.
//
//   each of two pollers                      the worker
//     write; channel.put() or fetches.came()    sleep_until(it is there); read
//
// Expected: no deadlock, no data race on what came, messages taken once each.
#pragma once

#include <array>
#include <memory>

#include "cluster/channel.hpp"
#include "cluster/fetches.hpp"

namespace heddle::model {

template <class E>
struct TwoParcels {
  static constexpr int k_threads = 3;
  cluster::BasicChannel<E> channel;
  std::array<typename E::template plain<int>, 2> written{};
  int taken = 0;

  void thread(int id) {
    if (id != 0) {
      written[id - 1] = id;
      auto parcel = std::make_unique<cluster::Parcel>();
      parcel->ticket = static_cast<std::uint64_t>(id);
      return channel.put(std::move(parcel));
    }
    for (int both = 0; both < 2; ++both) {
      std::unique_ptr<cluster::Parcel> parcel;
      channel.bell().sleep_until([&] { return (parcel = channel.take()) != nullptr; });
      const auto from = static_cast<int>(parcel->ticket);
      E::require(static_cast<int>(written[from - 1]) == from, "who takes a message sees what was done before");
      taken += from;
    }
  }
  void after() { E::require(taken == 3 && channel.take() == nullptr, "each message is taken once"); }
};

template <class E>
struct TwoPartsOfAFetch {
  static constexpr int k_threads = 3;
  cluster::BasicFetches<E> fetches;
  std::array<typename E::template plain<int>, 2> fetched{};
  std::uint64_t ticket = 0;

  TwoPartsOfAFetch() { ticket = fetches.begin(2); }

  void thread(int id) {
    if (id != 0) {
      fetched[id - 1] = id;
      return fetches.came(ticket);
    }
    fetches.bell().sleep_until([&] { return fetches.there(ticket); });
    E::require(static_cast<int>(fetched[0]) == 1 && static_cast<int>(fetched[1]) == 2, "what was fetched is there");
  }
  void after() { E::require(!fetches.any(), "nothing is under way"); }
};

}  // namespace heddle::model
