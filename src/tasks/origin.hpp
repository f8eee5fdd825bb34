// Where tasks by name were made, for the trace and HEDDLE_VERIFY.
//
// Invariant: what is noted holds for the next task that the worker makes. Called by the worker that is about to make
// it; nothing here is touched unless somebody listens.
#pragma once

#include <cstddef>

#include "heddle/task.h"
#include "process/types.hpp"
#include "process/verify.hpp"

namespace heddle::tasks {

/// heddle_task::bytes of programs that do not know of name and where yet.
inline constexpr std::size_t k_bytes_without_origin = offsetof(heddle_task, name);

/// Whether anybody asks where tasks come from.
inline bool origins_wanted(const process::Worker& worker) noexcept { return worker.recorder != nullptr; }

/// The trace learns of the task's name and place. @param part  of a task that keeps the place of one of its weak
/// accesses
[[gnu::cold, gnu::noinline]] void note_origin(process::Worker& worker, const heddle_task& task, bool part) noexcept;
/// The same for a task without a name. @param where  null: not known
[[gnu::cold, gnu::noinline]] void note_place(process::Worker& worker, const heddle_place* where) noexcept;

/// HEDDLE_VERIFY looks at the task's accesses.
[[gnu::cold, gnu::noinline]] void verify_accesses(process::Worker& worker, const heddle_task& task) noexcept;

}  // namespace heddle::tasks
