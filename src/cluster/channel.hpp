// Channel: the messages for one worker, in the order in which they came. Parcel: one of them.
//
// Put by whoever polls, taken by the worker; one taker at a time.
#pragma once

#include <cstdint>
#include <memory>

#include "cluster/wire.hpp"
#include "platform/threads/threads.hpp"
#include "sync/mutex.hpp"

namespace heddle::cluster {

using P = platform::Threads;

struct Parcel {
  std::unique_ptr<Parcel> next;
  std::uint64_t ticket = 0;  // of what is to be fetched before its task may go on (fetches.hpp)
  std::size_t count = 0;
  std::unique_ptr<char[]> bytes;

  Reader reader() const noexcept { return {bytes.get(), count}; }
};

class Channel {
 public:
  void put(std::unique_ptr<Parcel> parcel) {
    {
      const sync::Guard guard(lock_);
      Parcel* const own = parcel.get();
      (last_ != nullptr ? last_->next : first_) = std::move(parcel);
      last_ = own;
    }
    // order: release — pairs with the load in wait(): the parcel is there.
    rung_.fetch_add(1, std::memory_order_release);
    P::unpark_one(rung_);
  }
  /// @returns null: there is none
  std::unique_ptr<Parcel> take() {
    const sync::Guard guard(lock_);
    std::unique_ptr<Parcel> parcel = std::move(first_);
    if (parcel != nullptr) {
      first_ = std::move(parcel->next);
      if (first_ == nullptr) last_ = nullptr;
    }
    return parcel;
  }
  /// The word changes with each parcel: who has read it and then found none may sleep on it.
  P::atomic<std::uint32_t>& bell() noexcept { return rung_; }

 private:
  sync::Mutex<P> lock_;
  std::unique_ptr<Parcel> first_ HEDDLE_GUARDED_BY(lock_);
  Parcel* last_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  P::atomic<std::uint32_t> rung_{0};
};

}  // namespace heddle::cluster
