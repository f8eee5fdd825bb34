// The one pool of workers of this process, and the coming and going of its threads.
//
// Made with the first use or when the library is loaded, whichever comes first; never destroyed, because threads of the
// program may outlive every destructor.
#pragma once

#include <memory>
#include <vector>

#include "graph/access.hpp"
#include "graph/range_keys.hpp"
#include "process/room_data.hpp"
#include "runtime/runtime.hpp"

namespace heddle::process {

/// What this room keeps with a worker.
struct WorkerData {
  Team* standing = nullptr;  // of the region that is open for tasks made outside of regions (standing.hpp)
  std::vector<graph::Access> next_ranges;  // lengths for the next depend clause (verify_range)
  graph::RangeKeysOfParents range_keys;    // of tasks whose accesses are ranges
};

class Process {
 public:
  /// Starts it if nobody has. Any thread.
  static Process& get() noexcept {
    // order: acquire — pairs with started(): whoever comes second without having been inside pthread_once().
    Process* const process = the_one_.load(std::memory_order_acquire);
    if (process != nullptr) [[likely]]
      return *process;
    return started();
  }

  std::unique_ptr<runtime::Runtime<P>> runtime;

  static WorkerData& data(const Worker& worker) noexcept { return RoomData<WorkerData, Keeper::process>::of(worker); }

 private:
  Process() noexcept;
  static Process& started() noexcept;
  static inline constinit P::atomic<Process*> the_one_{nullptr};
};

/// The most threads that the regions of one thread of the program may have at once.
unsigned thread_limit() noexcept;

}  // namespace heddle::process
