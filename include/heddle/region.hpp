// heddle/region.hpp: regions, and tasks that name them.
//
//     heddle::region tree;
//     heddle::region left(tree, {.level = 0});
//     auto node = left.make<Node>(arguments...);
//     heddle::spawn([node] { grow(*node); }, inout(left));    // the region, with those that lie in it
//     heddle::wait_for(in(tree));
//
// The page is docs/regions.md. Objects are not destroyed: their region's memory goes at once. Any thread may call these
// functions; a task on regions may name what it was given, and parts of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "access.hpp"
#include "errors.hpp"
#include "region.h"
#include "spawn.hpp"

namespace heddle {

/// A call on regions that was refused: what() says why, and what to do.
class region_error : public error {
 public:
  /// Says what the last refused call said.
  explicit region_error(int code = HEDDLE_BAD_REGION)
      : error(code, std::string("heddle: ") + heddle_region_failure()) {}
};
/// Tasks still wait for what was to be freed: what() names the first.
class region_busy : public region_error {
 public:
  region_busy() : region_error(HEDDLE_REGION_BUSY) {}
};

namespace detail {

inline void check_region(int code) {
  if (code == HEDDLE_REGION_BUSY) throw region_busy();
  if (code != HEDDLE_OK) throw region_error(code);
}
inline void* check_object(void* object) {
  if (object == nullptr) throw region_error();
  return object;
}
inline access region_access(heddle_region_id region, heddle_access_mode mode) noexcept {
  return {heddle_region_access(region, static_cast<std::uint32_t>(mode)), false};
}

/// Lies in the bytes that a region keeps for the program, so containers in regions may hold its address.
class region_resource final : public std::pmr::memory_resource {
 public:
  explicit region_resource(heddle_region_id region) noexcept : region_(region) {}

  /// The one of a region; made with the first call.
  static region_resource* of(heddle_region_id region) {
    auto* const place = static_cast<unsigned char*>(check_object(heddle_region_extra(region)));
    const std::atomic_ref<std::uint32_t> state(*reinterpret_cast<std::uint32_t*>(place + k_state));
    std::uint32_t none = 0;
    if (state.compare_exchange_strong(none, 1)) {
      ::new (place) region_resource(region);
      state.store(2);
    }
    while (state.load() != 2) {
    }
    return std::launder(reinterpret_cast<region_resource*>(place));
  }

 private:
  static constexpr std::size_t k_state = 48;  // in the 64 bytes: whether it is there
  static constexpr std::size_t k_alignment = 64;

  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (alignment > k_alignment) throw std::bad_alloc();
    return check_object(heddle_region_allocate(region_, bytes == 0 ? 1 : bytes));
  }
  void do_deallocate(void* object, std::size_t /*bytes*/, std::size_t /*alignment*/) override {
    (void)heddle_region_free_object(object);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  heddle_region_id region_;
};
static_assert(sizeof(region_resource) <= 48);

/// Whether what is touched is told of (HEDDLE_VERIFY=1).
inline bool verifies_regions = heddle_region_verifies() != 0;

}  // namespace detail

/// An object in a region: a pointer that says so. Trivially copyable. With HEDDLE_VERIFY=1 it looks whether the task
/// that follows it may.
template <class T>
class region_pointer {
 public:
  region_pointer() = default;
  /// @param object  lies in a region
  explicit region_pointer(T* object) noexcept : object_(object) {}

  /// The object.
  T& operator*() const noexcept { return *touched(); }
  /// Its members.
  T* operator->() const noexcept { return touched(); }
  /// Its address.
  operator T*() const noexcept { return object_; }
  /// The pointer as it is.
  T* get() const noexcept { return object_; }

 private:
  T* touched() const noexcept {
    if (detail::verifies_regions) [[unlikely]]
      heddle_region_touch(object_);
    return object_;
  }

  T* object_ = nullptr;
};

/// The name of a region: what lambdas hold. Trivially copyable; it does not own.
class region_ref {
 public:
  /// The root.
  region_ref() = default;
  /// The region with this id.
  explicit region_ref(heddle_region_id id) noexcept : id_(id) {}

  /// Its id; 0: the root.
  heddle_region_id id() const noexcept { return id_; }
  /// The one around it.
  region_ref parent() const noexcept { return region_ref(heddle_region_parent(id_)); }
  /// Bytes that it has got for its objects.
  std::size_t bytes() const noexcept { return heddle_region_bytes(id_); }

  /// An object in it, made of the arguments. It is never destroyed.
  template <class T, class... Arguments>
  region_pointer<T> make(Arguments&&... arguments) const {
    static_assert(alignof(T) <= 64, "objects of regions are aligned to 64 bytes");
    void* const place = detail::check_object(heddle_region_allocate(id_, sizeof(T)));
    return region_pointer<T>(::new (place) T(std::forward<Arguments>(arguments)...));
  }
  /// For containers in the region; may be kept in them.
  std::pmr::memory_resource* resource() const { return detail::region_resource::of(id_); }

