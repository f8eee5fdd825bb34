// Claim: observers have numbers of their own, who walks along the list sees what each of them is made of, and of those
// who stop one of them one has stopped it.
//
//   each thread:  add(); walk from first(), reading; stop() the first of all
//
// Expected: no race on what an observer is made of, no number twice, none lost, the first stopped once.
#pragma once

#include <array>
#include <cstdint>

#include "tasks/observer_list.hpp"

namespace heddle::model {

template <class E, int k_observers>
struct WhoObserves {
  static constexpr int k_threads = k_observers;
  using List = tasks::ObserverList<E, typename E::template plain<int>>;
  List list;
  std::array<typename List::Observer, k_observers> made;
  std::array<std::uint32_t, k_observers> numbers{};
  std::array<bool, k_observers> stopped{};

  void thread(int id) {
    made[id].told = id + 7;
    numbers[id] = list.add(made[id]);
    for (typename List::Observer* one = list.first(); one != nullptr; one = one->next) {
      E::require(static_cast<int>(one->told) >= 7, "who observes is whole");
    }
    stopped[id] = list.stop(0);
  }
  void after() {
    int listed = 0;
    std::uint32_t number = k_observers;
    for (typename List::Observer* one = list.first(); one != nullptr; one = one->next, ++listed) {
      E::require(one->number == --number, "the later ones have higher numbers");
      E::require(List::told(*one) == (number != 0), "who was stopped is told no more");
    }
    E::require(listed == k_observers, "none is lost");
    int stops = 0;
    for (const bool stop : stopped) stops += stop ? 1 : 0;
    E::require(stops == 1, "of those who stop it one has stopped it");
  }
};

}  // namespace heddle::model
