// Workers of the program's own choice, for the tasks that are made while a function runs.
#pragma once

#include "heddle/task.h"

namespace heddle::tasks {

/// heddle_scope_run.
int run_scope(const heddle_scope& scope, void (*body)(void*), void* data, heddle_failure* failure) noexcept;

}  // namespace heddle::tasks
