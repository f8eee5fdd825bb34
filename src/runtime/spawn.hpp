// What the engine is told of a new task.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/access.hpp"
#include "graph/task.hpp"
#include "runtime/writers.hpp"

namespace heddle::runtime {

/// What a front says of a new task.
struct Spawn {
  graph::Body body = nullptr;
  void* data = nullptr;                          // the arguments, to be copied
  void (*copy)(void* to, void* from) = nullptr;  // copies them; null: bytes
  std::size_t bytes = 0;
  std::size_t alignment = 1;  // a power of two
  const graph::Access* accesses = nullptr;
  std::uint32_t access_count = 0;
  std::int32_t priority = 0;
  std::uint16_t flags = 0;                      // k_final, k_untied, k_detachable, k_prefers
  bool undeferred = false;                      // the creator waits until it is done
  Preference preference = Preference::seat(0);  // counts with k_prefers
};

/// Room that a front asks for before it says what the task is.
struct Reserve {
  graph::Body body = nullptr;  // what the engine calls
  graph::Body code = nullptr;  // by which tasks of one kind are known
  std::size_t bytes = 0;
  std::size_t alignment = 1;  // a power of two
  bool eventful = false;      // it may become one that an event ends; no other may have k_detachable
};

}  // namespace heddle::runtime
