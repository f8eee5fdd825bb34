// Machine files: what a machine costs, in TOML, each number with where it comes from. Read strictly: a field that is
// unknown, missing, malformed or out of range is refused with its place; nothing is guessed.
//
//   about = "what it is"
//   cores = {value = 64, source = "where this number stands"}
//   [line]
//   transfer = {value = 110, source = "..."}
#pragma once

#include <string>
#include <vector>

#include "base/error.hpp"
#include "platform/sim/machine.hpp"

namespace heddle::sim {

struct MachineFile {
  std::string about;
  platform::sim::Machine machine;
  std::vector<std::string> guesses;  // fields whose source begins with "guess"
};

base::Result<MachineFile> read_machine(const std::string& path);
/// The same of a text; `path` is for messages.
base::Result<MachineFile> parse_machine(std::string_view text, const std::string& path);

}  // namespace heddle::sim
