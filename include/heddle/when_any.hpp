// heddle/when_any.hpp: the first of several values as a future.
//
//     std::vector<heddle::future<Answer>> asked = ...;
//     const std::size_t first = heddle::when_any(asked).get();
//     use(asked[first].get());
//
// No worker is held meanwhile, and the others go on: a task_group that all belong to cancels them. It is no task:
// wait() and groups do not wait for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <ranges>
#include <tuple>
#include <utility>
#include <vector>

#include "detail/holders.hpp"
#include "future.hpp"
#include "when_all.hpp"

namespace heddle {

namespace detail {

/// Waits for several events. It lasts until all of them have happened: they know of it.
/// @tparam Futures  keeps the events where they are
template <class Futures>
class first_of {
 public:
  first_of(Futures kept, const std::vector<heddle_event*>& events)
      : kept_(std::move(kept)), links_(events.size()), result_(new outcome<std::size_t>) {
    for (std::size_t at = 0; at < events.size(); ++at) links_[at] = {{nullptr, &called}, this, events[at]};
  }

  /// @param all  deletes itself when everything has happened
  static future<std::size_t> begin(std::unique_ptr<first_of> all) {
    first_of& self = *all.release();
    auto first = future<std::size_t>::of(*self.result_);
    self.result_->hold();  // ours; the other share is the caller's
    for (numbered_link& entry : self.links_) {
      self.held_.hold();
      if (heddle_event_then(entry.event, &entry.link) == 0) self.happened(entry);
    }
    self.drop();
    return first;
  }

 private:
  struct numbered_link {
    heddle_continuation link;  // first, so that its address is the entry's
    first_of* all;
    heddle_event* event;
  };

  static void called(heddle_continuation* link) {
    auto& entry = *reinterpret_cast<numbered_link*>(link);
    entry.all->happened(entry);
  }
  void happened(const numbered_link& entry) noexcept {
    // order: relaxed — who comes first tells; complete() publishes what it tells.
    if (!told_.exchange(true, std::memory_order_relaxed)) {
      result_->value.emplace(static_cast<std::size_t>(&entry - links_.data()));
      result_->finish();
    }
    drop();
  }
  void drop() noexcept {
    if (held_.drop()) delete this;
  }

  Futures kept_;
  std::vector<numbered_link> links_;
  outcome<std::size_t>* result_;
  std::atomic<bool> told_{false};
  holders<> held_;  // begin() has the first
};

template <class T>
heddle_event* event_of(const future<T>& one) {
  if (!one.valid()) throw task_error(HEDDLE_NULL_BODY, "heddle: when_any of a future without a task");
  return one.shared()->done.handle();
}

template <class Futures>
future<std::size_t> first_among(Futures kept, const std::vector<heddle_event*>& events) {
  return first_of<Futures>::begin(std::make_unique<first_of<Futures>>(std::move(kept), events));
}

}  // namespace detail

/// The number, in the list, of a future whose task is over, however it ended: one of the first. Throws task_error for
/// an empty list or an empty future. @param futures  a std::vector<heddle::future<T>>, say; copied
template <std::ranges::input_range Futures>
  requires detail::is_future<std::ranges::range_value_t<Futures>>
future<std::size_t> when_any(const Futures& futures) {
  std::vector<std::ranges::range_value_t<Futures>> kept;
  std::vector<heddle_event*> events;
  for (const auto& one : futures) {
    events.push_back(detail::event_of(one));
    kept.push_back(one);
  }
  if (kept.empty()) throw task_error(HEDDLE_NULL_BODY, "heddle: when_any of no futures would wait for ever");
  return detail::first_among(std::move(kept), events);
}
/// The same for futures that are written one by one, of any types.
template <class First, class... Others>
future<std::size_t> when_any(const future<First>& first, const future<Others>&... others) {
  return detail::first_among(std::tuple(first, others...), {detail::event_of(first), detail::event_of(others)...});
}

}  // namespace heddle
