// A raw trace (format/trace.hpp) in memory, sorted by process and worker. Damaged files give what is good in them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "format/trace.hpp"

namespace heddle::tools {

/// Part of a file as it lay in a process's memory: a line of /proc/self/maps.
struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t offset = 0;  // in the file
  std::string file;
};

struct TracedWorker {
  std::size_t process = 0;  // index in RawTrace::processes
  std::uint32_t id = 0;
  std::uint32_t thread = 0;
  std::vector<format::Record> records;  // at least one; in the order of time
};

struct TracedProcess {
  std::uint32_t pid = 0;
  format::ProcessStart start;
  std::vector<Mapping> mappings;
  std::map<std::uint64_t, std::string> texts;  // what addresses in its records mean
  bool ended = false;                          // in order, so nothing is missing
};

struct RawTrace {
  std::vector<TracedProcess> processes;
  std::vector<TracedWorker> workers;
  std::string flaw;  // a sentence about what is missing; empty: nothing

  std::uint64_t first_ns() const noexcept;
  std::uint64_t last_ns() const noexcept;
};

/// Whether a file begins as raw traces do.
bool is_raw_trace(const std::string& path);
/// Refuses what is no trace of this version, and a trace without a record.
base::Result<RawTrace> read_raw_trace(const std::string& path);
/// The same of a file's bytes; errors name `path`.
base::Result<RawTrace> parse_raw_trace(std::span<const std::byte> bytes, const std::string& path);

}  // namespace heddle::tools
