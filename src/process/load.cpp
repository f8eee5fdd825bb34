#include "process/load.hpp"

#include "process/process.hpp"
#include "process/room.hpp"
#include "process/settings.hpp"

namespace heddle::process {

void load() noexcept {
  tell_rooms(&Room::loads);
  const runtime::Settings& settings = Process::get().runtime->settings();
  // A room that knows better says it itself.
  if (wanted(&Room::team_size) == nullptr) say_what_was_chosen(settings.processors);
  tell_rooms(&Room::loaded);
}

}  // namespace heddle::process
