// Lists: many short lists of numbers in two arrays, as a graph needs them.
#pragma once

#include <cstdint>
#include <span>

#include "plan/arena.hpp"

namespace heddle::plans {

/// List i is items[first[i] .. first[i + 1]).
struct Lists {
  Lists() : Lists(InArena<std::uint32_t>()) {}
  explicit Lists(InArena<std::uint32_t> where) : first(1, 0, where), items(where) {}
  Numbers first;
  Numbers items;

  std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(first.size() - 1); }
  std::span<const std::uint32_t> of(std::uint32_t list) const noexcept {
    return {items.data() + first[list], first[list + 1] - first[list]};
  }
  void reserve(std::size_t lists, std::size_t all_items) {
    first.reserve(lists + 1);
    items.reserve(all_items);
  }
  /// Ends the list that push_back to `items` has filled.
  void end_list() { first.push_back(static_cast<std::uint32_t>(items.size())); }

  friend bool operator==(const Lists&, const Lists&) = default;
};

/// The lists of who names whom, the other way round, over `count` numbers.
Lists reversed(const Lists& lists, std::uint32_t count, InArena<std::uint32_t> where = {});

}  // namespace heddle::plans
