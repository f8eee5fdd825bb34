// Symbols: functions and source lines of one ELF file. From its debug information where libdw is there when the command
// runs (symbols_libdw.cpp), else from its symbol table alone (symbols_elf.cpp): the command itself needs no libdw.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace heddle::tools {

struct SourceLine {
  std::string function;  // empty: not known
  std::string file;      // source; empty: not known
  int line = 0;
};

class Symbols {
 public:
  Symbols() = default;
  virtual ~Symbols() = default;
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  /// What lies at a place in the file.
  virtual SourceLine at(std::uint64_t file_offset) const = 0;

  /// By libdw, or, with a warning that is given once, without. A file that cannot be read has no symbols.
  static std::unique_ptr<Symbols> open(const std::string& path);
};

/// By libdw; null where there is no libdw.so.1, or this build did not see its headers.
std::unique_ptr<Symbols> open_by_libdw(const std::string& path);
/// By the table of symbols; no source lines.
std::unique_ptr<Symbols> open_by_table(const std::string& path);

}  // namespace heddle::tools
