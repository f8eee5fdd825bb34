// Decoding of depend arrays, see depend.hpp.
#include "front/gomp/depend.hpp"

#include <memory>
#include <new>
#include <string>

#include "base/message.hpp"
#include "front/gomp/export.hpp"

namespace heddle::gomp {

namespace {

using graph::Mode;

constexpr std::uintptr_t k_inoutset = 5;  // in a depobj's second word (GOMP_DEPEND_*, found in gcc's output)

std::uintptr_t word(void** depend, std::uint32_t index) noexcept {
  return reinterpret_cast<std::uintptr_t>(depend[index]);
}

std::uint32_t count_of(void** depend) noexcept {
  return static_cast<std::uint32_t>(word(depend, 0) != 0 ? word(depend, 0) : word(depend, 1));
}

}  // namespace

[[gnu::always_inline]] inline void Accesses::add_one(void* address, Mode mode) noexcept {
  if (address == nullptr && mode == Mode::out) [[unlikely]]
    return add_all_memory();
  add(address, mode);
}

Accesses::Accesses(void** depend) noexcept : AccessList(count_of(depend)) {
  const std::uint32_t count = count_of(depend);
  const bool old_form = word(depend, 0) != 0;
  const std::uintptr_t outs = old_form ? word(depend, 1) : word(depend, 2);
  const std::uintptr_t mutexes = old_form ? 0 : word(depend, 3);
  const std::uintptr_t ins = old_form ? count - outs : word(depend, 4);
  void** const addresses = depend + (old_form ? 2 : 5);
  for (std::uint32_t index = 0; index < count; ++index) {
    if (index < outs) {
      add_one(addresses[index], Mode::out);
    } else if (index < outs + mutexes) {
      add(addresses[index], Mode::mutexinoutset);
    } else if (index < outs + mutexes + ins) {
      add(addresses[index], Mode::in);
    } else {
      void** const object = static_cast<void**>(addresses[index]);
      add_one(object[0], omp::mode_of(reinterpret_cast<std::uintptr_t>(object[1]), k_inoutset));
    }
  }
}

void wait_depobjs(int count, void** depobjs) noexcept {
  if (count <= 0 || depobjs == nullptr) return;
  constexpr std::size_t k_head = 5;  // the new form, in which all are depobjs
  const auto objects = static_cast<std::size_t>(count);
  const std::unique_ptr<void*[]> depend(new (std::nothrow) void*[k_head + objects]());
  if (depend == nullptr) base::fatal({"no memory for ", std::to_string(count), " dependence objects"});
  depend[1] = reinterpret_cast<void*>(objects);
  for (std::size_t i = 0; i < objects; ++i) depend[k_head + i] = depobjs + 2 * i;
  heddle_GOMP_taskwait_depend(depend.get());
}

}  // namespace heddle::gomp
