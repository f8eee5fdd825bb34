#include "tasks/scope.hpp"

#include <algorithm>

#include "platform/topology/available.hpp"
#include "process/contention_group.hpp"
#include "process/process.hpp"
#include "process/team_size.hpp"
#include "runtime/region.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/group.hpp"

namespace heddle::tasks {

namespace {

using platform::topology::CpuSet;
using Barrier = runtime::Barrier<P>;
using Region = runtime::Region<P>;

/// Binds the calling thread while it lives.
class ThreadBinding {
 public:
  ThreadBinding(process::Worker& worker, const heddle_scope& scope) noexcept : worker_(worker) {
    if (scope.cpu_count == 0) return;
    before_ = platform::topology::affinity_mask();
    CpuSet one;
    one.add(scope.cpus[worker.member->seat % scope.cpu_count]);
    platform::topology::bind_current_thread(one);
  }
  ThreadBinding(const ThreadBinding&) = delete;
  ThreadBinding& operator=(const ThreadBinding&) = delete;
  ~ThreadBinding() {
    if (before_.empty()) return;
    platform::topology::bind_current_thread(before_);
    worker_.binding = UINT32_MAX;
  }

 private:
  process::Worker& worker_;
  CpuSet before_;
};

void serve(void* scope) noexcept {
  process::Worker& worker = runtime::current();
  const ThreadBinding bound(worker, *static_cast<const heddle_scope*>(scope));
  Barrier::wait(worker, Barrier::Leave::complete_only);
}

int check(const heddle_scope& scope) noexcept {
  if (scope.bytes != sizeof scope || (scope.cpus == nullptr && scope.cpu_count != 0)) return HEDDLE_BAD_OPTION;
  constexpr unsigned k_most =
      1U << 16;  // more than any machine has; a mistake in a number is met before the memory ends
  if (scope.workers > std::min<unsigned>(k_most, process::thread_limit())) {
    return HEDDLE_BAD_WORKERS;
  }
  if (scope.cpu_count == 0) return HEDDLE_OK;
  const CpuSet allowed = platform::topology::affinity_mask();
  for (std::size_t at = 0; at < scope.cpu_count; ++at)
    if (!allowed.contains(scope.cpus[at])) return HEDDLE_BAD_PLACE;
  return HEDDLE_OK;
}

struct Share {
  void (*body)(void*);
  void* data;
};

int run(const heddle_scope& scope, const Share& share, heddle_failure* failure) noexcept {
  process::Worker& worker = runtime::current();
  process::make_way(worker);
  unsigned threads = scope.workers == 0 ? process::threads_for(worker, 0) : scope.workers;
  process::PlacesInGroup places;
  if (const unsigned limit = process::thread_limit(); process::PlacesInGroup::needed(worker, limit))
    threads = places.take(worker, limit, threads);
  const runtime::Launch launch{serve, const_cast<heddle_scope*>(&scope), threads, worker.task->environment};
  const process::Team& team =
      Region::open(worker, launch, [](process::Team& opened) noexcept { opened.region_front = nullptr; });
  places.keep(team.size);
  int code = HEDDLE_OK;
  {
    const ThreadBinding bound(worker, scope);
    heddle_group group = HEDDLE_GROUP;
    {
      const Membership member(worker, &group);
      share.body(share.data);
    }
    code = wait(group, failure);
    Barrier::wait(worker, Barrier::Leave::complete_only);
  }
  Region::close(worker);
  places.give_back();
  return code;
}

}  // namespace

int run_scope(const heddle_scope& scope, void (*body)(void*), void* data, heddle_failure* failure) noexcept {
  if (const int code = check(scope); code != HEDDLE_OK) return code;
  if (ending()) return HEDDLE_SHUT_DOWN;
  return run(scope, {body, data}, failure);
}

}  // namespace heddle::tasks
