// Definitions of Dispatcher's members. Included by runner.hpp only, whose Sink they use.
#pragma once

namespace heddle::runtime {

template <class P>
bool Dispatcher<P>::run_some(W& worker, Rest rest, graph::IdleJob<P>* job) noexcept {
  if (worker.reports.count != 0) Runner<P>::flush(worker);  // a job can take long, and somebody may wait for them
  typename Runner<P>::Sink sink(worker, rest);
  const graph::ManagerContext<P> context{worker.slab, sink, worker.member->seat, worker.recorder};
  const std::uint64_t began = probe::now(worker.recorder);
  bool did_something = job != nullptr && job->run(context);
  if (worker.runtime->idle_jobs().count() != 0) did_something |= worker.runtime->idle_jobs().run(context);
  if (did_something) probe::managed(worker.recorder, began);
  return did_something;
}

// First one that may run anything: it can go on with what it makes ready. Else one that waits for tasks of its own.
template <class P>
void Dispatcher<P>::wake_any(Team<P>& team, Seat from) noexcept {
  const std::uint32_t size = team.size;
  const Seat start = from < size ? from : 0;
  for (const Rest wanted : {Rest::any_work, Rest::own_work}) {
    for (std::uint32_t step = 1; step <= size; ++step) {
      ParkingSlot<P>& bed = team.members[(start + step) % size].worker->bed;
      if (team.sleepers.rest_here(bed) == wanted && Sleepers<P>::wake(bed)) return;
    }
  }
}

}  // namespace heddle::runtime
