#include "front/kmpc/announced.hpp"

#include <algorithm>
#include <new>

#include "base/check.hpp"

namespace heddle::kmpc {

struct AccessAnnouncement {
  const TaskBlock* block = nullptr;
  AccessAnnouncement* outer = nullptr;
  graph::Access* list = nullptr;
  std::uint32_t count = 0;
};

namespace {

// Without destructors: their thread may end after everything else.
constinit thread_local AccessAnnouncement* innermost = nullptr;
constinit thread_local AccessAnnouncement usual;  // for the one that has none around it

}  // namespace

void announce(const TaskBlock& block) noexcept {
  AccessAnnouncement* const made = usual.block == nullptr ? &usual : new (std::nothrow) AccessAnnouncement;
  HEDDLE_CHECK(made != nullptr, "no memory left for a task with an event");
  *made = {&block, innermost};
  innermost = made;
}

AccessAnnouncement* announced() noexcept { return innermost; }

void keep_accesses(AccessAnnouncement* announcement, const Accesses& accesses) noexcept {
  if (announcement == nullptr) [[likely]]
    return;
  delete[] announcement->list;
  announcement->list = new (std::nothrow) graph::Access[accesses.size()];
  HEDDLE_CHECK(announcement->list != nullptr, "no memory left for a depend clause");
  std::copy_n(accesses.data(), accesses.size(), announcement->list);
  announcement->count = accesses.size();
}

AnnouncedAccesses take_announced(const TaskBlock& block) noexcept {
  for (AccessAnnouncement** link = &innermost; *link != nullptr; link = &(*link)->outer) {
    AccessAnnouncement* const found = *link;
    if (found->block != &block) continue;
    *link = found->outer;
    AnnouncedAccesses taken{std::unique_ptr<graph::Access[]>(found->list), found->count};
    if (found == &usual)
      usual = {};
    else
      delete found;
    return taken;
  }
  return {nullptr, 0};
}

}  // namespace heddle::kmpc
