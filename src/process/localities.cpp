// See localities.hpp.
#include "process/localities.hpp"

#include <pthread.h>

#include <vector>

#include "base/message.hpp"
#include "platform/topology/available.hpp"

namespace heddle::process {

namespace {

using platform::topology::Localities;

struct FoundLocalities {
  Localities localities;
  std::vector<std::uint32_t> cpus;
};

std::string* description = nullptr;
const FoundLocalities* found = nullptr;
pthread_once_t once = PTHREAD_ONCE_INIT;

// Worker::binding counts places from 0 (omp); localities have numbers of their own.
constexpr std::uint32_t k_first_binding = std::uint32_t{1} << 30;

// Never destroyed: threads of the program may outlive every destructor.
void find() noexcept {
  auto* const own = new FoundLocalities;
  own->localities = platform::topology::read_localities(platform::topology::affinity_mask(),
                                                        description == nullptr ? std::string() : *description);
  if (!own->localities.warning.empty()) base::warn({own->localities.warning});
  for (const auto& locality : own->localities.all)
    own->cpus.push_back(static_cast<std::uint32_t>(locality.cpus.count()));
  found = own;
}

const FoundLocalities& get() noexcept {
  pthread_once(&once, find);
  return *found;
}

}  // namespace

void use_topology(const std::string& text) noexcept {
  if (description == nullptr) description = new std::string;
  *description = text;
}

const Localities& localities() noexcept { return get().localities; }

std::span<const std::uint32_t> cpus_of_localities() noexcept { return get().cpus; }

void bind_to_group(Member& member) noexcept {
  const graph::Groups<P>* const groups = member.team->groups;
  if (groups == nullptr || groups->count() == 1) return;
  const std::uint32_t group = groups->of(member.seat);
  Worker& worker = *member.worker;
  if (worker.binding == k_first_binding + group) return;
  platform::topology::bind_current_thread(localities().all[group].real_cpus);
  worker.binding = k_first_binding + group;
}

std::uint32_t locality_of(const Worker& worker) noexcept {
  const Member& member = *worker.member;
  if (const graph::Groups<P>* const groups = member.team->groups; groups != nullptr) return groups->of(member.seat);
  const std::uint32_t bound = worker.binding - k_first_binding;
  return bound < localities().all.size() ? bound : 0;
}

}  // namespace heddle::process
