// heddle/ocr/access.hpp: what a task gets of a block: rw, ro, cst, ew, take; and what it comes after. Part of
// heddle/ocr.hpp. docs/ocr.md has the table of who waits for whom.
#pragma once

#include "future.hpp"

namespace heddle::ocr {

namespace detail {

/// An argument of spawn() that is a slot: a block of T, in a mode; `owns`: the task destroys it.
template <class T, ocrDbAccessMode_t slot_mode, bool owns>
struct access {
  using content = T;
  static constexpr ocrDbAccessMode_t mode = slot_mode;
  static constexpr bool reads = slot_mode == DB_MODE_RO || slot_mode == DB_MODE_CONST;
  ocrGuid_t source = NULL_GUID;
  u32 rank = 0;
};

/// An argument of spawn() that is only waited for.
struct order {
  ocrGuid_t source = NULL_GUID;
};

/// Where blocks of which T come from.
template <class T>
struct source {
  using content = T;
  ocrGuid_t guid = NULL_GUID;
  u32 rank = 0;
};
template <class T>
source<T> source_of(const id<T>& named, const std::source_location&) noexcept {
  return {named.guid()};
}
template <class T>
source<T> source_of(const event<T>& named, const std::source_location&) noexcept {
  return {named.guid()};
}
template <class T>
source<T> source_of(const channel<T>& named, const std::source_location&) noexcept {
  return {named.guid()};
}
template <class T>
source<T> source_of(const rank_source<T>& named, const std::source_location&) noexcept {
  return {named.guid, named.rank};
}
template <class T>
source<T> source_of(future<block<T>>&& coming, const std::source_location&) noexcept {
  return {coming.take()};
}
/// Who hands on what it holds lets go first, so that what was written is seen.
template <class T>
source<std::remove_cv_t<T>> source_of(block<T>& held, const std::source_location& where) {
  held.release(where);
  return {held.guid()};
}
template <class T>
source<std::remove_cv_t<T>> source_of(block<T>&& held, const std::source_location& where) {
  return source_of(held, where);
}

template <class Named>
concept names_block =
    requires(Named&& named, const std::source_location& where) { source_of(std::forward<Named>(named), where); };

template <ocrDbAccessMode_t mode, bool owns, class Named>
auto access_to(Named&& named, const std::source_location& where) {
  const auto from = source_of(std::forward<Named>(named), where);
  return access<typename decltype(from)::content, mode, owns>{from.guid, from.rank};
}

}  // namespace detail

/// The task writes, beside others that write.
template <detail::names_block Named>
auto rw(Named&& named, const std::source_location& where = std::source_location::current()) {
  return detail::access_to<DB_MODE_RW, false>(std::forward<Named>(named), where);
}
/// The task reads, without any promise; it never waits.
template <detail::names_block Named>
auto ro(Named&& named, const std::source_location& where = std::source_location::current()) {
  return detail::access_to<DB_MODE_RO, false>(std::forward<Named>(named), where);
}
/// The task reads; nobody writes meanwhile.
template <detail::names_block Named>
auto cst(Named&& named, const std::source_location& where = std::source_location::current()) {
  return detail::access_to<DB_MODE_CONST, false>(std::forward<Named>(named), where);
}
/// The task writes, alone.
template <detail::names_block Named>
auto ew(Named&& named, const std::source_location& where = std::source_location::current()) {
  return detail::access_to<DB_MODE_EW, false>(std::forward<Named>(named), where);
}
/// The task reads the block, and it is destroyed after that.
template <detail::names_block Named>
auto take(Named&& named, const std::source_location& where = std::source_location::current()) {
  return detail::access_to<DB_MODE_RO, true>(std::forward<Named>(named), where);
}

/// The task comes after what the future stands for; its function has no parameter for that.
inline detail::order after(future<void>&& before) noexcept { return {before.take()}; }
/// The task comes after the event; its function has no parameter for that.
template <class T>
detail::order after(const event<T>& before) noexcept {
  return {before.guid()};
}

}  // namespace heddle::ocr
