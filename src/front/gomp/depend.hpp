// The depend clause as gcc passes it: an array of words, in one of two forms.
//
//   old   [0] n > 0, [1] how many of them are out or inout, then n addresses, those first
//   new   [0] 0, [1] n, [2] out or inout, [3] mutexinoutset, [4] in, then n addresses in this order; the rest are
//         pointers to depobjs of two words: address, kind
#pragma once

#include <cstdint>

#include "graph/access.hpp"

namespace heddle::gomp {

/// A list of accesses, without allocation up to k_inline of them.
class Accesses {
 public:
  explicit Accesses(void** depend) noexcept;
  Accesses(const Accesses&) = delete;
  Accesses& operator=(const Accesses&) = delete;
  ~Accesses() {
    if (list_ != inline_) delete[] list_;
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

}  // namespace heddle::gomp
