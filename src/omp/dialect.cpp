#include "omp/dialect.hpp"

#include <algorithm>

#include "process/real_library.hpp"

namespace heddle::omp {

namespace {

// The links to it (libiomp5.so) count, too: the loader may know it by the name that it was asked for.
constexpr const char* k_libomp[] = {"libomp.so.5", "libomp.so", "libiomp5.so"};
constexpr const char* k_libgomp = "libgomp.so.1";

}  // namespace

bool stands_for_libomp() noexcept { return std::ranges::any_of(k_libomp, process::stubs_are_mapped); }

Dialect dialect_of_process() noexcept {
  using process::program_needs;
  if (!stands_for_libomp()) return Dialect::gnu;
  if (!process::stubs_are_mapped(k_libgomp)) return Dialect::llvm;
  const bool linked_with_libomp = std::ranges::any_of(k_libomp, program_needs);
  return linked_with_libomp && !program_needs(k_libgomp) ? Dialect::llvm : Dialect::gnu;
}

}  // namespace heddle::omp
