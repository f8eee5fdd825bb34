// See fast_nodes.hpp.
#include "memory/fast_nodes.hpp"

#include <algorithm>

#include "base/scanner.hpp"

namespace heddle::memory {

namespace {

using platform::topology::Localities;
using platform::topology::Locality;
using Reach = Locality::Reach;

constexpr std::uint64_t k_most = 1U << 16;  // far beyond the kernel's nodes (MAX_NUMNODES is 1,024)

}  // namespace

std::optional<std::vector<unsigned>> parse_nodes(std::string_view text) {
  std::vector<unsigned> nodes;
  base::Scanner scanner(text);
  do {
    const auto first = scanner.number();
    const auto last = scanner.accept('-') ? scanner.number() : first;
    if (!first || !last || *first > *last || *last >= k_most) return std::nullopt;
    for (std::uint64_t node = *first; node <= *last; ++node) nodes.push_back(static_cast<unsigned>(node));
  } while (scanner.accept(','));
  if (!scanner.at_end()) return std::nullopt;
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

Localities with_fast_nodes(Localities machine, std::span<const unsigned> numbers) {
  std::vector<std::uint32_t> named;
  for (std::uint32_t memory = 0; memory < machine.memories.size(); ++memory)
    if (std::ranges::find(numbers, machine.memories[memory].number) != numbers.end()) named.push_back(memory);
  if (named.empty()) return machine;
  const auto is_named = [&](const Reach& reach) { return std::ranges::find(named, reach.memory) != named.end(); };
  for (std::size_t own = 0; own < machine.all.size(); ++own) {
    std::vector<Reach>& reach = machine.all[own].reach;
    std::vector<Reach> anew;
    for (const Reach& one : reach)
      if (is_named(one)) anew.push_back({one.memory, 0});
    for (std::size_t turn = 0; anew.size() < named.size() && std::ranges::none_of(reach, is_named); ++turn)
      anew.push_back({named[(own + turn) % named.size()], 0});
    for (const Reach& one : reach)
      if (!is_named(one)) anew.push_back({one.memory, one.tier + 1});
    reach = std::move(anew);
  }
  return machine;
}

}  // namespace heddle::memory
