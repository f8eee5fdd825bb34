// Ground: memory that is handed out piece behind piece, and given back as a whole.
//
// A plan of a hundred thousand tasks writes some hundred bytes a task, once: what the system takes for the first touch
// of a page of 4 KiB (0.7 ns a byte on the machine it was measured on) is more than all the rest. From half a megabyte
// on, ground is asked for as huge pages (0.1 ns a byte).
//
// One thread at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "memory/huge_pages.hpp"

namespace heddle::plans {

class Arena {
 public:
  Arena() = default;
  Arena(Arena&& other) noexcept { swap(other); }
  Arena& operator=(Arena&& other) noexcept {
    swap(other);
    return *this;
  }

  /// Throws std::bad_alloc.
  void* room(std::size_t bytes, std::size_t alignment) {
    void* at = next_;
    if (std::align(alignment, bytes, at, left_) == nullptr) [[unlikely]]
      return room_elsewhere(bytes, alignment);
    next_ = static_cast<std::byte*>(at) + bytes;
    left_ -= bytes;
    return at;
  }

 private:
  static constexpr std::size_t k_first_bytes = 4096, k_growth = 2;
  static constexpr std::size_t k_huge_from = memory::k_huge_page_bytes / 4;
  /// glibc keeps what is given back for the next plan, up to twice the largest block so far, which it counts to here.
  static constexpr std::size_t k_largest_bytes = 16 * memory::k_huge_page_bytes;

  struct Free {
    std::size_t alignment;
    void operator()(void* block) const noexcept { ::operator delete(block, std::align_val_t{alignment}); }
  };

  [[gnu::cold, gnu::noinline]] void* room_elsewhere(std::size_t bytes, std::size_t alignment) {
    std::size_t size = std::max(block_, bytes + alignment);
    const bool huge = size >= k_huge_from;
    if (huge) size = (size + memory::k_huge_page_bytes - 1) / memory::k_huge_page_bytes * memory::k_huge_page_bytes;
    const std::size_t start = huge ? memory::k_huge_page_bytes : alignof(std::max_align_t);
    blocks_.emplace_back(nullptr, Free{start});  // what is taken is held for certain
    blocks_.back().reset(::operator new(size, std::align_val_t{start}));
    if (huge) memory::prefer_huge_pages(blocks_.back().get(), size);
    next_ = blocks_.back().get();
    left_ = size;
    block_ = std::min(size * k_growth, k_largest_bytes);
    return room(bytes, alignment);
  }

  void swap(Arena& other) noexcept {
    std::swap(blocks_, other.blocks_);
    std::swap(next_, other.next_);
    std::swap(left_, other.left_);
    std::swap(block_, other.block_);
  }

  std::vector<std::unique_ptr<void, Free>> blocks_;
  void* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t block_ = k_first_bytes;
};

/// An allocator of arrays that live on some ground, or wherever, without one. What is given back lies idle until the
/// ground goes: reserve() what is needed.
template <class T>
class InArena {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  InArena(Arena* ground = nullptr) noexcept : ground_(ground) {}  // NOLINT: as allocators convert
  template <class U>
  InArena(const InArena<U>& other) noexcept : ground_(other.ground()) {}  // NOLINT: as above

  T* allocate(std::size_t count) {
    if (ground_ != nullptr) return static_cast<T*>(ground_->room(count * sizeof(T), alignof(T)));
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* array, std::size_t count) noexcept {
    if (ground_ == nullptr) std::allocator<T>().deallocate(array, count);
  }
  /// Copies lie wherever.
  InArena select_on_container_copy_construction() const noexcept { return {}; }

  Arena* ground() const noexcept { return ground_; }
  friend bool operator==(const InArena& one, const InArena& other) noexcept { return one.ground_ == other.ground_; }

 private:
  Arena* ground_;
};

template <class T>
using Array = std::vector<T, InArena<T>>;
using Numbers = Array<std::uint32_t>;

}  // namespace heddle::plans
