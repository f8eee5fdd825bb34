// Successors: the tasks that wait for one task. The first few are named in slots of its own block, which lie directly
// in front of its arguments; further ones hang in a list of edges.
//
// The edges lie in records, of the successors or of the task itself: whoever finishes the task on another core has to
// fetch each of these lines, one after the other, to learn the address of the next. The slots lie in a line that it has
// fetched already to run the body. How many there are is what the block has to spare (task_memory.hpp).
//
// Written by whoever holds the domain, read by who finishes the task; Dependences hands them over.
#pragma once

#include <cstdint>

#include "graph/access.hpp"

namespace heddle::graph {

inline constexpr std::uint32_t k_most_slots = 7;  // what Task::slots can hold is 15; a stencil's task has three

/// The slots of one block, counted from the arguments downwards.
template <class P>
struct Slots {
  Task<P>** end = nullptr;
  std::uint32_t count = 0;

  Task<P>*& operator[](std::uintptr_t index) const noexcept { return *(end - 1 - index); }
};

/// Whom a finished task sets free.
template <class P>
struct Successors {
  Slots<P> named;           // those in slots
  Edge<P>* list = nullptr;  // the others
};

}  // namespace heddle::graph
