// The depend clause as Clang passes it: two arrays of one form, the second of addresses that overlap no other.
#pragma once

#include <cstdint>
#include <memory>

#include "graph/access.hpp"

namespace heddle::kmpc {

/// kmp_depend_info.
struct Dependence {
  std::intptr_t address;
  std::size_t bytes;
  std::uint8_t kind;  // in 1, out 2 or inout 3, mutexinoutset 4, inoutset 8; all memory: the top bit, or no address
};
static_assert(sizeof(Dependence) == 24, "as Clang lays it out");

struct DependenceList {
  std::int32_t count;
  const Dependence* first;
};

/// A list of accesses, without allocation up to k_inline of them.
class Accesses {
 public:
  Accesses(const DependenceList& all, const DependenceList& apart) noexcept;
  Accesses(const Accesses&) = delete;
  Accesses& operator=(const Accesses&) = delete;

  const graph::Access* data() const noexcept { return list_; }
  std::uint32_t size() const noexcept { return size_; }
  /// omp_all_memory is among them: the task comes after all earlier siblings, and before all later ones.
  bool all_memory() const noexcept { return all_memory_; }

 private:
  static constexpr std::uint32_t k_inline = 16;

  void add(const DependenceList& dependences) noexcept;

  union {
    graph::Access inline_[k_inline];  // left as it is: to clear it would cost more than to read a depend clause
  };
  std::unique_ptr<graph::Access[]> heap_;
  graph::Access* list_ = inline_;
  std::uint32_t size_ = 0;
  bool all_memory_ = false;
};

}  // namespace heddle::kmpc
