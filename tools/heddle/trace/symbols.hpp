// Symbols: functions and source lines of one ELF file. Made from its debug information where libdw is installed
// (symbols_libdw.cpp), else from its symbol table alone (symbols_elf.cpp).
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
  /// A file that cannot be read has no symbols.
  explicit Symbols(const std::string& path);
  ~Symbols();
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  /// What lies at a place in the file.
  SourceLine at(std::uint64_t file_offset) const;

  /// Whether this build of the command can find source lines.
  static bool finds_lines() noexcept;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace heddle::tools
