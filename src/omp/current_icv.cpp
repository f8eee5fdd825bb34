#include "omp/current_icv.hpp"

#include "omp/settings.hpp"

namespace heddle::omp {

const GlobalIcv& global() noexcept { return Settings::get().environment.global; }
GlobalIcv& writable_global() noexcept { return Settings::get().environment.global; }

// A task's own copy lives in a list of its worker and is used again by later tasks, once no task of this worker can
// still hold it: when the worker enters a region from the initial task, see enter_member().
TaskIcv& writable_icv(Worker& worker) noexcept {
  WorkerData& data = worker_data(worker);
  for (std::size_t index = data.own_in_use; index-- > 0;) {
    OwnIcv& own = *data.own_icvs[index];
    if (own.owner == worker.task && worker.task->environment == &own.icv) return own.icv;
  }
  if (data.own_in_use == data.own_icvs.size()) data.own_icvs.push_back(std::make_unique<OwnIcv>());
  OwnIcv& own = *data.own_icvs[data.own_in_use++];
  own.icv = icv(worker);
  own.owner = worker.task;
  worker.task->environment = &own.icv;
  return own.icv;
}

}  // namespace heddle::omp
