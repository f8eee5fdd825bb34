// What the rooms above the engine keep with each worker: Worker::kept has a place for each of them.
//
// Invariant: a room that has a place makes its data when the worker object is made (Room::worker_made), and they live
// as long as that. Read and written by the worker's own thread, unless the data say otherwise.
#pragma once

#include <cstddef>
#include <cstdint>

#include "process/types.hpp"

namespace heddle::process {

enum class Keeper : std::uint8_t { process, tasks, openmp, ocr, regions, count };
static_assert(static_cast<std::size_t>(Keeper::count) == runtime::k_keepers);

/// `RoomData<Data, Keeper::tasks>::of(worker)`: that room's data of the worker.
template <class Data, Keeper k_keeper>
struct RoomData {
  static void make(Worker& worker) noexcept { worker.kept[static_cast<std::size_t>(k_keeper)] = new Data; }
  static Data& of(const Worker& worker) noexcept {
    return *static_cast<Data*>(worker.kept[static_cast<std::size_t>(k_keeper)]);
  }
};

}  // namespace heddle::process
