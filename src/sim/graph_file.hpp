// Graph files: what `heddle run --graph FILE.json` writes (docs/tracing.md), as a program to be replayed. Read
// strictly: what is malformed, unknown, or contradicts itself is refused with its place.
//
// The threads' own code: of each parallel region the one thread that creates tasks is played, one region after another.
// Regions without tasks keep the shares that their threads had. What cannot be played is refused, what is left out
// said.
#pragma once

#include <string>
#include <string_view>

#include "base/error.hpp"
#include "sim/program.hpp"

namespace heddle::sim {

base::Result<Program> read_graph(const std::string& path);
/// The same of a text; `path` is for messages.
base::Result<Program> parse_graph(std::string_view text, const std::string& path);

}  // namespace heddle::sim
