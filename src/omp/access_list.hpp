// The accesses of one depend clause, as fronts read them from the words of their compilers.
#pragma once

#include <cstdint>
#include <new>

#include "base/check.hpp"
#include "graph/access.hpp"

namespace heddle::omp {

/// A list that needs no allocation up to k_inline accesses. On the stack of the call that names them.
class AccessList {
 public:
  /// @param most  that will be added
  explicit AccessList(std::uint32_t most) noexcept {
    if (most <= k_inline) [[likely]]
      return;
    list_ = new (std::nothrow) graph::Access[most];
    HEDDLE_CHECK(list_ != nullptr, "no memory left for a depend clause");
  }
  AccessList(const AccessList&) = delete;
  AccessList& operator=(const AccessList&) = delete;
  ~AccessList() {
    if (list_ != inline_) [[unlikely]]
      delete[] list_;
  }

  /// @param bytes  0: not known
  void add(void* address, graph::Mode mode, std::size_t bytes = 0) noexcept {
    list_[size_++] = {address != nullptr ? address : &graph::null_address, mode, bytes};
  }
  /// omp_all_memory, which comes first, and changes places with what the program has written first.
  void add_all_memory() noexcept {
    if (size_ != 0) list_[size_] = list_[0];
    list_[0] = {graph::k_all_memory, graph::Mode::out, size_};
    ++size_;
  }

  const graph::Access* data() const noexcept { return list_; }
  std::uint32_t size() const noexcept { return size_; }

 private:
  static constexpr std::uint32_t k_inline = 16;

  union {
    graph::Access inline_[k_inline];  // left as it is: to clear it would cost more than to read a depend clause
  };
  graph::Access* list_ = inline_;
  std::uint32_t size_ = 0;
};

/// What compilers write for a mode, in depobjs and lists. On inoutset they do not agree.
inline graph::Mode mode_of(std::uintptr_t kind, std::uintptr_t kind_of_inoutset) noexcept {
  using graph::Mode;
  constexpr Mode k_modes[] = {Mode::in, Mode::out, Mode::out, Mode::mutexinoutset};  // in, out, inout, mutexinoutset
  if (kind - 1 < 4) return k_modes[kind - 1];
  HEDDLE_CHECK(kind == kind_of_inoutset, "a depend clause names a depobj that is not initialised, or was destroyed");
  return Mode::inoutset;
}

}  // namespace heddle::omp
