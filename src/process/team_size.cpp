#include "process/team_size.hpp"

#include "process/room.hpp"
#include "runtime/runtime.hpp"

namespace heddle::process {

unsigned threads_for(const Worker& worker, unsigned asked) noexcept {
  if (const auto team_size = wanted(&Room::team_size)) return team_size(worker, asked);
  return asked != 0 ? asked : worker.runtime->settings().processors;
}

}  // namespace heddle::process
