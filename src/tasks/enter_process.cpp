// What this room wants to be told of the process.
#include "process/room.hpp"
#include "tasks/ending.hpp"
#include "tasks/failures.hpp"
#include "tasks/watchdog_report.hpp"
#include "tasks/worker_data.hpp"

namespace heddle::tasks {

namespace {

process::Room room{
    .used = tell_standstills,
    .worker_made = process::RoomData<WorkerData, process::Keeper::tasks>::make,
    .thread_goes = [](process::Worker& worker) noexcept { tell_failures_of(worker); },
};

}  // namespace

// Before the constructor of the library starts the process (front/c/load.cpp).
[[gnu::constructor(1000)]] void enter_process() noexcept { process::enter_room(room); }

}  // namespace heddle::tasks
