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
GroupBinding binding_of_groups = GroupBinding::locality;
const FoundLocalities* found = nullptr;
pthread_once_t once = PTHREAD_ONCE_INIT;

// Worker::binding counts places from 0 (omp); localities have numbers of their own.
constexpr std::uint32_t k_first_binding = std::uint32_t{1} << 30;

// Of a locality; `one_of` counts its cpus from 1, where the thread is bound to one of them.
std::uint32_t number_of_binding(std::uint32_t locality, std::uint32_t one_of) noexcept {
  return k_first_binding + locality + one_of * static_cast<std::uint32_t>(localities().all.size());
}
std::uint32_t locality_of_binding(std::uint32_t binding) noexcept {
  if (binding < k_first_binding || binding == UINT32_MAX) return 0;
  return (binding - k_first_binding) % static_cast<std::uint32_t>(localities().all.size());
}

platform::topology::CpuSet cpu_of(const platform::topology::CpuSet& cpus, std::uint32_t turn) noexcept {
  std::size_t cpu = cpus.first();
  while (turn-- != 0) cpu = cpus.next(cpu + 1);
  platform::topology::CpuSet one;
  one.add(cpu);
  return one;
}

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

void use_binding(GroupBinding binding) noexcept { binding_of_groups = binding; }

const Localities& localities() noexcept { return get().localities; }

std::span<const std::uint32_t> cpus_of_localities() noexcept { return get().cpus; }

void bind_to_group(Member& member) noexcept {
  const graph::Groups<P>* const groups = member.team->groups;
  if (groups == nullptr || groups->count() == 1) return;
  const std::uint32_t group = groups->of(member.seat);
  const platform::topology::CpuSet& cpus = localities().all[group].real_cpus;
  std::uint32_t one_of = 0;
  if (binding_of_groups == GroupBinding::core && cpus.count() != 0)
    one_of = 1 + static_cast<std::uint32_t>((member.seat - groups->first(group)) % cpus.count());
  const std::uint32_t binding = number_of_binding(group, one_of);
  Worker& worker = *member.worker;
  if (worker.binding == binding) return;
  platform::topology::bind_current_thread(one_of != 0 ? cpu_of(cpus, one_of - 1) : cpus);
  worker.binding = binding;
}

std::uint32_t locality_of(const Worker& worker) noexcept {
  const Member& member = *worker.member;
  if (const graph::Groups<P>* const groups = member.team->groups; groups != nullptr) return groups->of(member.seat);
  return locality_of_binding(worker.binding);
}

}  // namespace heddle::process
