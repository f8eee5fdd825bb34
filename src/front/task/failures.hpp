// What tasks have failed with, kept until somebody waits for them. Nothing here is touched while no task fails.
//
// A key says who will ask: a group (its heddle_group), or the thread in whose region the task began (its Worker). Any
// thread may call these.
#pragma once

#include "heddle/task.h"
#include "omp/region.hpp"

namespace heddle::task {

/// Keeps it, unless there is something for `key` already: then releases it.
void keep_failure(const void* key, const heddle_failure& failure) noexcept;

/// Hands over what was kept for `key`. @param taken  null: released  @returns whether there was something
bool take_failure(const void* key, heddle_failure* taken) noexcept;

/// The end of the process: what nobody has asked for is said.
void tell_failures() noexcept;

/// Nobody keeps or takes one between these: a forked child has the lock to itself.
void failures_before_fork() noexcept;
void failures_after_fork() noexcept;

/// The worker in whose seat the task, or its outermost ancestor, began.
const omp::Worker& root_of(const omp::Task& task) noexcept;

}  // namespace heddle::task
