// What `heddle info` knows, gathered once; info_text.hpp and info_json.hpp show it. Single-threaded.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "omp/environment.hpp"
#include "platform/topology/machine.hpp"
#include "process/own_environment.hpp"

namespace heddle::tools {

/// Our library beside the system's libgomp.
struct Coverage {
  std::string library;  // ours
  bool library_found = false;
  std::string reference;     // libgomp; empty: none found
  std::size_t expected = 0;  // symbols of libgomp without OpenACC's
  std::vector<std::string> missing;
  std::size_t openacc_refused = 0;  // OpenACC symbols: there to refuse clearly
};

struct Info {
  platform::topology::Machine machine;  // empty label: hwloc is missing
  platform::topology::CpuSet mask;
  std::optional<unsigned> quota;
  unsigned concurrency = 1;
  bool memkind = false;
  Coverage coverage;
  std::string ocr_tree;  // what OCR programs are built against; empty: not installed
  std::vector<process::SettingReport> settings;
  std::vector<std::string> warnings;  // about this process's variables
};

Info gather_info();

/// What `heddle info --topology` prints.
std::string topology_text();

/// For a person, and for programs.
void print_text(const Info& info);
void print_json(const Info& info);

}  // namespace heddle::tools
