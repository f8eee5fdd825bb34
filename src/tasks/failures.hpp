// What tasks have failed with, kept until somebody waits for them. Nothing here is touched while no task fails.
//
// A key says who will ask: a group (its heddle_group), or the thread in whose region the task began (its Worker). Any
// thread may call these.
#pragma once

#include <string>
#include <string_view>

#include "heddle/task.h"
#include "process/types.hpp"

namespace heddle::tasks {

/// What is told of a failure that nobody asks for.
struct FailureText {
  std::string text;  // what has happened; may be empty
  std::string task;  // its name
  std::string place;
  const void* code = nullptr;  // the task's body, where there is no place; or null
};
FailureText copied(const heddle_failure_text& told);

/// Keeps it, unless there is something for `key` already: then releases it.
void keep_failure(const void* key, const heddle_failure& failure, FailureText told) noexcept;

/// Hands over what was kept for `key`. @param taken  null: released  @returns whether there was something
bool take_failure(const void* key, heddle_failure* taken) noexcept;

/// Nobody has asked for it, and nobody will: that is said, and the process does not end well. @param why  ", so ..."
void tell_lost(const FailureText& told, std::string_view why) noexcept;
/// The thread ends: what was kept for it.
void tell_failures_of(process::Worker& worker) noexcept;
/// The process ends: all that is kept. @returns whether any failure was told, now or before
bool tell_failures() noexcept;

/// Nobody keeps or takes one between these: a forked child has the lock to itself.
void failures_before_fork() noexcept;
void failures_after_fork_in_parent() noexcept;
/// What was kept is the parent's to tell.
void failures_after_fork_in_child() noexcept;

/// The worker in whose seat the task, or its outermost ancestor, began.
const process::Worker& root_of(const process::Task& task) noexcept;

}  // namespace heddle::tasks
