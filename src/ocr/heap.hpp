// Heap: where objects live. One range of addresses, so that a GUID of 34 bits finds its line and any number whatever
// can be looked up without a fault; chunks of one size each, so that a place keeps its size for good.
//
// Each thread has a Cache: lists of free places by size, as the slab of tasks has (memory/slab.hpp). A place that
// another thread frees goes home in batches. A free place keeps its first word, the generation; the list's link is the
// second.
//
// allocate() and release(): with the caller's own cache. at(): any thread. close(): nobody else is inside.
// Model: the mailbox's and the slab's, which have the same protocol.
#pragma once

#include <sys/mman.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/cache_line.hpp"
#include "ocr/object.hpp"
#include "sync/mailbox.hpp"

namespace heddle::ocr {

inline constexpr std::size_t k_line = base::k_line_bytes;
static_assert(k_line == 64, "GUIDs count lines of 64 bytes");

/// Sizes of places, in lines.
inline constexpr std::array<std::uint8_t, 14> k_place_lines = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 48, 64};
inline constexpr std::size_t k_largest_place = k_place_lines.back() * k_line;

/// The smallest class whose places hold `bytes`. @pre bytes <= k_largest_place
constexpr std::uint8_t place_class(std::size_t bytes) noexcept {
  constexpr auto k_table = [] {
    std::array<std::uint8_t, k_largest_place / k_line + 1> table{};
    for (std::size_t lines = 0, found = 0; lines < table.size(); ++lines) {
      while (k_place_lines[found] < lines) ++found;
      table[lines] = static_cast<std::uint8_t>(found);
    }
    return table;
  }();
  return k_table[(bytes + k_line - 1) / k_line];
}

/// What a free place holds.
struct FreePlace {
  Guid name;
  FreePlace* next;
};

template <class P>
class ObjectHeap;

/// A thread's free places. Lives as long as the process; forgets them when the heap is closed.
template <class P>
class Cache {
 public:
  Cache() = default;
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  /// Sends home what others own. To be called before the thread sleeps.
  void flush() noexcept {
    if (away_first_ != nullptr) away_home_->returned_[away_class_].push_chain(away_first_, away_last_);
    away_first_ = away_last_ = nullptr;
    away_count_ = 0;
  }

  void forget() noexcept {
    free_.fill(nullptr);
    away_first_ = away_last_ = nullptr;
    away_count_ = 0;
    for (auto& box : returned_) (void)box.take_all();
  }

 private:
  friend class ObjectHeap<P>;
  static constexpr std::uint32_t k_batch = 32;

  void keep(FreePlace* place, std::uint8_t size_class, Cache* home) noexcept {
    if (home == this) {
      place->next = free_[size_class];
      free_[size_class] = place;
      return;
    }
    if (home != away_home_ || size_class != away_class_ || away_count_ >= k_batch) {
      flush();
      away_home_ = home;
      away_class_ = size_class;
    }
    place->next = away_first_;
    if (away_first_ == nullptr) away_last_ = place;
    away_first_ = place;
    ++away_count_;
  }

  std::array<FreePlace*, k_place_lines.size()> free_{};
  FreePlace* away_first_ = nullptr;
  FreePlace* away_last_ = nullptr;
  Cache* away_home_ = nullptr;
  std::uint32_t away_count_ = 0;
  std::uint8_t away_class_ = 0;
  // Other threads write here.
  alignas(k_line) std::array<sync::Mailbox<P, FreePlace>, k_place_lines.size()> returned_{};
};

template <class P>
class ObjectHeap {
 public:
  static constexpr std::size_t k_bytes = std::size_t{64} << 30;   // 350 million EDTs; address space only
  static constexpr std::size_t k_fewest = std::size_t{64} << 20;  // where the system grants less
  static constexpr std::size_t k_chunk = 64 * 1024;

  ObjectHeap() = default;
  ObjectHeap(const ObjectHeap&) = delete;
  ObjectHeap& operator=(const ObjectHeap&) = delete;
  ~ObjectHeap() { close(); }

  /// @returns false when the system has no addresses to spare
  bool open(std::size_t most = k_bytes) noexcept {
    for (bytes_ = most; bytes_ >= k_fewest || bytes_ == most; bytes_ /= 2) {
      void* const memory =
          ::mmap(nullptr, bytes_ + k_chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) continue;
      mapped_ = static_cast<char*>(memory);
      const auto address = reinterpret_cast<std::uintptr_t>(memory);
      base_ = mapped_ + ((k_chunk - address % k_chunk) % k_chunk);
      // order: relaxed — nobody else knows the heap yet.
      end_.store(0, std::memory_order_relaxed);
      return true;
    }
    return false;
  }
  void close() noexcept {
    if (mapped_ != nullptr) ::munmap(mapped_, bytes_ + k_chunk);
    mapped_ = base_ = nullptr;
  }

