#include "ocr/caller.hpp"

namespace heddle::ocr {

void Callers::add(WaitingCaller& caller) noexcept {
  {
    const sync::Guard guard(lock_);
    caller.next = first_;
    caller.place = &first_;
    if (first_ != nullptr) first_->place = &caller.next;
    first_ = &caller;
    caller.listed = true;
    // order: relaxed — the heavy fence is what counts.
    if (caller.for_label) for_labels_.fetch_add(1, std::memory_order_relaxed);
  }
  P::heavy_fence();
}

void Callers::unlink(WaitingCaller& caller) noexcept {
  *caller.place = caller.next;
  if (caller.next != nullptr) caller.next->place = caller.place;
  caller.listed = false;
  // order: relaxed — who sees it too late takes the lock for nothing.
  if (caller.for_label) for_labels_.fetch_sub(1, std::memory_order_relaxed);
}

void Callers::remove(WaitingCaller& caller) noexcept {
  const sync::Guard guard(lock_);
  if (caller.listed) unlink(caller);
}

void Callers::stop() noexcept {
  const sync::Guard guard(lock_);
  for (WaitingCaller* one = first_; one != nullptr; one = one->next) {
    std::uint32_t waits = WaitingCaller::k_waits;
    // order: relaxed (both) — who is told at the same time stays told; stopping() says the rest.
    if (one->told.compare_exchange_strong(waits, WaitingCaller::k_stopped, std::memory_order_relaxed,
                                          std::memory_order_relaxed))
      P::unpark_all(one->told);
  }
}

}  // namespace heddle::ocr
