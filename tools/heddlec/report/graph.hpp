// --graph: regions, tasks and loops with what they access, as DOT, JSON or the text of the SWITCHES translator.
#pragma once

#include <string>

#include "tools/heddlec/model.hpp"

namespace heddlec {

/// Writes in the format that the file's ending says. @returns false when the file cannot be written
bool write_graph(const Unit& unit, const std::string& path);

/// The graph as text of this format: dot, json or txt.
std::string graph_of(const Unit& unit, const std::string& format);

}  // namespace heddlec