  /// A place for an object of so many bytes, at most k_largest_place. @returns null when there is none left
  Object<P>* allocate(Cache<P>& cache, std::size_t bytes) noexcept {
    const std::uint8_t size_class = place_class(bytes);
    FreePlace* place = cache.free_[size_class];
    if (place == nullptr) [[unlikely]] {
      place = refill(cache, size_class);
      if (place == nullptr) return nullptr;
    }
    cache.free_[size_class] = place->next;
    // Where EDTs run elsewhere, the next place's first line lies there; it is sent for one object ahead, as in the
    // slab.
    base::own_soon(place->next, 1);
    auto* const object = reinterpret_cast<Object<P>*>(place);
    object->size_class = size_class;
    object->flags = 0;
    object->number = 0;
    return object;
  }
  /// @pre the object has retired
  void release(Cache<P>& cache, Object<P>& object) noexcept {
    const std::uint8_t size_class = object.size_class;
    cache.keep(reinterpret_cast<FreePlace*>(&object), size_class, home_of(&object));
  }

  /// What lies, or has lain, where the GUID says. @returns null when nothing ever has
  Object<P>* at(Guid guid) const noexcept { return guid::plausible(guid) ? at_line_of(guid) : nullptr; }
  /// The same of a GUID that has no marks.
  Object<P>* at_line_of(Guid guid) const noexcept {
    const Guid line = guid::line(guid);
    // order: relaxed — whoever was given a GUID has been told by who made the chunk; for others the answer is a guess.
    if (line >= end_.load(std::memory_order_relaxed)) return nullptr;
    return reinterpret_cast<Object<P>*>(base_ + line * k_line);
  }
  Guid line_of(const Object<P>& object) const noexcept {
    return static_cast<Guid>(reinterpret_cast<const char*>(&object) - base_) / k_line;
  }

  /// Every object in use. While nobody changes any.
  template <class Visit>
  [[gnu::cold]] void for_each(Visit visit) const noexcept {
    // order: relaxed — as above.
    const std::size_t chunks = end_.load(std::memory_order_relaxed) * k_line / k_chunk;
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      char* const begin = base_ + chunk * k_chunk;
      const std::size_t lines = reinterpret_cast<const Chunk*>(begin)->lines;
      for (std::size_t line = 1; line + lines <= k_chunk / k_line; line += lines) {
        auto& object = *reinterpret_cast<Object<P>*>(begin + line * k_line);
        // order: acquire — pairs with publish().
        const Guid name = object.name.load(std::memory_order_acquire) & ~guid::k_locked;
        if (name != 0 && (name & guid::k_free) == 0) visit(object, name);
      }
    }
  }

 private:
  struct Chunk {
    Cache<P>* home;
    std::size_t lines;  // of each place
  };

  Cache<P>* home_of(const void* place) const noexcept {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(place) - base_);
    return reinterpret_cast<const Chunk*>(base_ + offset / k_chunk * k_chunk)->home;
  }

  [[gnu::noinline]] FreePlace* refill(Cache<P>& cache, std::uint8_t size_class) noexcept {
    FreePlace* const returned = cache.returned_[size_class].take_all();
    return returned != nullptr ? returned : carve(cache, size_class);
  }

  [[gnu::cold]] FreePlace* carve(Cache<P>& cache, std::uint8_t size_class) noexcept {
    constexpr Guid k_lines = k_chunk / k_line;
    // order: relaxed — the chunk is zero, and known to nobody; its places are published with their objects.
    const Guid first = end_.fetch_add(k_lines, std::memory_order_relaxed);
    if ((first + k_lines) * k_line > bytes_) {
      end_.fetch_sub(k_lines, std::memory_order_relaxed);
      return nullptr;
    }
    char* const begin = base_ + first * k_line;
    const std::size_t lines = k_place_lines[size_class];
    ::new (begin) Chunk{&cache, lines};
    FreePlace* list = nullptr;
    // From the end, so that the list hands out rising addresses.
    for (std::size_t place = (k_lines - 1) / lines; place-- > 0;) {
      auto* const free = reinterpret_cast<FreePlace*>(begin + (1 + place * lines) * k_line);
      free->next = list;
      list = free;
    }
    return list;
  }

  char* mapped_ = nullptr;
  char* base_ = nullptr;
  std::size_t bytes_ = 0;
  alignas(k_line) typename P::template atomic<Guid> end_{0};  // lines in chunks
};

}  // namespace heddle::ocr
