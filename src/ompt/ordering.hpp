// What ThreadSanitizer is to be told of one task, beside what lies in its block.
#pragma once

#include <atomic>
#include <cstdint>

#include "graph/access.hpp"
#include "graph/task.hpp"

namespace heddle::ompt {

/// Tokens of an address, or of an iteration: their own addresses count. Two that share them are ordered more than the
/// program asks for.
struct AddressTokens {
  char out, in, set, unused[5];
};

/// A copy of a reduction variable that tasks of one thread share, in the list of a task that uses it.
struct SharedCopy {
  SharedCopy* next;
  const void* address;
};

/// Made with the task, by its creator; given back by whoever is its last user.
struct Ordering {
  struct Entry {
    AddressTokens* tokens;
    graph::Mode mode;
  };
  graph::Body body;     // the engine's, while another stands in for it
  void* outside;        // where the thread was before it became the task's; null: it is not, or has not been
  const void* caller;   // what ThreadState::caller was before the task ran
  std::uint32_t count;  // of entries
  std::uint8_t parity;  // of the barrier by which it is complete, see order_before_barrier()
  bool own_context;     // a program of OpenMP has made it
  bool shares;          // copies of reduction variables, with other tasks on its thread
  bool told;            // what it has done is visible to others
  char over;            // a token: the task is
  std::atomic<std::uint8_t> users;  // its end, and its event if it has one
  Entry entries[1];
};

}  // namespace heddle::ompt
