// Channel: the messages for one worker, in the order in which they came. Parcel: one of them.
//
// Put by whoever polls, taken by the worker; one taker at a time.
#pragma once

#include <cstdint>
#include <memory>

#include "cluster/rank_bell.hpp"
#include "cluster/wire.hpp"
#include "platform/threads/threads.hpp"
#include "sync/mutex.hpp"

namespace heddle::cluster {

struct Parcel {
  std::unique_ptr<Parcel> next;
  std::uint64_t ticket = 0;  // of what is to be fetched before its task may go on (fetches.hpp)
  std::size_t count = 0;
  std::unique_ptr<char[]> bytes;

  Reader reader() const noexcept { return {bytes.get(), count}; }
};

template <class P>
class BasicChannel {
 public:
  void put(std::unique_ptr<Parcel> parcel) {
    {
      const sync::Guard guard(lock_);
      Parcel* const own = parcel.get();
      (last_ != nullptr ? last_->next : first_) = std::move(parcel);
      last_ = own;
    }
    bell_.ring();
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
  /// Rung for each parcel.
  RankBell<P>& bell() noexcept { return bell_; }

 private:
  sync::Mutex<P> lock_;
  std::unique_ptr<Parcel> first_ HEDDLE_GUARDED_BY(lock_);
  Parcel* last_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  RankBell<P> bell_;
};

using P = platform::Threads;
using Channel = BasicChannel<P>;

}  // namespace heddle::cluster
