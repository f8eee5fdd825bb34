// What this room keeps with each worker.
#pragma once

#include <cstdint>

#include "process/room_data.hpp"

namespace heddle::tasks {

struct WorkerData {
  std::uint32_t event_waits = 0;  // of tasks on its stack, each of which waits for an event
};

inline WorkerData& worker_data(const process::Worker& worker) noexcept {
  return process::RoomData<WorkerData, process::Keeper::tasks>::of(worker);
}

}  // namespace heddle::tasks
