// Labels: GUIDs that a program computes instead of being given (OCR 1.2.0, appendix on labelled GUIDs).
//
// A range is a table from index to the GUID of the object that has been made under the label. An entry is claimed by
// one compare-exchange; who loses knows that there is an object, and waits until it is usable. Any thread.
#pragma once

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

#include "ocr/guid.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::ocr {

/// What a label names: nothing, an object that is being made, an object. All zero at the beginning.
/// Model: tests/model/ocr_label_test.cpp.
template <class P>
class LabelEntry {
 public:
  /// The object's GUID, or 0.
  Guid object() const noexcept {
    // order: acquire — pairs with set().
    const Guid seen = word_.load(std::memory_order_acquire);
    return seen == k_being_made ? 0 : seen;
  }
  bool is_free() const noexcept {
    // order: acquire — pairs with clear().
    return word_.load(std::memory_order_acquire) == 0;
  }
  /// @returns whether the caller is to make an object; else there is one, which is usable
  bool claim() noexcept {
    for (;;) {
      Guid seen = 0;
      // order: acquire (both) — pairs with set() and clear().
      if (word_.compare_exchange_strong(seen, k_being_made, std::memory_order_acquire, std::memory_order_acquire))
        return true;
      while (seen == k_being_made) {  // for as long as it takes to make an object, as a lock
        P::yield();
        // order: acquire — as above.
        seen = word_.load(std::memory_order_acquire);
      }
      if (seen != 0) return false;
    }
  }
  /// @pre claimed by the caller
  void set(Guid guid) noexcept {
    // order: release — pairs with object() and claim(): the object.
    word_.store(guid, std::memory_order_release);
  }
  /// The object is no more. @param guid  the object's, or 0: a claim is given up
  void clear(Guid guid) noexcept {
    Guid seen = guid == 0 ? k_being_made : guid;
    // order: release — pairs with claim(); relaxed on failure: it is another object's by now.
    word_.compare_exchange_strong(seen, 0, std::memory_order_release, std::memory_order_relaxed);
  }

 private:
  static constexpr Guid k_being_made = 1;
  typename P::template atomic<Guid> word_;
};

template <class P>
class Labels {
 public:
  static constexpr unsigned k_table_shift = 40;
  static constexpr std::uint64_t k_most = std::uint64_t{1} << k_table_shift;
  static constexpr std::size_t k_most_ranges = std::size_t{1} << 15;

  Labels() = default;
  Labels(const Labels&) = delete;
  Labels& operator=(const Labels&) = delete;
  ~Labels() {
    for (std::size_t number = 0; number < count_; ++number) drop(number);
  }

  /// @returns the label with index 0, or null: too many, or no memory
  Guid create(std::uint64_t count) noexcept {
    if (count == 0 || count > k_most) return k_null;
    void* const memory = ::mmap(nullptr, count * sizeof(Entry), PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return k_null;
    auto* const range = new (std::nothrow) Range{static_cast<Entry*>(memory), count};
    lock_.lock();
    const std::size_t number = range == nullptr ? k_most_ranges : free_number();
    if (number < k_most_ranges) {
      // order: release — pairs with find().
      ranges_[number].store(range, std::memory_order_release);
    }
    lock_.unlock();
    if (number < k_most_ranges) return guid::k_label | (static_cast<Guid>(number) << k_table_shift);
    delete range;
    ::munmap(memory, count * sizeof(Entry));
    return k_null;
  }

  /// What was made under its labels stays, under GUIDs that nobody knows. @pre nobody uses one of its labels meanwhile
  void destroy(Guid first) noexcept {
    lock_.lock();
    drop(number_of(first));
    lock_.unlock();
  }

  /// The object's GUID, or the label itself while there is none.
  Guid real(Guid label) const noexcept {
    Entry* const entry = find(label);
    if (entry == nullptr) return label;
    const Guid guid = entry->object();
    return guid == 0 ? label : guid;
  }

  /// Whether an object can be made under it.
  bool is_free(Guid label) const noexcept {
    const Entry* const entry = find(label);
    return entry != nullptr && entry->is_free();
  }

  enum class Claim { mine, taken, no_label };
  /// Somebody is going to make an object under the label. If it is taken, by an object that is usable when this
  /// returns.
  Claim claim(Guid label) noexcept {
    Entry* const entry = find(label);
    if (entry == nullptr) return Claim::no_label;
    return entry->claim() ? Claim::mine : Claim::taken;
  }
  /// @pre claimed by the caller
  void set(Guid label, Guid guid) noexcept {
    if (Entry* const entry = find(label)) entry->set(guid);
  }
  /// The object's label can be used again. @param guid  the object's, or 0: a claim is given up
  void clear(Guid label, Guid guid) noexcept {
    if (Entry* const entry = find(label)) entry->clear(guid);
  }

 private:
  using Entry = LabelEntry<P>;
  struct Range {
    Entry* entries;
    std::uint64_t count;
  };

  static std::size_t number_of(Guid label) noexcept { return (label >> k_table_shift) & (k_most_ranges - 1); }

  Entry* find(Guid label) const noexcept {
    if (!guid::is_label(label)) return nullptr;
    // order: acquire — pairs with create().
    Range* const range = ranges_[number_of(label)].load(std::memory_order_acquire);
    const std::uint64_t index = label & (k_most - 1);
    return range != nullptr && index < range->count ? &range->entries[index] : nullptr;
  }

  std::size_t free_number() noexcept HEDDLE_REQUIRES(lock_) {
    for (std::size_t number = 0; number < count_; ++number)
      // order: relaxed — written under the lock only.
      if (ranges_[number].load(std::memory_order_relaxed) == nullptr) return number;
    return count_ < k_most_ranges ? count_++ : k_most_ranges;
  }
  void drop(std::size_t number) noexcept HEDDLE_REQUIRES(lock_) {
    // order: relaxed — see destroy().
    Range* const range = ranges_[number].exchange(nullptr, std::memory_order_relaxed);
    if (range == nullptr) return;
    ::munmap(range->entries, range->count * sizeof(Entry));
    delete range;
  }

  std::array<typename P::template atomic<Range*>, k_most_ranges> ranges_{};
  sync::SpinLock<P> lock_;  // held by who writes ranges_
  std::size_t count_ HEDDLE_GUARDED_BY(lock_) = 0;
};

}  // namespace heddle::ocr
