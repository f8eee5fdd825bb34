#include "front/kmpc/announced.hpp"

#include <algorithm>
#include <new>

#include "base/check.hpp"

namespace heddle::kmpc {

namespace {

struct AccessAnnouncement {
  const TaskBlock* block = nullptr;  // null: no task is announced, and there is no list
  graph::Access* list = nullptr;
  std::uint32_t count = 0;
};
constinit thread_local AccessAnnouncement announced;  // without a destructor: its thread may end after everything else

void keep_nothing() noexcept {
  delete[] announced.list;
  announced = {};
}

}  // namespace

void announce(const TaskBlock& block) noexcept {
  keep_nothing();
  announced.block = &block;
}

void keep_if_announced(const Accesses& accesses) noexcept {
  const TaskBlock* const block = announced.block;
  if (block == nullptr) [[likely]]
    return;
  announce(*block);
  announced.list = new (std::nothrow) graph::Access[accesses.size()];
  HEDDLE_CHECK(announced.list != nullptr, "no memory left for a depend clause");
  std::copy_n(accesses.data(), accesses.size(), announced.list);
  announced.count = accesses.size();
}

AnnouncedAccesses take_announced(const TaskBlock& block) noexcept {
  if (announced.block != &block) return {nullptr, 0};
  AnnouncedAccesses taken{std::unique_ptr<graph::Access[]>(announced.list), announced.count};
  announced = {};
  return taken;
}

}  // namespace heddle::kmpc
