// The readers of KMP_AFFINITY and KMP_HW_SUBSET (front/kmpc), each given every input. Places that are accepted are
// shown in a form that OMP_PLACES reads the same; a subset holds cpus that are there, and chooses the same when asked
// again.
#include "claims.hpp"
#include "front/kmpc/kmp_affinity.hpp"
#include "front/kmpc/kmp_subset.hpp"
#include "omp/places.hpp"

namespace {

using namespace heddle;
using platform::topology::CpuSet;
using platform::topology::Groups;

CpuSet cpus_from(std::size_t first, std::size_t count) {
  CpuSet cpus;
  for (std::size_t cpu = first; cpu < first + count; ++cpu) cpus.add(cpu);
  return cpus;
}

/// 2 sockets of 4 cores of 2 threads.
const Groups& machine() {
  static const Groups k_machine = [] {
    Groups groups;
    for (std::size_t cpu = 0; cpu < 16; ++cpu) groups.threads.push_back(cpus_from(cpu, 1));
    for (std::size_t cpu = 0; cpu < 16; cpu += 2) groups.cores.push_back(cpus_from(cpu, 2));
    for (std::size_t cpu = 0; cpu < 16; cpu += 4) groups.ll_caches.push_back(cpus_from(cpu, 4));
    for (std::size_t cpu = 0; cpu < 16; cpu += 8) groups.sockets.push_back(cpus_from(cpu, 8));
    groups.numa_domains = groups.sockets;
    return groups;
  }();
  return k_machine;
}

void check(const omp::PlaceRequest& places) {
  const std::string shown = omp::places_text(places);
  base::Scanner scanner(shown);
  const auto again = omp::parse_places(scanner);
  fuzz::claim(again.has_value(), "places are shown as OMP_PLACES has them: " + shown);
  fuzz::claim(omp::places_text(*again) == shown, "places survive showing and reading");
  const CpuSet usable = cpus_from(0, 16);
  const omp::PlaceList list = omp::resolve_listed(places, usable);
  fuzz::claim(!list.places.empty() || !list.warnings.empty(), "where there are no places a warning says why");
  for (const CpuSet& place : list.places) fuzz::claim(!place.empty() && place.first() < 16, "a place holds cpus");
}

bool reads_affinity(std::string_view text) {
  const auto affinity = kmpc::parse_affinity(text);
  if (!affinity) return false;
  if (affinity->places.form == omp::PlaceRequest::Form::listed) check(affinity->places);
  return true;
}

bool reads_subset(std::string_view text) {
  const kmpc::ParsedSubset parsed = kmpc::parse_subset(text);
  fuzz::claim(parsed.request.has_value() == parsed.wrong.empty(), "a subset is read, or what is wrong is said");
  if (!parsed.request) return false;
  fuzz::claim(!parsed.request->units.empty() && parsed.request->units.size() <= 5, "a subset names each layer once");
  CpuSet chosen = kmpc::choose_subset(*parsed.request, machine());
  const CpuSet before = chosen;
  chosen.intersect(cpus_from(0, 16));
  fuzz::claim(chosen.count() == before.count(), "a subset holds cpus that are there");
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  const bool affinity = reads_affinity(text);
  const bool subset = reads_subset(text);
  affinity || subset ? fuzz::accepted() : fuzz::refused({base::Code::environment, "not understood", "see README.md"});
  return 0;
}
