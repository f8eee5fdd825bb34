#include "regions/leaf_view.hpp"

#include <atomic>
#include <new>

namespace heddle::regions {

namespace {

constexpr std::uint32_t lines_for(std::uint32_t numbers, std::uint32_t in_line) noexcept {
  return (numbers + in_line - 1) / in_line;
}

}  // namespace

LeafView* LeafView::make(std::uint32_t leaves, std::uint32_t nodes) noexcept {
  std::unique_ptr<LeafView> view(new (std::nothrow) LeafView);
  if (view == nullptr) return nullptr;
  view->counts_.reset(new (std::nothrow) Counts[lines_for(leaves, k_in_line)]);
  view->seen_.reset(new (std::nothrow) Numbers[lines_for(leaves, k_in_line)]);
  view->winners_.reset(new (std::nothrow) Numbers[lines_for(nodes, k_in_line)]);
  const bool whole = view->counts_ != nullptr && view->seen_ != nullptr && view->winners_ != nullptr;
  return whole ? view.release() : nullptr;
}

void LeafView::count(std::uint32_t leaf, std::int32_t change) noexcept {
  P::atomic<std::int32_t>& own = counts_[leaf / k_in_line].of[leaf % k_in_line];
  // order: relaxed (both) — this worker's own count; a hint for the others.
  own.store(own.load(std::memory_order_relaxed) + change, std::memory_order_relaxed);
  std::uint32_t& seen = seen_[leaf / k_in_line].of[leaf % k_in_line];
  if (change > 0 || seen != 0) seen += static_cast<std::uint32_t>(change);
}

LeafViews::~LeafViews() {
  for (LeafView* view = first(); view != nullptr;) {
    LeafView* const next = view->next_;
    delete view;
    view = next;
  }
}

LeafView* LeafViews::add() noexcept {
  LeafView* const view = LeafView::make(leaves_, nodes_);
  if (view == nullptr) return nullptr;
  const sync::Guard guard(adding_);
  view->next_ = first();
  // Not all begin with the same child and seat.
  if (view->next_ != nullptr) view->turn_ = view->next_->number_ + 1;
  view->number_ = view->turn_;
  for (std::uint32_t node = 0; node < nodes_; ++node) view->winner(node) = view->number_;
  // order: release — pairs with first().
  first_.store(view, std::memory_order_release);
  return view;
}

void LeafViews::look(LeafView& view) const noexcept {
  const auto now = static_cast<std::uint32_t>(P::rough_ns() >> 10);
  if (now - view.looked_us_ < view.patience_us_) return;
  std::uint32_t views = 0;
  for (const LeafView* one = first(); one != nullptr; one = one->next_) ++views;
  view.looked_us_ = now;
  view.patience_us_ = views * k_between_us;
  for (std::uint32_t leaf = 0; leaf < leaves_; ++leaf)
    view.seen_[leaf / LeafView::k_in_line].of[leaf % LeafView::k_in_line] = load(leaf);
}

std::uint32_t LeafViews::load(std::uint32_t leaf) const noexcept {
  std::int32_t sum = 0;
  // order: relaxed — a hint.
  for (const LeafView* one = first(); one != nullptr; one = one->next_)
    sum += one->counts_[leaf / LeafView::k_in_line].of[leaf % LeafView::k_in_line].load(std::memory_order_relaxed);
  return sum < 0 ? 0 : static_cast<std::uint32_t>(sum);  // an end may be seen before the beginning
}

void LeafViews::forget_all() noexcept {
  for (LeafView* view = first(); view != nullptr; view = view->next_) {
    for (std::uint32_t leaf = 0; leaf < leaves_; ++leaf) {
      // order: relaxed — one thread.
      view->counts_[leaf / LeafView::k_in_line].of[leaf % LeafView::k_in_line].store(0, std::memory_order_relaxed);
      view->seen_[leaf / LeafView::k_in_line].of[leaf % LeafView::k_in_line] = 0;
    }
  }
}

}  // namespace heddle::regions
