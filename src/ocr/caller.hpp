// Caller: a thread that waits for an event inside a call.
#pragma once

#include "ocr/edt.hpp"
#include "process/types.hpp"

namespace heddle::ocr {

/// A thread that waits for an event: its slot lies in the event's list like an EDT's.
struct WaitingCaller {
  using P = process::P;

  Slot<P> slot;
  P::atomic<std::uint32_t> told{0};

  static WaitingCaller& of(Slot<P>& slot) noexcept { return *reinterpret_cast<WaitingCaller*>(&slot); }
};

}  // namespace heddle::ocr
