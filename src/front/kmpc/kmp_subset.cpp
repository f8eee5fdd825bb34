#include "front/kmpc/kmp_subset.hpp"

#include <algorithm>
#include <climits>

#include "base/scanner.hpp"
#include "omp/settings.hpp"
#include "platform/topology/available.hpp"

namespace heddle::kmpc {

namespace {

using base::Scanner;
using base::Word;
using omp::Settings;
using platform::topology::CpuSet;
using platform::topology::Groups;

constexpr std::string_view k_forms =
    "allowed are numbers, or *, of s (sockets), n (NUMA domains), l3 (last-level caches), c (cores), t (threads), each "
    "with @offset or not, as in 2s,4c@2,1t; using the whole machine";
constexpr std::string_view k_kinds = "kinds of cores are not told apart here; using the whole machine";
constexpr std::string_view k_layers =
    "dies, tiles, modules and smaller caches are not told apart here; using the whole machine";
constexpr std::string_view k_too_many = "this process may not use that many units; using the whole machine";

constexpr Word<Layer> k_layer_names[] = {
    {"s", Layer::sockets},         {"socket", Layer::sockets}, {"sockets", Layer::sockets}, {"n", Layer::numa_domains},
    {"numa", Layer::numa_domains}, {"l3", Layer::ll_caches},   {"ll", Layer::ll_caches},    {"llc", Layer::ll_caches},
    {"c", Layer::cores},           {"core", Layer::cores},     {"cores", Layer::cores},     {"t", Layer::threads},
    {"thread", Layer::threads},    {"threads", Layer::threads}};
constexpr Word<bool> k_other_layers[] = {{"d", true}, {"die", true},    {"ti", true}, {"tile", true},
                                         {"m", true}, {"module", true}, {"l1", true}, {"l2", true}};

/// @returns what is wrong, or nothing.
std::string_view read_units(Scanner& text, SubsetUnits& units) {
  if (!text.accept('*')) {
    if (const auto count = text.number_in(1, INT_MAX)) units.count = static_cast<unsigned>(*count);
  }
  const auto layer = text.word(k_layer_names);
  if (!layer) return text.word(k_other_layers) ? k_layers : k_forms;
  units.layer = *layer;
  if (text.accept('@')) {
    const auto offset = text.number_in(0, INT_MAX);
    if (!offset) return k_forms;
    units.offset = static_cast<unsigned>(*offset);
  }
  return text.peek() == ':' ? k_kinds : std::string_view();
}

const std::vector<CpuSet>& units_of(const Groups& groups, Layer layer) noexcept {
  switch (layer) {
    case Layer::sockets:
      return groups.sockets;
    case Layer::numa_domains:
      return groups.numa_domains;
    case Layer::ll_caches:
      return groups.ll_caches;
    case Layer::cores:
      return groups.cores;
    default:
      return groups.threads;
  }
}

bool names(const SubsetRequest& request, Layer layer) {
  return std::ranges::any_of(request.units, [layer](const SubsetUnits& units) { return units.layer == layer; });
}

/// With the layers that are meant without being named.
std::vector<SubsetUnits> meant(const SubsetRequest& request) {
  std::vector<SubsetUnits> all = request.units;
  if (request.only_named_layers) return all;
  if (!names(request, Layer::cores) && names(request, Layer::threads))
    all.insert(all.end() - 1, {Layer::cores, std::nullopt});
  if (!names(request, Layer::sockets)) all.insert(all.begin(), {Layer::sockets, std::nullopt});
  return all;
}

/// Adds the wanted units of one larger unit to `taken`. @returns whether there were that many
bool take(const CpuSet& larger, const SubsetUnits& wanted, const std::vector<CpuSet>& units,
          std::vector<CpuSet>& taken) {
  unsigned seen = 0;
  unsigned count = 0;
  for (CpuSet unit : units) {
    unit.intersect(larger);
    if (unit.empty() || seen++ < wanted.offset) continue;
    if (count == wanted.count) break;
    taken.push_back(std::move(unit));
    ++count;
  }
  return wanted.count ? count == *wanted.count : count > 0;
}

CpuSet united(const std::vector<CpuSet>& sets) {
  CpuSet all;
  for (const CpuSet& set : sets) all.unite(set);
  return all;
}

}  // namespace

ParsedSubset parse_subset(std::string_view text) {
  Scanner scanner(text);
  SubsetRequest request;
  request.only_named_layers = scanner.accept(':');
  do {
    SubsetUnits units{};
    const std::string_view wrong = read_units(scanner, units);
    if (!wrong.empty()) return {std::nullopt, wrong};
    if (names(request, units.layer)) return {std::nullopt, k_forms};
    request.units.push_back(units);
  } while (scanner.accept(','));
  if (!scanner.at_end()) return {std::nullopt, k_forms};
  std::ranges::sort(request.units, {}, &SubsetUnits::layer);
  return {std::move(request), {}};
}

CpuSet choose_subset(const SubsetRequest& request, const Groups& groups) {
  std::vector<CpuSet> chosen = {united(groups.threads)};
  for (const SubsetUnits& wanted : meant(request)) {
    std::vector<CpuSet> taken;
    bool enough = false;  // a larger unit that has fewer gives what it has, if another one has enough
    for (const CpuSet& larger : chosen) enough |= take(larger, wanted, units_of(groups, wanted.layer), taken);
    if (!enough) return {};
    chosen = std::move(taken);
  }
  return united(chosen);
}

std::optional<std::string_view> apply_subset(const std::string& text) noexcept {
  const ParsedSubset parsed = parse_subset(text);
  if (!parsed.request) return parsed.wrong;
  const Groups groups = platform::topology::read_groups(platform::topology::affinity_mask());
  const CpuSet cpus = choose_subset(*parsed.request, groups);
  if (cpus.empty()) return k_too_many;
  if (platform::topology::bind_current_thread(cpus) == platform::topology::BindOutcome::refused) return k_too_many;
  Settings& openmp = Settings::get();
  omp::Environment& environment = openmp.environment;
  const auto threads = static_cast<unsigned>(cpus.count());
  openmp.set_processors(std::min(environment.global.num_procs, threads));
  if (environment.global.origin_of(omp::Setting::num_threads) == omp::Variable::none)
    environment.initial.nthreads = std::min(environment.initial.nthreads, threads);
  return std::nullopt;
}

}  // namespace heddle::kmpc
