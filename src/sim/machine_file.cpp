#include "sim/machine_file.hpp"

namespace heddle::sim {
/// toml++ 3.3 asserts what some malformed files break: here that is a reason to refuse them, like any other.
struct BrokenAssertion {};
[[noreturn]] inline void break_off() { throw BrokenAssertion{}; }
}  // namespace heddle::sim
#define TOML_ASSERT(expression) ((expression) ? static_cast<void>(0) : heddle::sim::break_off())
#include <toml++/toml.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <sstream>

#include "base/quoted.hpp"

namespace heddle::sim {

namespace {

using platform::sim::Machine;

struct Range {
  std::uint64_t least = 0;
  std::uint64_t most = 1'000'000'000;
};

struct Field {
  const char* section;  // "": the file itself
  const char* name;
  std::function<void(Machine&, std::uint64_t)> set;
  Range range = {};
};

/// Sections of a machine file. One that is optional may be left out whole: then there is no such thing, or nobody asks.
struct Section {
  const char* name;
  bool optional;
};
constexpr Section k_sections[] = {{"line", false},  {"system", false}, {"smt2", true},     {"smt4", true},
                                  {"memory", true}, {"message", true}, {"transfer", true}, {"handler", true}};

const Section* section_of(std::string_view name) {
  for (const Section& section : k_sections) {
    if (name == section.name) return &section;
  }
  return nullptr;
}

/// What so many busy threads of a core do together, in percent of what one does.
template <std::size_t threads, std::size_t busy>
void share(Machine& machine, std::uint64_t percent) {
  machine.shared.cores = machine.cores;
  machine.shared.speeds.resize(threads, 1.0);
  machine.shared.speeds[busy - 1] = static_cast<double>(percent) / 100;
}

const std::vector<Field>& common_fields() {
  static const std::vector<Field> k_fields = {
      {"", "cores", [](Machine& m, auto v) { m.cores = static_cast<std::uint32_t>(v); }, {1, 65536}},
      {"", "group_cores", [](Machine& m, auto v) { m.group_cores = static_cast<std::uint32_t>(v); }, {0, 65536}},
      {"", "mhz", [](Machine& m, auto v) { m.mhz = static_cast<std::uint32_t>(v); }, {1, 100'000}},
      {"", "operation", [](Machine& m, auto v) { m.operation = v; }},
      {"line", "hit", [](Machine& m, auto v) { m.line.hit = v; }},
      {"line", "change", [](Machine& m, auto v) { m.line.change = v; }},
      {"line", "transfer", [](Machine& m, auto v) { m.line.transfer = v; }, {1, 1'000'000}},
      {"line", "transfer_far", [](Machine& m, auto v) { m.line.transfer_far = v; }, {1, 1'000'000}},
      {"line", "upgrade", [](Machine& m, auto v) { m.line.upgrade = v; }, {1, 1'000'000}},
      {"line",
       "hold_percent",
       [](Machine& m, auto v) { m.line.hold_percent = static_cast<std::uint32_t>(v); },
       {0, 100}},
      {"line",
       "chain_percent",
       [](Machine& m, auto v) { m.line.chain_percent = static_cast<std::uint32_t>(v); },
       {1, 100}},
      {"line", "overlap", [](Machine& m, auto v) { m.line.overlap = static_cast<std::uint32_t>(v); }, {1, 1000}},
      {"line",
       "store_buffer",
       [](Machine& m, auto v) { m.line.store_buffer = static_cast<std::uint32_t>(v); },
       {1, 1000}},
      {"system", "pause", [](Machine& m, auto v) { m.system.pause = v; }, {1, 1'000'000}},
      {"system", "yield", [](Machine& m, auto v) { m.system.yield = v; }, {1, 1'000'000}},
      {"system", "clock", [](Machine& m, auto v) { m.system.clock = v; }},
      {"system", "clock_of_thread", [](Machine& m, auto v) { m.system.clock_of_thread = v; }},
      {"system", "park", [](Machine& m, auto v) { m.system.park = v; }},
      {"system", "unpark", [](Machine& m, auto v) { m.system.unpark = v; }},
      {"system", "wake", [](Machine& m, auto v) { m.system.wake = v; }},
      {"system", "wake_latency", [](Machine& m, auto v) { m.system.wake_latency = v; }},
      {"system", "heavy_fence", [](Machine& m, auto v) { m.system.heavy_fence = v; }},
      {"system", "interrupt", [](Machine& m, auto v) { m.system.interrupt = v; }},
      {"system", "interrupt_latency", [](Machine& m, auto v) { m.system.interrupt_latency = v; }},
      {"system", "interrupted", [](Machine& m, auto v) { m.system.interrupted = v; }},
      {"system", "thread_start", [](Machine& m, auto v) { m.system.thread_start = v; }},
      {"smt2", "two", share<2, 2>, {100, 200}},
      {"smt4", "two", share<4, 2>, {100, 200}},
      {"smt4", "three", share<4, 3>, {100, 300}},
      {"smt4", "four", share<4, 4>, {100, 400}},
      {"memory", "nodes", [](Machine& m, auto v) { m.memory.nodes = static_cast<std::uint32_t>(v); }, {1, 64}},
      {"memory", "node_mbps", [](Machine& m, auto v) { m.memory.node_mbps = static_cast<std::uint32_t>(v); }, {1}},
      {"memory", "fast_node_mbps", [](Machine& m, auto v) { m.memory.fast_node_mbps = static_cast<std::uint32_t>(v); }},
      {"memory", "core_mbps", [](Machine& m, auto v) { m.memory.core_mbps = static_cast<std::uint32_t>(v); }, {1}},
  };
  return k_fields;
}

/// Of machines whose cores have roles.
const std::vector<Field>& role_fields() {
  static const std::vector<Field> k_fields = {
      {"message", "bytes", [](Machine& m, auto v) { m.messaging.bytes = static_cast<std::uint32_t>(v); }, {1, 65536}},
      {"message", "send", [](Machine& m, auto v) { m.messaging.send = v; }},
      {"message", "latency", [](Machine& m, auto v) { m.messaging.latency = v; }},
      {"message", "hop", [](Machine& m, auto v) { m.messaging.hop = v; }},
      {"message", "handle", [](Machine& m, auto v) { m.messaging.handle = v; }},
      {"message", "side", [](Machine& m, auto v) { m.messaging.side = static_cast<std::uint32_t>(v); }, {1, 64}},
      {"message", "neighbours", [](Machine& m, auto v) { m.messaging.neighbours = static_cast<std::uint32_t>(v); }},
      {"message", "slow_per_neighbour", [](Machine& m, auto v) { m.messaging.slow_per_neighbour = v; }},
      {"transfer", "start", [](Machine& m, auto v) { m.transfer.start = v; }},
      {"transfer",
       "piece_bytes",
       [](Machine& m, auto v) { m.transfer.piece_bytes = static_cast<std::uint32_t>(v); },
       {64}},
      {"transfer",
       "bytes_per_kcycle",
       [](Machine& m, auto v) { m.transfer.bytes_per_kcycle = static_cast<std::uint32_t>(v); },
       {1}},
      {"handler", "worker_spawn", [](Machine& m, auto v) { m.handler.worker_spawn = v; }},
      {"handler", "worker_execute", [](Machine& m, auto v) { m.handler.worker_execute = v; }},
      {"handler", "fast_worker_spawn", [](Machine& m, auto v) { m.handler.fast_worker_spawn = v; }},
      {"handler", "fast_worker_execute", [](Machine& m, auto v) { m.handler.fast_worker_execute = v; }},
      {"handler", "scheduler_spawn", [](Machine& m, auto v) { m.handler.scheduler_spawn = v; }},
      {"handler", "scheduler_execute", [](Machine& m, auto v) { m.handler.scheduler_execute = v; }},
      {"handler",
       "fast_tenths",
       [](Machine& m, auto v) { m.handler.fast_tenths = static_cast<std::uint32_t>(v); },
       {10, 1000}},
      {"handler",
       "argument_percent",
       [](Machine& m, auto v) { m.handler.argument_percent = static_cast<std::uint32_t>(v); },
       {0, 100}},
      {"handler",
       "level_percent",
       [](Machine& m, auto v) { m.handler.level_percent = static_cast<std::uint32_t>(v); },
       {0, 100}},
  };
  return k_fields;
}

const std::vector<Field>& fields() {
  static const std::vector<Field> k_fields = [] {
    std::vector<Field> all = common_fields();
    all.insert(all.end(), role_fields().begin(), role_fields().end());
    return all;
  }();
  return k_fields;
}

/// One file being read; the first thing wrong with it ends that.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  std::optional<base::Error> read(const toml::table& file, MachineFile& into) {
    if (auto wrong = known_only(file)) return wrong;
    const auto about = file["about"].value<std::string>();
    if (!about) return refuse(file, "'about' is missing", "say in a sentence which machine this is");
    into.about = *about;
    if (file.contains("smt2") && file.contains("smt4"))
      return refuse(*file.get("smt4"), "both [smt2] and [smt4]", "a core runs two threads, or four");
    for (const Field& field : fields()) {
      if (auto wrong = read(file, field, into)) return wrong;
    }
    return std::nullopt;
  }

  base::Error refuse(const toml::node& at, const std::string& what, std::string hint) const {
    return refuse(at.source().begin.line, what, std::move(hint));
  }
  base::Error refuse(toml::source_index line, const std::string& what, std::string hint) const {
    return {base::Code::file, base::quoted(path_, base::Marks::none) + ":" + std::to_string(line) + ": " + what,
            std::move(hint)};
  }

 private:
  static std::string full_name(const Field& field) {
    return *field.section == '\0' ? field.name : std::string(field.section) + "." + field.name;
  }

  static bool is_field(std::string_view section, std::string_view name) {
    for (const Field& field : fields()) {
      if (section == field.section && name == field.name) return true;
    }
    return false;
  }
  static std::string names_in(std::string_view section) {
    std::string names;
    for (const Field& field : fields()) {
      if (section == field.section) names += (names.empty() ? "" : ", ") + std::string(field.name);
    }
    return names;
  }

  std::optional<base::Error> known_only(const toml::table& file) const {
    for (const auto& [key, node] : file) {
      const std::string_view name = key.str();
      if (section_of(name) != nullptr) {
        if (!node.is_table())
          return refuse(node, base::quoted(name) + " is no section", "write [" + std::string(name) + "]");
        for (const auto& [inner, value] : *node.as_table()) {
          if (is_field(name, inner.str())) continue;
          return refuse(value, "unknown field " + base::quoted(inner.str()) + " in [" + std::string(name) + "]",
                        "expected one of " + names_in(name));
        }
      } else if (name != "about" && !is_field("", name)) {
        return refuse(node, "unknown field " + base::quoted(name),
                      "expected about, line, system, smt2, smt4, memory, message, transfer, handler, " + names_in(""));
      }
    }
    return std::nullopt;
  }

  std::optional<base::Error> read(const toml::table& file, const Field& field, MachineFile& into) const {
    const toml::table* section = *field.section == '\0' ? &file : file[field.section].as_table();
    if (section == nullptr && section_of(field.section)->optional) return std::nullopt;
    const toml::node* node = section == nullptr ? nullptr : section->get(field.name);
    const std::string name = full_name(field);
    if (node == nullptr) {
      return refuse(section == nullptr ? file : *section,
                    "'" + name + "' is missing: this cost has not been calibrated",
                    "write " + std::string(field.name) + " = {value = N, source = \"where N comes from\"}");
    }
    const toml::table* pair = node->as_table();
    const toml::node* value = pair == nullptr ? nullptr : pair->get("value");
    const toml::node* source = pair == nullptr ? nullptr : pair->get("source");
    if (value == nullptr || source == nullptr || pair->size() != 2 || !source->is_string() || !value->is_integer()) {
      return refuse(*node, "'" + name + "' is malformed",
                    "expected {value = N, source = \"where N comes from\"} with an integer N");
    }
    const std::int64_t number = value->as_integer()->get();
    if (number < 0 || static_cast<std::uint64_t>(number) < field.range.least ||
        static_cast<std::uint64_t>(number) > field.range.most) {
      return refuse(*value, "'" + name + "' is " + std::to_string(number),
                    "expected " + std::to_string(field.range.least) + " to " + std::to_string(field.range.most));
    }
    field.set(into.machine, static_cast<std::uint64_t>(number));
    const std::string& where = source->as_string()->get();
    if (where.empty()) return refuse(*source, "'" + name + "' has an empty source", "say where the number comes from");
    if (where.starts_with("guess")) into.guesses.push_back(name);
    return std::nullopt;
  }

  const std::string& path_;
};

/// The line, from 1, of a letter beyond ASCII outside of strings and comments, where TOML has none; 0: there is none.
/// toml++ 3.3 runs into what it takes for unreachable at some of them.
std::uint32_t line_of_foreign_letter(std::string_view text) {
  std::uint32_t line = 1;
  char inside = '\0';  // a quotation mark or '#': what ends at its like, or with the line
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') {
      ++line;
      inside = '\0';
    } else if (inside == '\0') {
      if ((static_cast<unsigned char>(c) & 0x80) != 0) return line;
      if (c == '"' || c == '\'' || c == '#') inside = c;
    } else if (inside == '"' && c == '\\') {
      if (at + 1 < text.size() && text[at + 1] != '\n') ++at;
    } else if (c == inside && c != '#') {
      inside = '\0';
    }
  }
  return 0;
}

}  // namespace

base::Result<MachineFile> parse_machine(std::string_view text, const std::string& path) {
  constexpr const char* k_form = "see docs/simulate.md for the form";
  Reader reader(path);
  if (const std::uint32_t line = line_of_foreign_letter(text); line != 0)
    return reader.refuse(line, "a letter that is not ASCII, outside of strings and comments", k_form);
  try {
    const toml::table parsed = toml::parse(text, path);
    MachineFile file;
    if (auto wrong = reader.read(parsed, file)) return *wrong;
    return file;
  } catch (const toml::parse_error& error) {
    return reader.refuse(error.source().begin.line, std::string(error.description()), k_form);
  } catch (const BrokenAssertion&) {
    return reader.refuse(1, "this is not TOML", k_form);
  }
}

base::Result<MachineFile> read_machine(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return base::Error{base::Code::file, "cannot read the machine file " + base::quoted(path),
                       "name one that is there: machines/*.toml come with Heddle"};
  }
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return parse_machine(text, path);
}

}  // namespace heddle::sim
