// The order rule: who waits for whom by accesses to one address. The one place that knows it; its users bring what a
// set of tasks is, and the means to wait for one (README.md, "Who waits for whom").
//
// OpenMP 5.2 §15.9.5 gives the rule by pairs of accesses: a later one waits for an earlier one unless both are in, both
// inoutset or both mutexinoutset; of the last kind never two run at a time. What the tasks between two accesses order
// already need not be ordered again. So of each address only the newest *set* is kept, that is the newest tasks that do
// not wait for each other, and the set before, for which its members wait.
//
// Pure: no state, no memory, no thread. `enter` is the state machine for those with a set of their own (Domain, plans);
// order_sets.hpp is it with any set that can be copied, for those who look on (traces, tools, longest paths).
#pragma once

#include "graph/access.hpp"

namespace heddle::graph {

/// Whether an access joins the newest set, whose mode is `newest`, and waits for the set before. Else it waits for all
/// members of the newest set and starts one.
constexpr bool joins(Mode newest, Mode next) noexcept { return next != Mode::out && newest == next; }

/// Whether nobody ever joins a set of this mode: its one member comes after all before it and before all behind it.
constexpr bool stands_alone(Mode mode) noexcept { return mode == Mode::out; }

/// Whether the members of a set of this mode, though they do not wait for each other, run one at a time.
constexpr bool one_at_a_time(Mode mode) noexcept { return mode == Mode::mutexinoutset; }

/// A task that names an address by both modes names it by this one.
constexpr Mode both(Mode one, Mode other) noexcept { return one == other ? one : Mode::out; }

/// Takes an access by mode `next` of a newcomer to what is known of its address, the Place:
///   knows_any()        there is a newest set, with members
///   mode()             of the newest set
///   has_newcomer()     the newcomer is a member of the newest set: it has named the address before
///   leave(mode)        the newcomer is no member any more; its access counts as one by this mode
///   join()             the newcomer waits for what the newest set waits for, and becomes a member
///   start(mode)        the newcomer waits for all members of the newest set, if there is one, and is alone in a new
///   one
template <class Place>
[[gnu::always_inline]] constexpr void enter_place(Place place, Mode next) {
  if (place.knows_any() && place.has_newcomer()) [[unlikely]] {
    const Mode covering = both(place.mode(), next);
    if (covering == place.mode()) return;
    place.leave(covering);
    next = covering;  // which joins nothing
  } else if (place.knows_any() && joins(place.mode(), next)) {
    return place.join();
  }
  place.start(next);
}

}  // namespace heddle::graph
