#include "regions/settings.hpp"

#include <charconv>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "base/quoted.hpp"
#include "base/trust.hpp"
#include "dependence/regions/manager.hpp"
#include "platform/threads/threads.hpp"
#include "platform/topology/groups.hpp"

namespace heddle::regions {

namespace {

// "64G", "512M", bytes. @returns 0 when it is malformed
std::size_t read_bytes(std::string_view text) noexcept {
  std::size_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{}) return 0;
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  unsigned shift = 0;
  if (unit == "K" || unit == "k") shift = 10;
  if (unit == "M" || unit == "m") shift = 20;
  if (unit == "G" || unit == "g") shift = 30;
  if (unit == "T" || unit == "t") shift = 40;
  if (!unit.empty() && shift == 0) return 0;
  return value > SIZE_MAX >> shift ? 0 : value << shift;
}

// "16,7": workers of a leaf, then children of each node up to the root. Of so many leaves the widths from the root
// down.
bool read_tree(std::string_view text, RegionSettings& settings) noexcept {
  std::uint32_t fan_outs[RegionSettings::k_most_levels];
  std::uint32_t count = 0;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    more = comma != std::string_view::npos;
    text = more ? text.substr(comma + 1) : std::string_view{};
    if (word == "dedicated") {
      settings.dedicated = true;
      continue;
    }
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (code != std::errc{} || end != word.data() + word.size() || value == 0) return false;
    if (count == RegionSettings::k_most_levels) return false;
    fan_outs[count++] = value;
  }
  settings.levels = count;
  if (count == 0) return settings.dedicated;
  std::uint64_t nodes = 1;
  std::uint64_t width = 1;
  for (std::uint32_t level = 1; level < count; ++level) {
    width *= fan_outs[count - level];
    nodes += width;
    if (nodes > dependence::Regions<platform::Threads>::k_most_nodes) return false;
    settings.widths[level] = static_cast<std::uint32_t>(width);
  }
  return true;
}

// By the kernel's files: they say of caches what hwloc does, without 20 ms for loading that.
void make_tree_of_machine(RegionSettings& settings) {
  const auto groups = platform::topology::read_groups_from_files(platform::topology::affinity_mask(), {});
  std::vector<std::uint32_t> cpus;
  for (const auto& cache : groups.ll_caches) cpus.push_back(static_cast<std::uint32_t>(cache.count()));
  make_tree(cpus, settings);
}

struct Remedy {
  const char* used;
  const char* give;
};
void refuse(const char* name, const char* text, const Remedy& remedy) noexcept {
  base::warn({name, "=", base::Quoted(text), " is malformed; ", remedy.used, " is used; give ", remedy.give});
}

}  // namespace

void make_tree(std::span<const std::uint32_t> cpus, RegionSettings& settings) noexcept {
  constexpr std::uint32_t k_most_below = 16;  // workers of a leaf, children of a node: the paper's ratio (VI-E, note 5)
  constexpr std::uint32_t k_most_leaves = 240;  // with those above below k_most_nodes
  std::uint32_t leaves = 0;
  for (const std::uint32_t count : cpus) leaves += (count + k_most_below - 1) / k_most_below;
  leaves = leaves < 1 ? 1 : leaves > k_most_leaves ? k_most_leaves : leaves;
  std::uint32_t upwards[RegionSettings::k_most_levels];
  std::uint32_t levels = 0;
  for (std::uint32_t width = leaves;; width = (width + k_most_below - 1) / k_most_below) {
    upwards[levels++] = width;
    if (width == 1) break;
  }
  settings.levels = levels;
  for (std::uint32_t level = 0; level < levels; ++level) settings.widths[level] = upwards[levels - 1 - level];
}

void make_tree_of_ranks(std::uint32_t ranks, RegionSettings& settings) noexcept {
  settings.levels = 2;
  settings.widths[0] = 1;
  settings.widths[1] = ranks;
}

RegionSettings read_settings() noexcept {
  RegionSettings settings;
  if (const char* const text = base::variable("HEDDLE_REGION_SPACE"); text != nullptr) {
    const std::size_t bytes = read_bytes(text);
    bytes >= std::size_t{1} << 30 ? void(settings.space_bytes = bytes)
                                  : refuse("HEDDLE_REGION_SPACE", text, {"1T", "1G or more"});
  }
  RegionSettings machines = settings;
  make_tree_of_machine(machines);
  if (const char* const text = base::variable("HEDDLE_SCHEDULERS"); text != nullptr) {
    RegionSettings read = settings;
    if (!read_tree(text, read)) {
      refuse("HEDDLE_SCHEDULERS", text,
             {"the machine's tree",
              "workers of a leaf, then children of each node, as 16,7, or dedicated, or both: 256 nodes at most"});
    } else if (read.levels == 0) {
      machines.dedicated = read.dedicated;
    } else {
      machines = read;
    }
  }
  if (const char* const text = base::variable("HEDDLE_LOCALITY"); text != nullptr) {
    const std::string_view word = text;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), machines.locality);
    if (code != std::errc{} || end != word.data() + word.size() ||
        machines.locality > schedule::ChildChoice::k_most_locality) {
      machines.locality = schedule::ChildChoice::k_usual_locality;
      refuse("HEDDLE_LOCALITY", text, {"20", "0 to 100"});
    }
  }
  return machines;
}

}  // namespace heddle::regions
