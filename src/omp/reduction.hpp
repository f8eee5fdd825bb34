// Reductions: private copies of variables, one per thread of the team. How a task finds its own (task reductions), and
// how the copies are combined in pairs.
//
// GCC describes the variables of one construct in an array of words (found by compiling; tests/unit/omp/worksharing
// holds it to the compiler's use):
//   0  how many variables                     4  for the runtime: the next descriptor of the same taskgroup
//   1  bytes of one thread's copies           5  for the runtime
//   2  in: their alignment; out: where the    6  for the runtime: where the copies end
//      copies of thread 0 lie                 7+3i  a variable: its address, its offset in a thread's copies,
//   3  -1                                           one word for the runtime
// Copies of thread t lie at word 2 + t * word 1 and start out zeroed: the compiler keeps flags there that say which are
// initialised. After the construct the master combines them and gives them back (unregister).
// A taskgroup carries the descriptors registered with it in Group::reductions; tasks inherit their creator's group.
#pragma once

#include <cstddef>
#include <cstdint>

#include "omp/construct.hpp"
#include "omp/region.hpp"

namespace heddle::omp {

using ReductionWords = std::uintptr_t;

/// taskgroup task_reduction(...), taskloop reduction(...): makes the copies and registers them with the innermost
/// taskgroup of the current task.
void register_reductions(Worker& worker, ReductionWords* descriptor) noexcept;
/// Gives back what register_reductions() or parallel_reductions() made.
void unregister_reductions(ReductionWords* descriptor) noexcept;

/// parallel reduction(task, ...): `request.data` points to a word that points to the descriptor.
/// @returns the number of threads
unsigned parallel_reductions(const RegionRequest& request) noexcept;

/// Worksharing constructs. The first thread makes the copies; then each joins: fills in its own descriptor and opens a
/// taskgroup with it. When the copies are combined each leaves, and the construct is over.
void renew_reductions(ConstructMemory& copies, const ReductionWords* descriptor, std::uint32_t threads) noexcept;
void join_reductions(Worker& worker, ReductionWords* descriptor, const ConstructMemory& copies) noexcept;

enum class RegionIs : std::uint8_t { going_on, cancelled };
void leave_reductions(Worker& worker, RegionIs region) noexcept;

/// scope reduction(task, ...).
void start_scope(Worker& worker, ReductionWords* descriptor) noexcept;

/// in_reduction(...) of a task: replaces each of the `count` addresses, of variables or of anybody's copies, by that of
/// the calling thread's copy; for the first `originals` of them, addresses[count + i] gets the variable's own.
void remap_task_reductions(Worker& worker, std::size_t count, std::size_t originals, void** addresses) noexcept;

// -- The copies of a reduction, one per thread, combined in pairs: log2(threads) steps instead of one after the other.
//
// A thread gives its copy to the one whose number lacks its lowest bit, when it has taken those of the threads above
// it; so the order of combining, and with it the sum of floating-point numbers, is the same in every run. Who has given
// its copy waits until it is taken, since the copy is on its stack. Every thread of the team comes by, unless the
// region is cancelled: then nobody waits for who may have left. Called by each member's own thread.

/// Adds `from` to `into`, both being what the threads have given.
using CombineCopies = void (*)(void* into, void* from);

enum class TreePlace : std::uint8_t {
  root,   // the caller's copy holds those of all threads
  inner,  // it has been taken, or the region is cancelled
};

TreePlace combine_in_tree(Worker& worker, void* copy, CombineCopies combine) noexcept;

}  // namespace heddle::omp
