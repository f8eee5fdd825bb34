// `heddle trace` and `heddle graph`: from a raw trace to the forms that files are named for. Single-threaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "tools/heddle/report/forecast.hpp"

namespace heddle::tools {

/// What is to be written: paths whose extensions name the form.
struct OutputRequest {
  std::vector<std::string> traces;  // .json .prv .csv .svg .html .raw
  std::vector<std::string> graphs;  // .dot .gv .json
  std::size_t first = SIZE_MAX;     // tasks of graphs
  bool creation = true;             // in drawings of graphs: also who made whom
  std::string command;              // what is recorded, for a report's head; empty: not known
  Forecaster forecast = nullptr;    // what a report asks about more cores; null: nothing

  bool nothing() const noexcept { return traces.empty() && graphs.empty(); }
};

/// Why not all of it can be written, if so: an unknown extension, a folder that is missing. Asked before a program
/// runs.
std::optional<base::Error> refusal_of(const OutputRequest& wanted);

/// Writes everything; says on standard error what a damaged trace lacks. @returns what went wrong, if anything did
std::optional<base::Error> convert(const std::string& raw, const OutputRequest& wanted);

/// The same as a command of its own. @returns its exit status
int convert_command(const char* command, const std::string& raw, const OutputRequest& wanted);

}  // namespace heddle::tools
