// The depend clause as gcc passes it: an array of words, in one of two forms.
//
//   old   [0] n > 0, [1] how many of them are out or inout, then n addresses, those first
//   new   [0] 0, [1] n, [2] out or inout, [3] mutexinoutset, [4] in, then n addresses in this order; the rest are
//         pointers to depobjs of two words: address, kind
// out or inout of address 0 is omp_all_memory (gcc 13).
#pragma once

#include "omp/access_list.hpp"

namespace heddle::gomp {

class Accesses : public omp::AccessList {
 public:
  explicit Accesses(void** depend) noexcept;

 private:
  void add_one(void* address, graph::Mode mode) noexcept;
};

/// Waits for what `count` depobjs (pointers to two words each) name, as a task that is not deferred would.
void wait_depobjs(int count, void** depobjs) noexcept;

}  // namespace heddle::gomp
