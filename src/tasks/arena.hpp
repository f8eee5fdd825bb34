// Arenas: workers that stay, for tasks and calls of any thread of the program.
//
// A thread that calls in sits down in a free seat of the arena's team (runtime/guests.hpp); where all are taken, a
// worker of the arena makes the call for it. Tasks that are left there are made in a seat of their own, the door, by
// one thread at a time.
#pragma once

#include "heddle/arena.h"

namespace heddle::tasks {

/// heddle_arena_make. @returns null when `code` says why not
heddle_arena* make_arena(const heddle_arena_options& options, int& code) noexcept;
/// heddle_arena_destroy.
void destroy_arena(heddle_arena* arena) noexcept;
/// heddle_arena_execute.
int execute_in(heddle_arena& arena, void (*body)(void*), void* data, heddle_failure* failure) noexcept;
/// heddle_arena_spawn.
int spawn_in(heddle_arena& arena, const heddle_task& task) noexcept;
/// heddle_arena_workers.
unsigned workers_of(const heddle_arena& arena) noexcept;

}  // namespace heddle::tasks
