#include "process/region.hpp"

#include "process/room.hpp"
#include "process/standing.hpp"
#include "process/team_size.hpp"
#include "runtime/region.hpp"

namespace heddle::process {

namespace {

using Region = runtime::Region<P>;

}  // namespace

Team& open_region(Worker& worker, const RegionWish& wish) noexcept {
  if (const auto open = wanted(&Room::region_opens)) {
    open(wish);
    return *worker.member->team;
  }
  make_way(worker);
  const runtime::Launch launch{wish.body, wish.data, threads_for(worker, wish.threads), worker.task->environment};
  return Region::open(worker, launch, [](Team& opened) noexcept { opened.region_front = nullptr; });
}

void close_region(Worker& worker) noexcept {
  if (const auto close = wanted(&Room::region_closes)) return close();
  Region::close(worker);
}

}  // namespace heddle::process
