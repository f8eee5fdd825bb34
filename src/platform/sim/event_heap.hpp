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
    return time != other.time ? time < other.time : number < other.number;
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

  Event pop() {
    const Event first = events_.front();
    const Event last = events_.back();
    events_.pop_back();
    if (!events_.empty()) sink(last);
    return first;
  }

 private:
  static constexpr std::size_t k_children = 4;

  // Puts `event` where the first one was, or below.
  void sink(const Event& event) {
    const std::size_t size = events_.size();
    std::size_t at = 0;
    for (;;) {
      const std::size_t begin = at * k_children + 1;
      if (begin >= size) break;
      const std::size_t end = begin + k_children < size ? begin + k_children : size;
      std::size_t least = begin;
      for (std::size_t child = begin + 1; child < end; ++child) {
        if (events_[child].before(events_[least])) least = child;
      }
      if (!events_[least].before(event)) break;
      events_[at] = events_[least];
      at = least;
    }
    events_[at] = event;
  }

  std::vector<Event> events_;
};

}  // namespace heddle::platform::sim
