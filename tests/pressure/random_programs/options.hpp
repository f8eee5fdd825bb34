// The command line of random_programs. Used by main.cpp, before any thread exists.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::test {

struct Options {
  std::vector<std::string> managers;    // names in the policy table
  std::vector<std::string> schedulers;  // the same
  std::uint32_t first_seed = 1;
  std::uint32_t last_seed = 1000;
  unsigned threads = 0;            // 0: by seed
  unsigned repeat = 1;             // runs of each program
  unsigned patience_seconds = 60;  // without progress, before the process is given up
};

/// Reads the command line; on a mistake, or when help is asked for, says so and ends the process.
Options read_options(int count, char** words);

/// The command that runs this one program again.
std::string command_again(const Options& options, const std::string& manager, const std::string& scheduler,
                          std::uint32_t seed);

}  // namespace heddle::test
