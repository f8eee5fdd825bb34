// `heddle info --json`; see info.hpp. One object; its keys are documented in heddle-info(1).
#include <fmt/core.h>

#include "info.hpp"
#include "omp/affinity.hpp"

namespace heddle::tools {

namespace {

using platform::topology::MachineNode;

std::string text(std::string_view raw) {
  std::string result = "\"";
  for (const char c : raw) {
    if (c == '"' || c == '\\') {
      result.append({'\\', c});
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result.append(fmt::format("\\u{:04x}", static_cast<unsigned>(c)));
    } else {
      result.push_back(c);
    }
  }
  return result.append("\"");
}

std::string truth(bool value) { return value ? "true" : "false"; }

template <class List, class Spell>
std::string array(const List& list, Spell spell) {
  std::string result = "[";
  for (const auto& element : list) result.append(result.size() == 1 ? "" : ", ").append(spell(element));
  return result.append("]");
}

std::string node(const MachineNode& at) {
  return fmt::format("{{\"label\": {}, \"cpus\": {}, \"children\": {}}}", text(at.label), text(omp::cpu_list(at.cpus)),
                     array(at.children, node));
}

std::string memory(const platform::topology::MemoryNode& at) {
  return fmt::format("{{\"node\": {}, \"bytes\": {}, \"kind\": {}, \"cpus\": {}}}", at.number, at.bytes, text(at.kind),
                     text(omp::cpu_list(at.cpus)));
}

std::string setting(const process::SettingReport& at) {
  return fmt::format("{{\"name\": {}, \"value\": {}, \"origin\": {}, \"meaning\": {}}}", text(at.name), text(at.value),
                     text(at.origin.empty() ? "default" : at.origin), text(at.meaning));
}

std::string coverage(const Coverage& at) {
  return fmt::format(
      "{{\"path\": {}, \"found\": {}, \"reference\": {}, \"expected\": {}, \"covered\": {}, \"missing\": {}, "
      "\"openacc_refused\": {}}}",
      text(at.library), truth(at.library_found), at.reference.empty() ? "null" : text(at.reference), at.expected,
      at.expected - at.missing.size(), array(at.missing, [](const std::string& symbol) { return text(symbol); }),
      at.openacc_refused);
}

}  // namespace

void print_json(const Info& info) {
  fmt::print("{{\n  \"version\": {},\n", text(HEDDLE_VERSION));
  fmt::print("  \"machine\": {},\n", info.machine.root.label.empty() ? "null" : node(info.machine.root));
  fmt::print("  \"limits\": {{\"affinity_mask\": {}, \"cpus\": {}, \"cgroup_quota\": {}, \"default_threads\": {}}},\n",
             text(omp::cpu_list(info.mask)), info.mask.count(), info.quota ? std::to_string(*info.quota) : "null",
             info.concurrency);
  fmt::print("  \"memory\": {{\"nodes\": {}, \"memkind\": {}}},\n", array(info.machine.memories, memory),
             truth(info.memkind));
  fmt::print("  \"library\": {},\n", coverage(info.coverage));
  fmt::print("  \"ocr\": {},\n", info.ocr_tree.empty() ? "null" : text(info.ocr_tree));
  fmt::print("  \"settings\": {},\n", array(info.settings, setting));
  fmt::print("  \"warnings\": {}\n}}\n", array(info.warnings, [](const std::string& w) { return text(w); }));
}

}  // namespace heddle::tools
