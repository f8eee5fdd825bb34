// The engine of tasks on regions in this process: regions, objects, tasks that name them, waits.
//
// Such a task is an engine task of the worker that spawns it, a child of the task there; the manager of regions holds
// it back until its arguments are granted (graph/held.hpp). So who steals, who sleeps and what is waited for is the
// engine's business, and groups, barriers and cancellation see tasks on regions as any others.
//
// Where a call goes wrong it has done nothing, and says so in its CallError. Made with the first call; any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "regions/task.hpp"

namespace heddle::regions {

/// A run, and what other ranks have to know of it.
struct RunRequest {
  Call main = nullptr;  // called with the table
  Call task = nullptr;  // how its tasks are called
  void** table = nullptr;
  std::pair<const std::uint64_t*, unsigned> words;
  bool returns_everywhere = false;  // else other ranks go on with serve_until_end()
  // The same functions for all runs. On other ranks: a run with that table begins; a call that did not wait for its
  // answer was refused; whether calls wait for theirs; a run is over.
  void (*begins)(void** table) = nullptr;
  void (*refused)(const char* call, Place place, const CallError& error) = nullptr;
  bool (*handles)() noexcept = nullptr;
  void (*over)() = nullptr;
};

/// Runs main on the calling thread, as the task that holds the root of a tree of its own; returns when all of its tasks
/// are over, and frees what they have left. With several ranks all of them call it: main runs on rank 0, and on the
/// others it returns when the run is over that rank 0 has begun.
bool run(const RunRequest& request, CallError& error);
inline bool run(Call main, void* code, std::pair<const std::uint64_t*, unsigned> words, CallError& error) {
  return run({.main = main, .table = static_cast<void**>(code), .words = words}, error);
}
/// On another rank than 0, behind run(): further runs, until the program ends on rank 0; then this process does.
[[noreturn]] void serve_until_end(const RunRequest& request);
/// Whether this process is another rank than 0.
bool is_away() noexcept;

// -- Memory. A region of 0 is the root.
void* allocate(std::size_t bytes, Id region, CallError& error);
/// The common case of these two, without a look at what may be wrong: a slab is at hand. Else null, false: nothing is
/// done.
void* allocate_at_once(std::size_t bytes, Id region) noexcept;
bool free_at_once(const void* object) noexcept;
bool allocate_many(std::size_t bytes, Id region, std::pair<void**, int> objects, CallError& error);
bool free(void* object, CallError& error);
void* reallocate(void* object, std::size_t bytes, Id region, CallError& error);
/// The first half of reallocate(): the new object, into which the caller copies so many bytes, and then frees the old
/// one; the same object where nothing is to be done.
struct Relocation {
  void* object;
  std::size_t bytes;
};
Relocation begin_move(void* object, std::size_t bytes, Id region, CallError& error);
Id make_region(Id parent, int level, CallError& error);
bool free_region(Id region, Place place, CallError& error);

// -- Tasks
/// Bits of an argument's type.
enum Type : std::uint32_t {
  k_in = 1,
  k_out = 2,
  k_no_transfer = 4,
  k_safe = 8,
  k_region = 16,
  k_fresh = 32,
};

struct CallArguments {
  const std::uint64_t* words = nullptr;
  const std::uint32_t* types = nullptr;  // null: all are inout, regions or objects
  unsigned count = 0;
};
struct NewTask {
  Call call = nullptr;
  void* code = nullptr;
  CallArguments arguments;
  Place place;
  std::uint32_t number = k_no_number;  // in the run's table; with one it may run on another rank
};
bool spawn(const NewTask& what, CallError& error);

/// Waits until each argument is available again.
bool wait(const CallArguments& arguments, Place place, CallError& error);

unsigned worker_id() noexcept;
unsigned workers() noexcept;
unsigned schedulers() noexcept;
/// Whether the caller is in a task that may call all this.
bool inside() noexcept;

}  // namespace heddle::regions
