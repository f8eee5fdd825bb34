#include "front/kmpc/depend.hpp"

namespace heddle::kmpc {

namespace {

constexpr std::uint8_t k_all_memory = 0x80;
constexpr std::intptr_t k_all_addresses = -1;  // the same, as older compilers say it
constexpr std::uintptr_t k_inoutset = 8;

}  // namespace

Accesses::Accesses(const DependenceList& all, const DependenceList& apart) noexcept
    : AccessList(static_cast<std::uint32_t>(all.count + apart.count)) {
  add_all(all);
  add_all(apart);
}

void Accesses::add_all(const DependenceList& dependences) noexcept {
  for (std::int32_t i = 0; i < dependences.count; ++i) {
    const Dependence& one = dependences.first[i];
    if ((one.kind & k_all_memory) != 0 || one.address == k_all_addresses) {
      add_all_memory();
    } else {
      add(reinterpret_cast<void*>(one.address), omp::mode_of(one.kind, k_inoutset), one.bytes);
    }
  }
}

}  // namespace heddle::kmpc
