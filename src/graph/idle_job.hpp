// IdleJob: work of the runtime's own that is done by workers who find no task to run. The callback that DDAST registers
// with its Functionality Dispatcher (§3.2), as a seam: managers of a team and whatever else the runtime is given offer
// one, runtime/dispatcher.hpp calls it.
//
// No worker is set aside for a job, and none sleeps while has_work() is true. So whoever makes work for a job makes it
// visible, passes a seq_cst fence, and then sees to it that a sleeper wakes (ReadySink::requests_waiting).
#pragma once

#include <cstdint>

#include "graph/dependence_manager.hpp"

namespace heddle::graph {

template <class P>
class IdleJob {
 public:
  /// Does some of the work, and leaves when there is something better to do. Any worker, several at a time.
  /// @returns whether anything was done.
  virtual bool run(const ManagerContext<P>& context) noexcept = 0;

  /// True when a call of run() would find work that nobody else is going to do. Any thread.
  virtual bool has_work() const noexcept = 0;

  /// About how many finished tasks stay in memory until the job has run: they count as pending where producers are held
  /// back. Any thread.
  virtual std::int64_t held_tasks() const noexcept { return 0; }

  /// From now on the team has so many workers. Nobody is inside the job.
  virtual void resize(std::uint32_t) noexcept {}

 protected:
  ~IdleJob() = default;
};

}  // namespace heddle::graph
