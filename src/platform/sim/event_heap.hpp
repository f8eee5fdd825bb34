// The events to come, earliest first; those of one time in the order in which they were made. The next few lie in
// order, later ones in buckets, by the highest bit in which their time differs from where the order begins. When all in
// order are gone the lowest bucket is: if few, they are put in order; if many, dealt out to lower buckets first. That
// is a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, "Faster algorithms for the shortest path problem", J. ACM 37,
// 1990) which stops dealing where a sorted list is cheaper.
//
// Invariants: all in order come before all in buckets; events of one time lie in one bucket, in the order in which they
// were made; nothing is in order only if there is nothing at all. One thread of the host.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "platform/sim/machine.hpp"

namespace heddle::platform::sim {

struct TimedEvent {
  Cycles time;
  std::uint32_t what;    // a core, or a call (engine.hpp)
  std::uint32_t ticket;  // of a core: which of its waits is to end; an older one's event is stale
};

class EventHeap {
 public:
  bool empty() const noexcept { return next_ == ordered_.size(); }
  const TimedEvent& first() const noexcept { return ordered_[next_]; }

  /// Not before the one that was taken out last.
  void push(const TimedEvent& event) {
    if (event.time <= last_) return insert(event);
    put_off(event);
    if (empty()) refill();
  }

  TimedEvent pop() {
    const TimedEvent event = ordered_[next_++];
    if (empty()) refill();
    return event;
  }

 private:
  static constexpr std::size_t k_few = 32;
  static constexpr std::size_t k_many = 256;  // in order: moving half of them takes as long as dealing one out

  // How many of those in order come before an event of that time that is made now. Without a branch: nobody can guess.
  std::size_t before(Cycles time) const noexcept {
    std::size_t from = next_;
    for (std::size_t left = ordered_.size() - next_; left != 0;) {
      const std::size_t half = (left + 1) / 2;
      from += ordered_[from + half - 1].time <= time ? half : 0;
      left -= half;
    }
    return from - next_;
  }

  // The shorter part of the list makes room.
  void insert(const TimedEvent& event) {
    const std::size_t before = this->before(event.time);
    const auto place = ordered_.begin() + static_cast<std::ptrdiff_t>(next_ + before);
    if (next_ != 0 && 2 * before <= ordered_.size() - next_) {
      *std::move(place - static_cast<std::ptrdiff_t>(before), place, ordered_.begin() + --next_) = event;
    } else {
      ordered_.insert(place, event);
      if (ordered_.size() > k_many) shorten();
    }
  }

  void put_off(const TimedEvent& event) {
    const auto bucket = static_cast<std::size_t>(std::bit_width(event.time ^ begins_) - 1);
    buckets_[bucket].push_back(event);
    used_ |= std::uint64_t{1} << bucket;
  }

  // Forgets what has been taken out, and if that is not enough puts off the later half of the times in order.
  [[gnu::cold]] void shorten() {
    ordered_.erase(ordered_.begin(), ordered_.begin() + static_cast<std::ptrdiff_t>(next_));
    next_ = 0;
    if (ordered_.size() <= k_many / 2 || begins_ == last_) return;
    last_ = begins_ + (last_ - begins_) / 2;
    const std::size_t kept = before(last_);
    for (std::size_t at = kept; at != ordered_.size(); ++at) put_off(ordered_[at]);
    ordered_.resize(kept);
    if (empty()) refill();
  }

  void refill() {
    ordered_.clear();
    next_ = 0;
    if (used_ == 0) return;
    const int lowest = std::countr_zero(used_);
    used_ &= used_ - 1;
    std::vector<TimedEvent>& bucket = buckets_[static_cast<std::size_t>(lowest)];
    bucket.size() <= k_few ? put_in_order(bucket, (std::uint64_t{1} << lowest) - 1) : deal_out(bucket);
    bucket.clear();
  }

  void put_in_order(const std::vector<TimedEvent>& bucket, Cycles within) {
    begins_ = bucket.front().time & ~within;
    last_ = begins_ | within;
    for (const TimedEvent& event : bucket) insert(event);
  }

  void deal_out(const std::vector<TimedEvent>& bucket) {
    begins_ = bucket.front().time;
    for (const TimedEvent& event : bucket) begins_ = std::min(begins_, event.time);
    last_ = begins_;
    for (const TimedEvent& event : bucket) event.time == begins_ ? ordered_.push_back(event) : put_off(event);
  }

  std::vector<TimedEvent> ordered_;  // those taken out are at its beginning
  std::size_t next_ = 0;             // of them the first
  Cycles begins_ = 0;                // of the times that are kept in order, the first one but for what was made since
  Cycles last_ = 0;                  // and the last one
  std::uint64_t used_ = 0;           // bits: buckets with events
  std::array<std::vector<TimedEvent>, 64> buckets_;
};

}  // namespace heddle::platform::sim
