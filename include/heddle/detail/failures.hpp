// What tasks in C++ have thrown, on its way to who waits for them.
//
// C++17: a file compiled as such may wait for what a task of one compiled as C++20 has thrown, and the reverse.
#pragma once

#include <exception>
#include <memory>
#include <new>

#include "../errors.hpp"
#include "../task.h"

namespace heddle::detail {

/// Which task an exception came from: its name, or null; where it was made, or null.
struct thrown_by {
  const char* name = nullptr;
  const heddle_place* place = nullptr;
};

struct failure {
  std::exception_ptr exception;
  thrown_by task;
};

/// Of what this thread was thrown last.
inline thread_local thrown_by t_last_failed;

/// Calls tell(what() of the exception, or null; whether it is heddle::cancelled).
template <class Tell>
void with_text_of(const std::exception_ptr& exception, Tell tell) noexcept {
  try {
    std::rethrow_exception(exception);
  } catch (const cancelled& thrown) {
    tell(thrown.what(), true);
  } catch (const std::exception& thrown) {
    tell(thrown.what(), false);
  } catch (...) {
    tell(nullptr, false);
  }
}

inline heddle_failure_text told_of(const char* text, const thrown_by& task) noexcept {
  return {text, task.name, task.place};
}

/// In a catch block of a task.
[[gnu::cold, gnu::noinline]] inline void keep_exception(const thrown_by& task) noexcept {
  auto* const kept = new failure{std::current_exception(), task};
  const heddle_failure plain{kept, [](void* what) { delete static_cast<failure*>(what); }, task.name};
  with_text_of(kept->exception, [&](const char* text, bool) {
    const heddle_failure_text told = told_of(text, task);
    heddle_task_fail_with(&plain, &told);
  });
}

[[noreturn, gnu::cold]] inline void rethrow(heddle_failure& plain) {
  const std::unique_ptr<failure> kept(static_cast<failure*>(plain.what));
  t_last_failed = kept->task;
  std::rethrow_exception(kept->exception);
}

[[noreturn, gnu::cold]] inline void throw_refusal(int code) {
  if (code == HEDDLE_NO_MEMORY) throw std::bad_alloc();
  if (code == HEDDLE_NULL_BODY) throw null_body();
  throw task_error(code);
}
inline void check_task(int code) {
  if (code != HEDDLE_OK) throw_refusal(code);  // cold, so it is not expected
}

}  // namespace heddle::detail
