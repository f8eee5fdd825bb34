#include "front/ocr/arguments.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "base/message.hpp"
#include "base/quoted.hpp"
#include "base/trust.hpp"
#include "memory/fast_nodes.hpp"
#include "process/localities.hpp"
#include "process/process.hpp"
#include "process/settings.hpp"

namespace heddle::ocr::door {

namespace {

using process::P;

constexpr unsigned k_most_workers = 4096;

std::optional<unsigned> number(const char* text, unsigned least, unsigned most) {
  char* end = nullptr;
  errno = 0;
  const unsigned long value = std::strtoul(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0 || text[0] == '-' || value < least || value > most) return {};
  return static_cast<unsigned>(value);
}

// A variable of ours; a wrong one is named, and does not count.
std::optional<unsigned> variable(const char* name, unsigned least, unsigned most, const char* instead) {
  const char* const text = base::variable(name);
  if (text == nullptr || text[0] == '\0') return {};
  const auto value = number(text, least, most);
  if (!value)
    base::warn({name, "=", base::Quoted(text), " is no number from ", std::to_string(least), " to ",
                std::to_string(most), "; ", instead});
  return value;
}

// memkind's variable.
std::vector<unsigned> fast_nodes() {
  const char* const text = base::variable("MEMKIND_HBW_NODES");
  if (text == nullptr || text[0] == '\0') return {};
  if (const auto nodes = memory::parse_nodes(text)) {
    const auto& memories = process::localities().memories;
    const auto is_there = [&](unsigned node) {
      return std::ranges::find(memories, node, &platform::topology::LocalMemory::number) != memories.end();
    };
    if (std::ranges::any_of(*nodes, is_there)) return *nodes;
    base::warn({"MEMKIND_HBW_NODES=", base::Quoted(text),
                " names no node of this machine (heddle info --topology); it does not count"});
    return {};
  }
  base::warn({"MEMKIND_HBW_NODES=", base::Quoted(text), " is no list of nodes as 4-7,9; it does not count"});
  return {};
}

// How many workers the list of a section [PolicyDomainInst0] names: "worker = 0-7", "0,2,4".
std::optional<unsigned> workers_in(std::ifstream& file) {
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    line.erase(std::remove_if(line.begin(), line.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
               line.end());
    if (line.starts_with('[')) inside = line.starts_with("[PolicyDomainInst0]");
    if (!inside || !line.starts_with("worker=")) continue;
    unsigned count = 0;
    for (std::size_t at = std::strlen("worker="); at < line.size();) {
      const std::size_t comma = std::min(line.find(',', at), line.size());
      unsigned first = 0;
      unsigned last = 0;
      const std::string part = line.substr(at, comma - at);
      const int read = std::sscanf(part.c_str(), "%u-%u", &first, &last);
      if (read < 1) return {};
      if (read == 1) last = first;
      if (last < first || last - first >= k_most_workers) return {};
      count += last - first + 1;
      if (count > k_most_workers) return {};
      at = comma + 1;
    }
    return count;
  }
  return {};
}

// On a machine with several localities EDTs stay where they belong, unless the user has chosen a scheduler.
void choose_scheduler() {
  if (process::localities().all.size() < 2 || process::own_settings().is_given(process::OwnSetting::scheduler)) return;
  runtime::Runtime<P>& engine = *process::Process::get().runtime;
  runtime::Settings settings = engine.settings();
  settings.scheduler = "numa";
  settings.localities = process::cpus_of_localities();
  (void)engine.configure(settings);  // once threads run, it is what it is
}

constexpr const char* k_help =
    "OCR on Heddle. Arguments that are OCR's, in front of or among the program's own:\n"
    "  -ocr:cfg FILE   a configuration; of it the list of workers counts ([PolicyDomainInst0] worker = 0-7)\n"
    "  -ocr:version    which OCR this is\n"
    "  -ocr:help       this text\n"
    "Environment: HEDDLE_OCR_WORKERS, OCR_CONFIG (a configuration), OMP_NUM_THREADS, in this order.\n";

}  // namespace

Arguments::Arguments(int count, char** values) {
  for (int at = 0; at < count; ++at) {
    if (std::strcmp(values[at], "-ocr:cfg") == 0) {
      if (at + 1 == count) {
        base::warn({"-ocr:cfg wants the name of a file behind it; it is left out"});
      } else {
        file_ = values[++at];
      }
    } else if (std::strcmp(values[at], "-ocr:help") == 0) {
      std::fputs(k_help, stdout);
      answered_ = true;
    } else if (std::strcmp(values[at], "-ocr:version") == 0) {
      std::puts("OCR 1.2.0, on Heddle");
      answered_ = true;
    } else {
      values_.push_back(values[at]);
    }
  }
  values_.push_back(nullptr);
  if (!answered_) find_settings();
}

Arguments::Arguments(const char* file) : values_{nullptr}, file_(file) { find_settings(); }

void Arguments::find_settings() {
  (void)process::Process::get();
  const char* const file = file_ != nullptr ? file_ : base::variable("OCR_CONFIG");
  if (file != nullptr && file[0] != '\0') {
    std::ifstream stream(file);
    std::optional<unsigned> found;
    if (!stream) {
      base::warn(
          {"OCR's configuration ", base::Quoted(file), " cannot be read: ", std::strerror(errno), "; none is used"});
    } else if (found = workers_in(stream); !found) {
      base::warn({"OCR's configuration ", base::Quoted(file),
                  " has no list of workers ([PolicyDomainInst0] worker = 0-7); as many are used as without it"});
    }
    if (found) settings_.workers = *found;
  }
  if (const auto workers = variable("HEDDLE_OCR_WORKERS", 1, k_most_workers, "as many are used as without it"))
    settings_.workers = *workers;
  choose_scheduler();
  settings_.memory = process::own_settings().ocr_memory;
  settings_.spill = process::own_settings().ocr_spill;
  settings_.fast_nodes = fast_nodes();
  settings_.verify = process::own_settings().verify;
  constexpr unsigned k_most_spares = 4096;
  if (const auto spares = variable("HEDDLE_OCR_SPARES", 0, k_most_spares, "256 is used")) settings_.spares = *spares;
  settings_.patience_ms = process::Process::get().runtime->settings().patience_ns / 1'000'000;
}

}  // namespace heddle::ocr::door
