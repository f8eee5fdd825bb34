#include "front/kmpc/depend.hpp"

#include <new>

#include "base/check.hpp"

namespace heddle::kmpc {

namespace {

using graph::Mode;

constexpr std::uint8_t k_all_memory = 0x80;

Mode mode_of(std::uint8_t kind) noexcept {
  switch (kind) {
    case 1:
      return Mode::in;
    case 2:
    case 3:
      return Mode::out;
    case 4:
      return Mode::mutexinoutset;
    case 8:
      return Mode::inoutset;
    default:
      HEDDLE_CHECK(false, "a depend clause names a depobj that is not initialised, or was destroyed");
  }
  return Mode::out;
}

}  // namespace

Accesses::Accesses(const DependenceList& all, const DependenceList& apart) noexcept {
  const auto most = static_cast<std::uint32_t>(all.count + apart.count);
  if (most > k_inline) {
    heap_.reset(new (std::nothrow) graph::Access[most]);
    HEDDLE_CHECK(heap_ != nullptr, "no memory left for a depend clause");
    list_ = heap_.get();
  }
  add(all);
  add(apart);
}

void Accesses::add(const DependenceList& dependences) noexcept {
  for (std::int32_t i = 0; i < dependences.count; ++i) {
    const Dependence& one = dependences.first[i];
    if ((one.kind & k_all_memory) != 0) {
      all_memory_ = true;
    } else {
      list_[size_++] = {reinterpret_cast<void*>(one.address), mode_of(one.kind)};
    }
  }
}

}  // namespace heddle::kmpc
