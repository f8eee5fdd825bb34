// The events to come, earliest first; those of one time in the order in which they were made. A heap of four children
// per node: half the depth of a binary one, and the children of a node lie in two lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "platform/sim/machine.hpp"

namespace heddle::platform::sim {

struct Event {
  Cycles time;
  std::uint64_t number;  // grows with every event made
  std::uint32_t what;    // a core, or a call (engine.hpp)
  std::uint32_t ticket;  // of a core: which of its waits is to end; an older one's event is stale

  bool before(const Event& other) const noexcept {
    // Without a branch: half of the answers are yes, and nobody can guess which.
    return ((time < other.time) | ((time == other.time) & (number < other.number))) != 0;
  }
};

class EventHeap {
 public:
  bool empty() const noexcept { return events_.empty(); }
  std::size_t size() const noexcept { return events_.size(); }
  const Event& first() const noexcept { return events_.front(); }

  void push(const Event& event) {
    std::size_t at = events_.size();
    events_.push_back(event);
    while (at != 0) {
      const std::size_t parent = (at - 1) / k_children;
      if (!event.before(events_[parent])) break;
      events_[at] = events_[parent];
      at = parent;
    }
    events_[at] = event;
  }

  /// The first one; `event` comes instead of it.
  Event exchange_first(const Event& event) {
    const Event first = events_.front();
    sink(event);
    return first;
  }

  Event pop() {
    const Event first = events_.front();
    const Event last = events_.back();
    events_.pop_back();
    if (!events_.empty()) sink(last);
    return first;
  }

 private:
  static constexpr std::size_t k_children = 4;

  std::size_t earlier(std::size_t one, std::size_t other) const noexcept {
    return events_[other].before(events_[one]) ? other : one;
  }
  std::size_t least_of_four(std::size_t begin) const noexcept {
    return earlier(earlier(begin, begin + 1), earlier(begin + 2, begin + 3));
  }
  std::size_t least_of(std::size_t begin, std::size_t end) const noexcept {
    std::size_t least = begin;
    for (std::size_t child = begin + 1; child < end; ++child) least = earlier(least, child);
    return least;
  }

  // Puts `event` where the first one was, or below.
  void sink(const Event& event) {
    const std::size_t size = events_.size();
    std::size_t at = 0;
    for (;;) {
      const std::size_t begin = at * k_children + 1;
      if (begin >= size) break;
      const std::size_t least = begin + k_children <= size ? least_of_four(begin) : least_of(begin, size);
      if (!events_[least].before(event)) break;
      events_[at] = events_[least];
      at = least;
    }
    events_[at] = event;
  }

  std::vector<Event> events_;
};

}  // namespace heddle::platform::sim
