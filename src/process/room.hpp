// What a room above wants to be told of the process: how it is to be set up, which threads come and go.
//
// A room that is linked enters itself while the library is loaded, before anybody starts the process (enter_room); the
// process knows none of them by name. Whatever is null is not wanted.
#pragma once

#include "process/types.hpp"
#include "runtime/settings.hpp"

namespace heddle::process {

struct RegionWish;

struct Room {
  void (*loads)() noexcept = nullptr;                              // the library, before the process starts
  void (*loaded)() noexcept = nullptr;                             // behind that
  void (*starts)(runtime::Settings& settings) noexcept = nullptr;  // the process: once, before there is a worker
  void (*used)() noexcept = nullptr;                               // before a thread is attached
  void (*worker_made)(Worker& worker) noexcept = nullptr;          // once per worker object
  void (*team_made)(Team& team) noexcept = nullptr;                // once per team object
  void (*thread_begins)(Worker& worker) noexcept = nullptr;        // on a thread that is new to this worker
  void (*region_entered)(Member& member) noexcept = nullptr;       // on the member's thread; wanted by one room at most
  void (*thread_comes)(Worker& worker) noexcept = nullptr;         // a thread of the program, with its first use
  void (*thread_goes)(Worker& worker) noexcept = nullptr;  // one that ends, or ends the process; no task is left
  // Threads of a region that asks for so many, or for no number (0); by one room.
  unsigned (*team_size)(const Worker& worker, unsigned asked) noexcept = nullptr;
  void (*region_opens)(const RegionWish& wish) noexcept = nullptr;  // by process/region.hpp; the room that opens it
  void (*region_closes)() noexcept = nullptr;
  unsigned (*thread_limit)() noexcept = nullptr;  // of all regions of a program's thread; by one room
  Room* next = nullptr;
};

/// @param room  lives as long as the process. While the library is loaded, by its thread.
void enter_room(Room& room) noexcept;

/// The room entered last, or null; by Room::next to the others.
Room* rooms() noexcept;

/// The first of the rooms that wants it, or null.
template <class Function>
Function wanted(Function Room::* what) noexcept {
  for (Room* room = rooms(); room != nullptr; room = room->next)
    if (room->*what != nullptr) return room->*what;
  return nullptr;
}

/// Tells all who want it.
template <class... Parameters, class... Arguments>
void tell_rooms(void (*Room::*what)(Parameters...) noexcept, Arguments&... arguments) noexcept {
  for (Room* room = rooms(); room != nullptr; room = room->next)
    if (room->*what != nullptr) (room->*what)(arguments...);
}

}  // namespace heddle::process
