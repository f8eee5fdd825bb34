// heddle/ocr/block.hpp: data blocks. Part of heddle/ocr.hpp.
//
//     block<double[]> a(n);            // made, and held in RW
//     a[0] = 1;
//     spawn(work, rw(a));              // hands it on: what was written is seen by `work`
//
// A block<T> holds a block: it is moved, and lets go at its end. An id<T> names one: it is bytes, may lie in blocks,
// and may be a task's argument. The data live until destroy().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "options.hpp"

namespace heddle::ocr {

/// The name of a block of T, or T[]. Bytes; names nothing at first.
template <class T>
class id {
 public:
  id() = default;
  /// @param guid  of a block of T
  explicit id(ocrGuid_t guid) noexcept : guid_(guid) {}
  /// what C calls it
  [[nodiscard]] ocrGuid_t guid() const noexcept { return guid_; }
  /// Does it name something?
  explicit operator bool() const noexcept { return !ocrGuidIsNull(guid_); }

 private:
  ocrGuid_t guid_ = NULL_GUID;
};

/// The block and its data are gone when all tasks that could use it already have let go.
template <class T>
void destroy(const id<T>& named, const std::source_location& where = std::source_location::current()) {
  detail::check(ocrDbDestroy(named.guid()), "ocrDbDestroy", where);
}

namespace detail {

template <class T>
concept bytes = std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>;

/// What a task finds in a slot.
template <class Element>
struct held_data {
  ocrGuid_t guid = NULL_GUID;
  Element* data = nullptr;
};

template <class Element>
std::size_t count_in(const held_data<Element>& held) noexcept {
  u64 size = 0;
  if (held.data == nullptr || ocrDbGetSize(held.guid, &size) != 0) return 0;
  return size / sizeof(Element);
}

}  // namespace detail

/// A block that the caller holds: one T, or with T[] several. `block<const T>` reads.
template <class T>
class block {
 public:
  /// what it has one of, or several
  using element = std::remove_extent_t<T>;
  /// what it is a block of, for those who write it
  using content = std::remove_cv_t<T>;
  static_assert(std::is_trivially_destructible_v<element>,
                "heddle::ocr::block: a block holds bytes that the runtime may move; its type may have no destructor");

  /// Holds nothing.
  block() = default;
  /// A new block that holds `value`. @throws error  OCR_ENOMEM
  explicit block(const element& value, const options& said = {},
                 const std::source_location& where = std::source_location::current())
    requires(!std::is_array_v<T>)
  {
    make(sizeof(element), said, where);
    *held_.data = value;
  }
  /// A new block of `count` elements, which are not set. @throws error  OCR_ENOMEM; OCR_EINVAL: count is 0
  explicit block(std::size_t count, const options& said = {},
                 const std::source_location& where = std::source_location::current())
    requires std::is_array_v<T>
  {
    if (count > static_cast<std::size_t>(-1) / sizeof(element)) detail::refuse(OCR_ENOMEM, "ocrDbCreate", where);
    make(count * sizeof(element), said, where);
  }
  /// What a task found in a slot.
  explicit block(const detail::held_data<element>& held) noexcept : held_(held) {}
  /// Takes over.
  block(block&& other) noexcept : held_(std::exchange(other.held_, {})) {}
  /// Takes over; lets go of what it held.
  block& operator=(block&& other) noexcept {
    let_go();
    held_ = std::exchange(other.held_, {});
    return *this;
  }
  ~block() { let_go(); }

  /// Does it hold data?
  explicit operator bool() const noexcept { return held_.data != nullptr; }
  /// The data; nullptr where it holds none.
  [[nodiscard]] element* data() const noexcept { return held_.data; }
  /// What it has one of. @pre it holds data
  element& operator*() const noexcept { return *held_.data; }
  /// What it has one of. @pre it holds data
  element* operator->() const noexcept { return held_.data; }
  /// An element. @pre it holds data
  element& operator[](std::size_t index) const noexcept { return held_.data[index]; }
  /// How many elements.
  [[nodiscard]] std::size_t size() const noexcept { return detail::count_in(held_); }
  /// All elements.
  [[nodiscard]] std::span<element> span() const noexcept { return {held_.data, size()}; }
  /// Its name, which does not hold it.
  [[nodiscard]] id<content> name() const noexcept { return id<content>(held_.guid); }
  /// what C calls it
  [[nodiscard]] ocrGuid_t guid() const noexcept { return held_.guid; }

  /// Lets go; the name stays. What was written is seen by tasks that are told of it later.
  void release(const std::source_location& where = std::source_location::current()) {
    if (std::exchange(held_.data, nullptr) != nullptr) detail::check(ocrDbRelease(held_.guid), "ocrDbRelease", where);
  }

 private:
  void make(std::size_t size, const options& said, const std::source_location& where) {
    detail::hint hint = detail::hint::of_block(said);
    void* data = nullptr;
    detail::check(ocrDbCreate(&held_.guid, &data, size, DB_PROP_NONE, hint.get(), NO_ALLOC), "ocrDbCreate", where);
    held_.data = static_cast<element*>(data);
  }
  void let_go() noexcept {
    if (std::exchange(held_.data, nullptr) != nullptr) (void)ocrDbRelease(held_.guid);
  }

  detail::held_data<element> held_{};
};

/// Lets go, and destroys.
template <class T>
void destroy(block<T>&& held, const std::source_location& where = std::source_location::current()) {
  const ocrGuid_t guid = held.guid();
  held = {};
  detail::check(ocrDbDestroy(guid), "ocrDbDestroy", where);
}

/// A pointer into the block that it lies in: it stays right when the block's bytes are elsewhere. nullptr at first.
template <class T>
class relative {
 public:
  relative() = default;
  /// Points to `target`, in the same block.
  relative(T* target) noexcept { *this = target; }
  /// Points to what the other one points to.
  relative(const relative& other) noexcept { *this = other.get(); }
  /// Points to `target`, in the same block.
  relative& operator=(T* target) noexcept {
    distance_ = target == nullptr ? 0 : reinterpret_cast<const char*>(target) - reinterpret_cast<const char*>(this) + 1;
    return *this;
  }
  /// Points to what the other one points to.
  relative& operator=(const relative& other) noexcept { return *this = other.get(); }
  /// The address now.
  [[nodiscard]] T* get() const noexcept {
    if (distance_ == 0) return nullptr;
    return reinterpret_cast<T*>(reinterpret_cast<std::intptr_t>(this) + distance_ - 1);
  }
  /// Does it point to something?
  explicit operator bool() const noexcept { return distance_ != 0; }
  /// @pre it points to something
  T& operator*() const noexcept { return *get(); }
  /// @pre it points to something
  T* operator->() const noexcept { return get(); }

 private:
  std::ptrdiff_t distance_ = 0;  // one more than it is, so that 0 is nullptr and not this place
};

}  // namespace heddle::ocr
