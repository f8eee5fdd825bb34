// Decoding of depend arrays, see depend.hpp.
#include "front/gomp/depend.hpp"

#include <new>

#include "base/check.hpp"

namespace heddle::gomp {

namespace {

using graph::Access;
using graph::Mode;

// The kinds that gcc writes into a depobj's second word (GOMP_DEPEND_*, found in its output).
Mode depobj_mode(std::uintptr_t kind) noexcept {
  switch (kind) {
    case 1:
      return Mode::in;
    case 2:
    case 3:
      return Mode::out;
    case 4:
      return Mode::mutexinoutset;
    case 5:
      return Mode::inoutset;
    default:
      HEDDLE_CHECK(false, "a depend clause names a depobj that is not initialised, or was destroyed");
  }
  return Mode::out;
}

std::uintptr_t word(void** depend, std::uint32_t index) noexcept {
  return reinterpret_cast<std::uintptr_t>(depend[index]);
}

}  // namespace

Accesses::Accesses(void** depend) noexcept {
  const bool old_form = word(depend, 0) != 0;
  size_ = static_cast<std::uint32_t>(old_form ? word(depend, 0) : word(depend, 1));
  if (size_ > k_inline) {
    list_ = new (std::nothrow) Access[size_];
    HEDDLE_CHECK(list_ != nullptr, "no memory left for a depend clause");
  }
  const std::uintptr_t outs = old_form ? word(depend, 1) : word(depend, 2);
  const std::uintptr_t mutexes = old_form ? 0 : word(depend, 3);
  const std::uintptr_t ins = old_form ? size_ - outs : word(depend, 4);
  void** const addresses = depend + (old_form ? 2 : 5);
  for (std::uint32_t index = 0; index < size_; ++index) {
    if (index < outs) {
      list_[index] = {addresses[index], Mode::out};
    } else if (index < outs + mutexes) {
      list_[index] = {addresses[index], Mode::mutexinoutset};
    } else if (index < outs + mutexes + ins) {
      list_[index] = {addresses[index], Mode::in};
    } else {
      void** const object = static_cast<void**>(addresses[index]);
      list_[index] = {object[0], depobj_mode(reinterpret_cast<std::uintptr_t>(object[1]))};
    }
  }
}

}  // namespace heddle::gomp
