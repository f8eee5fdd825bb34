// The functions of heddle/arena.h.
#include "heddle/arena.h"

#include "tasks/arena.hpp"

#define HEDDLE_ARENA_EXPORT [[gnu::visibility("default")]]

using namespace heddle;  // the rest of the file is extern "C"

extern "C" {

HEDDLE_ARENA_EXPORT heddle_arena* heddle_arena_make(const heddle_arena_options* options, int* code) {
  const heddle_arena_options usual = HEDDLE_ARENA;
  int outcome = HEDDLE_OK;
  heddle_arena* const arena = tasks::make_arena(options == nullptr ? usual : *options, outcome);
  if (code != nullptr) *code = outcome;
  return arena;
}

HEDDLE_ARENA_EXPORT void heddle_arena_destroy(heddle_arena* arena) {
  if (arena != nullptr) tasks::destroy_arena(arena);
}

HEDDLE_ARENA_EXPORT int heddle_arena_execute(heddle_arena* arena, void (*body)(void*), void* data,
                                             heddle_failure* failure) {
  if (failure != nullptr) *failure = {};
  return arena == nullptr || body == nullptr ? static_cast<int>(HEDDLE_NULL_BODY)
                                             : tasks::execute_in(*arena, body, data, failure);
}

HEDDLE_ARENA_EXPORT int heddle_arena_spawn(heddle_arena* arena, const heddle_task* task) {
  return arena == nullptr || task == nullptr ? static_cast<int>(HEDDLE_NULL_BODY) : tasks::spawn_in(*arena, *task);
}

HEDDLE_ARENA_EXPORT uint32_t heddle_arena_workers(const heddle_arena* arena) {
  return arena == nullptr ? 0 : tasks::workers_of(*arena);
}

}  // extern "C"
