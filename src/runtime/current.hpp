// The calling thread's worker: the only way from a thread to the engine.
#pragma once

#include "platform/threads/threads.hpp"
#include "runtime/team.hpp"

namespace heddle::runtime {

/// Makes a worker for a thread that has none, and starts the runtime if need be. Defined by the room that owns the
/// Runtime object (omp).
[[gnu::cold]] Worker<platform::Threads>& attach_current() noexcept;

/// Null: the thread has no worker yet.
inline Worker<platform::Threads>* attached() noexcept {
  return static_cast<Worker<platform::Threads>*>(platform::Threads::self());
}

/// Never fails; a foreign thread is attached on first use, into an initial team of one.
inline Worker<platform::Threads>& current() noexcept {
  if (auto* const worker = attached(); worker != nullptr) [[likely]]
    return *worker;
  return attach_current();
}

}  // namespace heddle::runtime
