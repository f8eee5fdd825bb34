// The tool: how it is found, what it wants to be told (OpenMP 5.2, chapter 19.2).
//
// Looked for once, before the first worker is made: a function ompt_start_tool in the program or in a library that is
// loaded; else in the libraries of OMP_TOOL_LIBRARIES. What a tool asks to be told lies in one table of functions,
// which changes only while it is started and ends with finalize().
#pragma once

#include <atomic>

#include "heddle/omp-tools.h"
#include "platform/threads/threads.hpp"

namespace heddle::ompt {

inline constexpr int k_events = 38;  // one more than the highest number of ompt_callbacks_t

/// By event; null: not to be told.
struct Callbacks {
  platform::Threads::atomic<ompt_callback_t> of[k_events];
};
inline constinit Callbacks callbacks{};

/// The function registered for an event, as what it is.
template <class Function>
Function callback(ompt_callbacks_t event) noexcept {
  // order: acquire — pairs with set_callback(): what the tool has set up before.
  return reinterpret_cast<Function>(callbacks.of[event].load(std::memory_order_acquire));
}

/// The thread has told its end.
inline constinit thread_local bool has_taken_leave = false;

/// Calls the tool's function for the event, if there is one.
template <class Function, class... Arguments>
void tell(ompt_callbacks_t event, Arguments... arguments) noexcept {
  if (has_taken_leave) return;
  if (const Function function = callback<Function>(event)) function(arguments...);
}

/// Finds the tool and starts it. Once, before anything else of this room.
void start_tool() noexcept;
/// Whether there is one, and it has not been ended.
bool tool_runs() noexcept;
/// Ends it: threads that are in no region tell their ends, the calling one too, and it is told nothing more. Any
/// thread; once.
void finalize_tool() noexcept;

/// Whether it is worth while to watch: there may be a tool, or there is a ThreadSanitizer. Asked when the library is
/// loaded; finds nothing that is loaded later, except by OMP_TOOL_LIBRARIES.
bool may_be_watched() noexcept;
/// Where OMP_TOOL_VERBOSE_INIT wants it. Instead of start_tool(), while the library is loaded.
void say_why_no_tool() noexcept;

/// What ompt_start_tool's tool gets to find the entry points with.
ompt_interface_fn_t lookup(const char* name) noexcept;

/// What set_callback answers for an event.
ompt_set_result_t support_of(int event) noexcept;

}  // namespace heddle::ompt