 private:
  heddle_region_id id_ = 0;
};

/// What may be said of a region.
struct region_options {
  int level = 0;  ///< how high in the tree of scheduler nodes; 0: a leaf, 99: the top
};

/// A region that frees all that lies in it. Moved, not copied.
class region : public region_ref {
 public:
  /// A region in the root.
  region() : region(region_ref()) {}
  /// A region in another one.
  explicit region(const region_ref& parent) : region(parent, {}) {}
  /// The same with options; `{}` where the parent is a region that would be copied otherwise.
  region(const region_ref& parent, const region_options& options) : region_ref(made(parent, options)) {}
  /// Takes over what `other` owns.
  region(region&& other) noexcept : region_ref(other.release()) {}
  /// Frees what it owns, takes over what `other` owns.
  region& operator=(region&& other) noexcept {
    if (this != &other) {
      end();
      static_cast<region_ref&>(*this) = region_ref(other.release());
    }
    return *this;
  }
  region(const region&) = delete;
  region& operator=(const region&) = delete;
  /// Waits for the tasks that name it, and frees it.
  ~region() { end(); }

  /// Owns a region that nobody owns.
  static region adopt(heddle_region_id id) noexcept { return region(id, adopting{}); }
  /// Owns it no longer. @returns its id
  heddle_region_id release() noexcept { return std::exchange(static_cast<region_ref&>(*this), region_ref()).id(); }

  /// Frees it now. @throws region_busy when tasks still wait for it
  void free() {
    detail::check_region(heddle_region_free(id()));
    (void)release();
  }

 private:
  struct adopting {};
  region(heddle_region_id id, adopting /*tag*/) noexcept : region_ref(id) {}

  static region_ref made(const region_ref& parent, const region_options& options) {
    heddle_region_id id = 0;
    detail::check_region(heddle_region_make(parent.id(), options.level, &id));
    return region_ref(id);
  }
  void end() noexcept {
    if (id() == 0) return;
    const heddle_access all = heddle_region_access(id(), HEDDLE_OUT);
    (void)heddle_wait_for_accesses(&all, 1, 0);
    (void)heddle_region_free(id());
  }
};

/// For classic containers: all their memory lies in a region.
template <class T>
class region_allocator {
 public:
  /// As allocators have it.
  using value_type = T;

  /// @param where  the region
  explicit region_allocator(const region_ref& where) noexcept : where_(where) {}
  /// The same region, other objects.
  template <class U>
  region_allocator(const region_allocator<U>& other) noexcept : where_(other.where()) {}

  /// Room for `count` objects in the region.
  T* allocate(std::size_t count) {
    return static_cast<T*>(detail::check_object(heddle_region_allocate(where_.id(), count * sizeof(T))));
  }
  /// Gives back what allocate() gave.
  void deallocate(T* objects, std::size_t /*count*/) noexcept { (void)heddle_region_free_object(objects); }
  /// The region.
  region_ref where() const noexcept { return where_; }
  /// Whether both allocate in one region.
  bool operator==(const region_allocator& other) const noexcept { return where_.id() == other.where_.id(); }

 private:
  region_ref where_;
};

namespace detail {

template <>
inline constexpr bool is_name<region_ref> = true;
template <>
inline constexpr bool is_name<region> = true;
template <class T>
inline constexpr bool is_name<region_pointer<T>> = true;

}  // namespace detail

/// Reads what lies in the region and below.
inline access in(const region_ref& region) noexcept { return detail::region_access(region.id(), HEDDLE_IN); }
/// Writes it.
inline access out(const region_ref& region) noexcept { return detail::region_access(region.id(), HEDDLE_OUT); }
/// Reads and writes it.
inline access inout(const region_ref& region) noexcept { return detail::region_access(region.id(), HEDDLE_OUT); }
/// As inout() so far.
inline access concurrent(const region_ref& region) noexcept { return inout(region); }
/// As inout() so far.
inline access commutative(const region_ref& region) noexcept { return inout(region); }
/// The task reads the region and all below.
inline access in(const region& region) noexcept { return in(static_cast<const region_ref&>(region)); }
/// The task writes the region and all below.
inline access out(region& region) noexcept { return out(static_cast<const region_ref&>(region)); }
/// The task reads and writes the region and all below.
inline access inout(region& region) noexcept { return inout(static_cast<const region_ref&>(region)); }
/// The task reads and writes the region and all below.
inline access inout(region_ref& region) noexcept { return inout(static_cast<const region_ref&>(region)); }
/// The task writes the region and all below.
inline access out(region_ref& region) noexcept { return out(static_cast<const region_ref&>(region)); }
/// Reads the object.
template <class T>
access in(const region_pointer<T>& object) noexcept {
  return in(*object.get());
}
/// Reads and writes it.
template <class T>
access inout(const region_pointer<T>& object) noexcept {
  return inout(*object.get());
}
/// Writes it.
template <class T>
access out(const region_pointer<T>& object) noexcept {
  return out(*object.get());
}
/// The task reads and writes the object.
template <class T>
access inout(region_pointer<T>& object) noexcept {
  return inout(*object.get());
}
/// The task writes the object.
template <class T>
access out(region_pointer<T>& object) noexcept {
  return out(*object.get());
}

/// Of a region or object: the task waits as said, but touches nothing of it. It only hands it on.
inline access notransfer(access named) noexcept {
  named.data.mode |= HEDDLE_NO_TRANSFER;
  return named;
}
/// Of a region or object: not analysed, as another access of the task covers it. HEDDLE_VERIFY=1 looks whether one
/// does.
inline access safe(access named) noexcept {
  named.data.mode |= HEDDLE_SAFE;
  return named;
}
/// Of a region or object that is written: the task does not want what it held. That is undefined then.
inline access fresh(access named) noexcept {
  named.data.mode |= HEDDLE_FRESH;
  return named;
}

}  // namespace heddle
