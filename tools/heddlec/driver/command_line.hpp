// What a call of heddlec asks for: its own options, and the backend's words.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddlec {

struct Input {
  std::size_t word = 0;  // its place among the words
  std::string path;
  bool source = false;
  bool cxx = false;
};

struct CommandLine {
  std::string backend;             // the program that compiles
  std::vector<std::string> words;  // what it is given
  std::vector<Input> inputs;
  bool cxx = false;
  bool switches = false, discrete = false;
  bool link = true;     // makes a program
  bool passes = false;  // -E, -M: nothing to translate
  bool openmp = false;
  bool link_heddle = true;
  bool save = false, show = false, help = false, version = false, check = false, remarks = false;
  bool emit = false;
  std::string emit_file, graph, diagnostics = "text", families = "omp,oss,myrmics,heddle", myrmics_main, output;
  std::string database;               // -p
  std::vector<std::string> warnings;  // -W…heddle-…, -w, -Werror
  std::string standard;
  std::string statics;  // of --static: as LowerOptions::statics
};

/// Reads the words of a call. @returns what was wrong with them
std::optional<std::string> read_command_line(std::vector<std::string> words, CommandLine& line);

}  // namespace heddlec
