// heddle/parallel_for_each.hpp: items that are met one after the other, and items that come while others are worked on.
//
//     heddle::parallel_for_each(list, [](Node& node) { node.update(); });             // a std::list, a map, a stream
//     heddle::parallel_for_each(roots, [](Node* node, heddle::feeder<Node*>& more) {
//       for (Node* child : node->children) more.add(child);
//     });
//
// For what parallel_for cannot count. The calling thread walks over the items and gives them away by blocks; what input
// iterators give is copied. The call returns when all items are done, those that were added, too. What a body throws
// comes out of the call; bodies that have not begun are left out then, and no further items are looked for.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

#include "spawn.hpp"
#include "task_group.hpp"

namespace heddle {

namespace detail {

template <class T, class Body>
class feeding;

}  // namespace detail

/// Takes further items of a parallel_for_each.
template <class T>
class feeder {
 public:
  feeder(const feeder&) = delete;
  feeder& operator=(const feeder&) = delete;
  /// One more: the body is called for it, on any worker. For bodies of the same call.
  void add(T item) { add_(*this, std::move(item)); }

 private:
  template <class U, class Body>
  friend class detail::feeding;
  explicit feeder(void (*how)(feeder&, T&&)) noexcept : add_(how) {}

  void (*add_)(feeder&, T&&);
};

namespace detail {

/// The body of a call, the items that it adds, and the tasks of all.
template <class T, class Body>
class feeding : public feeder<T> {
 public:
  static constexpr bool k_feeds = std::invocable<Body&, T, feeder<T>&> || std::invocable<Body&, T&, feeder<T>&>;

  explicit feeding(Body& body) noexcept : feeder<T>(adder()), body_(body) {}

  task_group& group() noexcept { return group_; }

  /// Whether a body has thrown: no further items are wanted.
  // order: relaxed — a hint; the exception comes out of the group's wait.
  bool has_failed() const noexcept { return failed_.load(std::memory_order_relaxed); }

  template <class Item>
  void operator()(Item&& item) {
    try {
      call(std::forward<Item>(item));
    } catch (...) {
      // order: relaxed — as has_failed().
      failed_.store(true, std::memory_order_relaxed);
      throw;
    }
  }

 private:
  template <class Item>
  void call(Item&& item) {
    feeder<T>& more = *this;
    if constexpr (std::invocable<Body&, Item, feeder<T>&>) {
      std::invoke(body_, std::forward<Item>(item), more);
    } else if constexpr (k_feeds) {
      std::invoke(body_, item, more);
    } else if constexpr (std::invocable<Body&, Item>) {
      std::invoke(body_, std::forward<Item>(item));
    } else {
      std::invoke(body_, item);
    }
  }

  static constexpr auto adder() noexcept -> void (*)(feeder<T>&, T&&) {
    if constexpr (k_feeds) return &add_one;
    return nullptr;
  }
  static void add_one(feeder<T>& self, T&& item) {
    auto& fed = static_cast<feeding&>(self);
    fed.group_.run([&fed, item = std::move(item)]() mutable { fed(std::move(item)); });
  }

  Body& body_;
  std::atomic<bool> failed_{false};
  task_group group_;  // ends first, and waits
};

/// How many items the next task gets: few at first, so that all workers have some soon.
class growing_block {
 public:
  std::size_t next() noexcept {
    const std::size_t length = length_;
    if (++given_ % workers() == 0) length_ = std::min<std::size_t>(2 * length_, k_longest);
    return length;
  }

 private:
  static constexpr std::size_t k_longest = 64;  // cheap items: what giving a task away costs is a few ns for each

  std::size_t length_ = 1;
  unsigned given_ = 0;
};

template <class It, class End, class Call>
void give_away(It at, End end, Call& call) {
  for (growing_block blocks; !call.has_failed() && at != end;) {
    const std::size_t length = blocks.next();
    if constexpr (std::forward_iterator<It>) {
      const It first = at;
      std::size_t count = 0;
      while (count < length && at != end) ++count, ++at;
      call.group().run([first, count, &call] {
        It one = first;
        for (std::size_t done = 0; done < count; ++done, ++one) call(*one);
      });
    } else {
      std::vector<std::iter_value_t<It>> items;
      for (items.reserve(length); items.size() < length && !call.has_failed() && at != end; ++at) items.push_back(*at);
      call.group().run([items = std::move(items), &call]() mutable {
        for (auto& item : items) call(std::move(item));
      });
    }
  }
}

}  // namespace detail

/// body(item), or body(item, feeder), for each from `first` to `last`.
template <std::input_iterator It, std::sentinel_for<It> End, class Body>
void parallel_for_each(It first, End last, Body&& body) {
  using T = std::iter_value_t<It>;
  using Call = detail::feeding<T, std::remove_reference_t<Body>>;
  static_assert(std::invocable<Body&, std::iter_reference_t<It>> || std::invocable<Body&, T> ||
                    std::invocable<Body&, T&> || Call::k_feeds,
                "a body takes an item, or an item and a heddle::feeder of them");
  Call call(body);
  try {
    detail::give_away(std::move(first), std::move(last), call);
  } catch (...) {
    call.group().cancel();
    throw;  // the group waits
  }
  call.group().wait();
}
/// The items of a container, a view, a stream.
template <std::ranges::input_range R, class Body>
void parallel_for_each(R&& range, Body&& body) {
  parallel_for_each(std::ranges::begin(range), std::ranges::end(range), body);
}

}  // namespace heddle
