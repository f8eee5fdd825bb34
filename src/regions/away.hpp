// Away: the calls of tasks that run on another rank than 0, made by messages to rank 0 (remote.hpp).
#pragma once

#include "regions/engine.hpp"

namespace heddle::regions::away {

// As in engine.hpp.
void* allocate(std::size_t bytes, Id region, CallError& error);
bool allocate_many(std::size_t bytes, Id region, std::pair<void**, int> objects, CallError& error);
bool free(void* object, CallError& error);
void* reallocate(void* object, std::size_t bytes, Id region, CallError& error);
Id make_region(Id parent, int level, CallError& error);
bool free_region(Id region, Place place, CallError& error);
bool spawn(const NewTask& what, CallError& error);
bool wait(const CallArguments& arguments, Place place, CallError& error);
unsigned worker_id() noexcept;
unsigned workers() noexcept;
unsigned schedulers() noexcept;
bool inside() noexcept;

/// Runs what rank 0 sends, as worker 0 of this rank, until a run is over.
void serve(const RunRequest& request);
/// Whether a task runs on the calling thread, or some thread of this rank.
bool is_busy() noexcept;
/// Whether worker 0 serves: another thread may not end the process.
bool serves() noexcept;
/// Waits for rank 0's end.
void await_end();
/// Whether this rank has parted from the others already.
bool has_parted() noexcept;

}  // namespace heddle::regions::away
