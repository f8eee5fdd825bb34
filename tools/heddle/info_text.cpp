// `heddle info` for a person; see info.hpp.
#include <fmt/core.h>

#include <algorithm>

#include "info.hpp"
#include "omp/affinity.hpp"

#include "base/quoted.hpp"

namespace heddle::tools {

namespace {

using platform::topology::MachineNode;

/// The same labels and the same shape below, numbers aside: such siblings are drawn once.
bool alike(const MachineNode& a, const MachineNode& b) {
  const auto kind = [](const MachineNode& node) { return node.label.substr(0, node.label.find(' ')); };
  return kind(a) == kind(b) && a.children.size() == b.children.size() &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(), alike);
}

/// "Core" of "Core 3"; caches keep their size.
std::string without_number(const std::string& label) {
  const std::size_t space = label.find(' ');
  const bool numbered =
      space != std::string::npos && label.find_first_not_of("0123456789", space + 1) == std::string::npos;
  return numbered ? label.substr(0, space) : label;
}

/// A node and its only child, its only child and so on, on one line: "L2 1 MB, L1d 32 KB, Core 0".
struct Chain {
  std::vector<std::string> labels;
  const MachineNode* last;
};

Chain chain_from(const MachineNode& top) {
  Chain chain{{top.label}, &top};
  while (chain.last->children.size() == 1) {
    chain.last = &chain.last->children.front();
    chain.labels.push_back(chain.last->label);
  }
  return chain;
}

/// `times` siblings alike, of which `top` is the first; `all` is their cpus together.
void draw(const MachineNode& top, std::size_t times, const platform::topology::CpuSet& all, const std::string& indent) {
  const Chain chain = chain_from(top);
  std::string line = times == 1 ? std::string() : fmt::format("{} x ", times);
  for (const std::string& label : chain.labels)
    line.append(&label == &chain.labels.front() ? "" : ", ").append(times == 1 ? label : without_number(label));
  fmt::print("{}{}  (cpus {})\n", indent, line, omp::cpu_list(all));
  const auto& children = chain.last->children;
  for (std::size_t first = 0; first < children.size();) {
    platform::topology::CpuSet together = children[first].cpus;
    std::size_t last = first + 1;
    for (; last < children.size() && alike(children[first], children[last]); ++last)
      together.unite(children[last].cpus);
    draw(children[first], last - first, together, indent + "  ");
    first = last;
  }
}

void print_machine(const Info& info) {
  fmt::print("machine\n");
  if (info.machine.root.label.empty()) {
    fmt::print("  hwloc (libhwloc.so.15) is not installed: no picture; places other than threads come from /sys\n");
    return;
  }
  draw(info.machine.root, 1, info.machine.root.cpus, "  ");
}

void print_limits(const Info& info) {
  fmt::print("limits\n");
  fmt::print("  affinity mask    {} ({} cpus)\n", omp::cpu_list(info.mask), info.mask.count());
  fmt::print("  cgroup quota     {}\n", info.quota ? fmt::format("{} cpus, rounded up", *info.quota) : "none");
  fmt::print("  default threads  {}\n", info.concurrency);
}

void print_memory(const Info& info) {
  fmt::print("memory\n");
  bool high_bandwidth = false;
  for (const auto& memory : info.machine.memories) {
    fmt::print("  node {}  {:.1f} GiB {}, near cpus {}\n", memory.number, static_cast<double>(memory.bytes) / (1 << 30),
               memory.kind, omp::cpu_list(memory.cpus));
    high_bandwidth = high_bandwidth || memory.kind == "hbm" || memory.kind == "mcdram";
  }
  fmt::print("  high-bandwidth memory {}, libmemkind {}\n", high_bandwidth ? "present" : "not seen",
             info.memkind ? "installed" : "not installed");
}

void print_coverage(const Coverage& coverage) {
  fmt::print("library\n  {}{}\n", coverage.library, coverage.library_found ? "" : "  (missing)");
  if (!coverage.library_found) return;
  if (coverage.reference.empty()) {
    fmt::print("  no libgomp found to compare with\n");
    return;
  }
  fmt::print("  {} of {} symbols of {} covered, versions included\n", coverage.expected - coverage.missing.size(),
             coverage.expected, coverage.reference);
  fmt::print("  {} OpenACC and plugin symbols, which fail with a message\n", coverage.openacc_refused);
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(most, coverage.missing.size()); ++i)
    fmt::print("  missing: {}\n", coverage.missing[i]);
  if (coverage.missing.size() > most)
    fmt::print("  ... and {} more (--json names all)\n", coverage.missing.size() - most);
}

void print_settings(const Info& info) {
  fmt::print("settings\n");
  std::size_t width = 0;
  for (const auto& setting : info.settings) width = std::max(width, std::min<std::size_t>(setting.value.size(), 36));
  for (const auto& setting : info.settings)
    fmt::print("  {:<23} {:<{}}  {:<25} {}\n", setting.name, base::visible(setting.value), width,
               setting.origin.empty() ? "default" : fmt::format("from {}", setting.origin), setting.meaning);
  for (const std::string& warning : info.warnings) fmt::print("  warning: {}\n", warning);
}

}  // namespace

void print_text(const Info& info) {
  fmt::print("heddle {}\n\n", HEDDLE_VERSION);
  print_machine(info);
  fmt::print("\n");
  print_limits(info);
  fmt::print("\n");
  print_memory(info);
  fmt::print("\n");
  print_coverage(info.coverage);
  fmt::print("\nocr\n  {}\n\n", info.ocr_tree.empty() ? "not installed" : info.ocr_tree);
  print_settings(info);
}

}  // namespace heddle::tools
