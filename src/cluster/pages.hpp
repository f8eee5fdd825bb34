// Pages: which parts of the range may be used on a rank that hands none out itself. OpenReport 2 MiB at a time, as what
// lies there is made or fetched, and left open. Any thread.
#pragma once

#include <atomic>
#include <memory>

#include "base/check.hpp"
#include "region/space.hpp"

namespace heddle::cluster {

class Pages {
 public:
  void begin(region::HeldRange range) {
    range_ = range;
    open_ = std::make_unique<std::atomic<std::uint8_t>[]>(range.bytes / region::k_group_bytes);
  }

  /// These bytes may be used from now on.
  void open(const void* begin, std::size_t bytes) noexcept {
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(begin) - range_.base;
    if (bytes == 0 || open_ == nullptr) return;
    for (std::size_t group = at / region::k_group_bytes; group <= (at + bytes - 1) / region::k_group_bytes; ++group) {
      // order: relaxed (both) — who opens it twice changes nothing.
      if (open_[group].load(std::memory_order_relaxed) != 0) continue;
      auto* const place = reinterpret_cast<void*>(range_.base + group * region::k_group_bytes);  // NOLINT
      HEDDLE_CHECK(region::Space::open_pages(place, region::k_group_bytes), "no memory left for what regions hold");
      open_[group].store(1, std::memory_order_relaxed);  // order: relaxed — as above
    }
  }

 private:
  region::HeldRange range_;
  std::unique_ptr<std::atomic<std::uint8_t>[]> open_;  // null: this rank hands pages out itself
};

}  // namespace heddle::cluster
