// The accesses of a call as the functions of heddle/task.h take them: one array, of those that are written there and of
// a list made at run time.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "../access.hpp"

namespace heddle::detail {

/// Those that are written in a call.
template <std::same_as<access>... Accesses>
constexpr std::array<heddle_access, sizeof...(Accesses)> access_list(Accesses... accesses) noexcept {
  return {accesses.data...};
}

/// A list, and those behind it. Few lie here, more in memory of their own until the call is over.
class listed_accesses {
 public:
  /// @param list  may be empty
  template <std::same_as<access>... Accesses>
  explicit listed_accesses(std::span<const access> list, Accesses... others) : size_(list.size() + sizeof...(others)) {
    if (size_ > few_.size()) many_.resize(size_);
    heddle_access* next = many_.empty() ? few_.data() : many_.data();
    for (const access& one : list) *next++ = one.data;
    ((*next++ = others.data), ...);
  }
  listed_accesses(const listed_accesses&) = delete;
  listed_accesses& operator=(const listed_accesses&) = delete;

  const heddle_access* data() const noexcept { return many_.empty() ? few_.data() : many_.data(); }
  std::size_t size() const noexcept { return size_; }

 private:
  std::size_t size_;
  std::array<heddle_access, 16> few_{};
  std::vector<heddle_access> many_;
};

template <std::same_as<access>... Accesses>
listed_accesses access_list(std::span<const access> list, Accesses... others) {
  return listed_accesses(list, others...);
}

/// What access_list() takes: a list, if any, then accesses.
template <class... Uses>
concept accesses_or_list = requires(const Uses&... uses) { access_list(uses...); };

}  // namespace heddle::detail
