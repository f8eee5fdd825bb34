// KMP_HW_SUBSET: the part of the machine that a process is to use.
//
// [:]units[,units...], units being [number|*]name[@offset], counted in each of the next larger units that are named,
// sockets being always meant unless a colon leads. So 2s,4c@2,1t: of each of two sockets the third to the sixth core,
// one thread of each. Parsing and choosing are pure; read once, by the thread that loads the library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/topology/cpu_set.hpp"
#include "platform/topology/groups.hpp"

namespace heddle::kmpc {

/// From the largest to the smallest.
enum class Layer : std::uint8_t { sockets, numa_domains, ll_caches, cores, threads };

struct SubsetUnits {
  Layer layer;
  std::optional<unsigned> count;  // none: all behind the offset
  unsigned offset = 0;
};

struct SubsetRequest {
  bool only_named_layers = false;
  std::vector<SubsetUnits> units;  // from the largest layer to the smallest, each at most once
};

/// What was asked for, or what is wrong with it.
struct ParsedSubset {
  std::optional<SubsetRequest> request;
  std::string_view wrong;
};
ParsedSubset parse_subset(std::string_view text);

/// @returns the cpus; none when the machine has not that many units
platform::topology::CpuSet choose_subset(const SubsetRequest& request, const platform::topology::Groups& groups);

/// Restricts the calling thread, and so the threads that it makes, to the subset, and the default number of threads to
/// its size. @returns what is wrong, if anything; then nothing is changed
std::optional<std::string_view> apply_subset(const std::string& text) noexcept;

}  // namespace heddle::kmpc
