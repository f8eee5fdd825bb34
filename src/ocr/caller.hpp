// Callers: threads that wait inside a call, for an event, a block or a label, until they are told or the session stops.
//
// A caller's slot lies where an EDT's would: in the list of the event, in the queue of the block. Those that wait for a
// label have no such place, so a label that changes tells all of them, and they look again. Any thread.
#pragma once

#include "ocr/bell.hpp"
#include "ocr/edt.hpp"
#include "process/types.hpp"
#include "sync/mutex.hpp"

namespace heddle::ocr {

struct WaitingCaller {
  using P = process::P;
  static constexpr std::uint32_t k_waits = 0, k_told = 1, k_stopped = 2;

  Slot<P> slot;
  P::atomic<std::uint32_t> told{k_waits};
  const Edt<P>* edt = nullptr;  // in whose body it waits
  bool for_label = false;
  bool listed = false;
  WaitingCaller* next = nullptr;
  WaitingCaller** place = nullptr;  // what points to it

  static WaitingCaller& of(Slot<P>& slot) noexcept { return *reinterpret_cast<WaitingCaller*>(&slot); }

  /// Until it is told or stopped. @returns which
  std::uint32_t sleep() noexcept {
    for (;;) {
      // order: acquire — pairs with who tells: the value.
      const std::uint32_t seen = told.load(std::memory_order_acquire);
      if (seen != k_waits) return seen;
      P::park(told, k_waits);
    }
  }
  /// Until it is told, though it was stopped.
  void sleep_until_told() noexcept {
    // order: acquire — as above.
    while (told.load(std::memory_order_acquire) != k_told) P::park(told, k_stopped);
  }
};

class Callers {
 public:
  using P = process::P;

  /// From now on it hears of the end, and of labels. What it waits for is to be looked at behind this.
  void add(WaitingCaller& caller) noexcept;
  void remove(WaitingCaller& caller) noexcept;

  /// A label is free, or has an object: who waits for one looks again. `tell` is called for each.
  template <class Tell>
  void label_changed(const Tell& tell) noexcept {
    P::light_fence();
    // order: relaxed — the Dekker pair of add(), by its heavy fence.
    if (for_labels_.load(std::memory_order_relaxed) == 0) [[likely]]
      return;
    const sync::Guard guard(lock_);
    for (WaitingCaller* one = first_; one != nullptr;) {
      WaitingCaller* const next = one->next;
      if (one->for_label) {
        unlink(*one);
        tell(*one);
      }
      one = next;
    }
  }
  void stop() noexcept;

 private:
  void unlink(WaitingCaller& caller) noexcept HEDDLE_REQUIRES(lock_);

  sync::Mutex<P> lock_;  // and the links of those in the list
  WaitingCaller* first_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  P::atomic<std::uint32_t> for_labels_{0};
};

}  // namespace heddle::ocr
