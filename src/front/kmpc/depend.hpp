// The depend clause as Clang passes it: two arrays of one form, the second of addresses that overlap no other.
#pragma once

#include <cstdint>

#include "omp/access_list.hpp"

namespace heddle::kmpc {

/// kmp_depend_info.
struct Dependence {
  std::intptr_t address;
  std::size_t bytes;
  std::uint8_t kind;  // in 1, out 2 or inout 3, mutexinoutset 4, inoutset 8; all memory: the top bit
};
static_assert(sizeof(Dependence) == 24, "as Clang lays it out");

struct DependenceList {
  std::int32_t count;
  const Dependence* first;
};

class Accesses : public omp::AccessList {
 public:
  Accesses(const DependenceList& all, const DependenceList& apart) noexcept;

 private:
  void add_all(const DependenceList& dependences) noexcept;
};

}  // namespace heddle::kmpc
