// Access: what a task says of a piece of data (address and mode), and the edges of the task graph that follow from it.
//
// The accesses of a task lie in the task's own memory block, behind the task: no allocation per access or edge.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::graph {

template <class P>
struct Task;

/// OpenMP 5.2 §15.9.5, dependence-type; `inout` and `out` order alike and are both written here as `out`.
enum class Mode : std::uint8_t {
  in,             // after the last writer(s)
  out,            // after all earlier accesses
  inoutset,       // as out, but members of one set run in any order, concurrently
  mutexinoutset,  // as inoutset, but never two at a time
};

/// One access of one task. `address` is compared exactly; what lies behind it interests HEDDLE_VERIFY (overlap.hpp) and
/// traces only.
struct Access {
  void* address;
  Mode mode;
  std::size_t bytes = 0;  // 0: unknown; of k_all_memory the place in which the program has written it
};

/// The address of an access to all memory (omp_all_memory, OpenMP 5.2 §15.9.5): its task comes after all earlier
/// siblings that have accesses, and before all later ones. Its mode is `out`; it comes first among a task's accesses,
/// and those behind it add nothing.
inline constexpr void* k_all_memory = nullptr;

/// What an access to the null address names instead: no program's data lie there.
inline char null_address;

/// An edge from a task to `successor`. It belongs to the successor's memory and hangs in the predecessor's list.
template <class P>
struct Edge {
  Edge* next;
  Task<P>* successor;
};

}  // namespace heddle::graph
