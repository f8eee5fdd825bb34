// What OpenMP wants to be told of the process, and brings to it.
#include "omp/dialect.hpp"
#include "omp/region.hpp"
#include "omp/region_enter.hpp"
#include "omp/settings.hpp"
#include "omp/team_data.hpp"
#include "process/region.hpp"
#include "process/room.hpp"

namespace heddle::omp {

namespace {

// A thread takes the place of another one: what its worker knew of that one is over.
void forget_thread(Worker& worker) noexcept {
  WorkerData& data = worker_data(worker);
  data.placement = {.place = 0, .partition = {.first = 0, .length = 0}};
  data.shown = {};
}

process::Room room{
    .loads = []() noexcept { choose_dialect(dialect_of_process()); },
    .loaded = say_settings,
    .starts = Settings::start,
    .used = []() noexcept { Settings::used(); },
    .worker_made = process::RoomData<WorkerData, process::Keeper::openmp>::make,
    .team_made = [](Team& team) noexcept { make_team_data(team); },
    .thread_begins = forget_thread,
    .region_entered = enter_member,
    .thread_comes = [](Worker& worker) noexcept { worker.task->environment = &Settings::get().environment.initial; },
    .team_size = threads_for,
    .region_opens =
        [](const process::RegionWish& wish) noexcept {
          begin_parallel({.body = wish.body, .data = wish.data, .threads = wish.threads});
        },
    .region_closes = end_parallel,
    .thread_limit = []() noexcept { return Settings::get().environment.initial.thread_limit; },
};

}  // namespace

// Before the constructor of the library starts the process (front/c/load.cpp).
[[gnu::constructor(1000)]] void enter_process() noexcept { process::enter_room(room); }

}  // namespace heddle::omp
