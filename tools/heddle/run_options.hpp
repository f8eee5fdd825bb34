// The options of `heddle run` and `heddle report`, and where they end: at the program's name.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "run.hpp"

namespace heddle::tools {

/// As parsed.
struct RunOptions {
  RunOptions();

  std::vector<std::string> values;  // of the options that stand for an environment variable each
  int verbose = 0;
  bool verify = false;
  OutputRequest wanted;
  std::string ranks;
  bool preload = false;
  bool library_path = false;
  bool dry_run = false;
  std::string report;  // a file's name; empty: after the program's
};

CLI::App* add_run(CLI::App& app, RunOptions& options);
CLI::App* add_report(CLI::App& app, RunOptions& options);

/// A command line, cut where the program that `heddle run` or `report` is to start begins: what follows is the
/// program's own and must not be looked at.
struct CommandLine {
  std::vector<std::string> ours;
  std::vector<std::string> command;
};
CommandLine cut(std::vector<std::string> words);

/// Each returns the exit status.
int run_command(const RunOptions& options, std::vector<std::string> command);
int report_command(RunOptions options, std::vector<std::string> command);

}  // namespace heddle::tools
