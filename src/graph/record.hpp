// Record: one access of a task, as the domain keeps it. Records lie in the task's own block, directly behind the Task.
//
// The low bits of `exclusion_and_mode` say how the address is accessed and whether the record is the task's last one.
#pragma once

#include <cstdint>

#include "graph/access.hpp"

namespace heddle::graph {

template <class P>
struct Exclusion;

template <class P>
struct alignas(16) Record {  // so that the low bits of pointers to its edges are free (Dependences::k_marks)
  void* address;
  std::uintptr_t exclusion_and_mode;
  Edge<P> incoming;  // hangs in the list of the set's common predecessor; incoming.successor is the record's own task
  union {
    Record* next_member;  // while its set is the newest of its address
    Edge<P> outgoing;     // afterwards: the edge to the first task after the set
  };

  static constexpr std::uintptr_t k_mode = 3;
  static constexpr std::uintptr_t k_last = 4;
  static constexpr std::uintptr_t k_bits = k_mode | k_last;

  void set(Task<P>& task, const Access& access) noexcept {
    address = access.address;
    set_mode(access.mode);
    incoming.successor = &task;
  }

  Task<P>* task() const noexcept { return incoming.successor; }
  Mode mode() const noexcept { return static_cast<Mode>(exclusion_and_mode & k_mode); }
  bool last() const noexcept { return (exclusion_and_mode & k_last) != 0; }
  /// The lock of its set, for mutexinoutset; else null.
  Exclusion<P>* exclusion() const noexcept { return reinterpret_cast<Exclusion<P>*>(exclusion_and_mode & ~k_bits); }

  void set_mode(Mode mode) noexcept {
    exclusion_and_mode = (exclusion_and_mode & ~k_mode) | static_cast<std::uintptr_t>(mode);
  }
  void set_exclusion(Exclusion<P>* exclusion) noexcept {
    exclusion_and_mode = (exclusion_and_mode & k_bits) | reinterpret_cast<std::uintptr_t>(exclusion);
  }
};

/// Calls `visit(record)` for each record of a task; `first` may be null.
template <class P, class Visit>
[[gnu::always_inline]] inline void for_each_record(Record<P>* first, const Visit& visit) noexcept {
  for (Record<P>* record = first; record != nullptr; record = record->last() ? nullptr : record + 1) visit(*record);
}

}  // namespace heddle::graph
