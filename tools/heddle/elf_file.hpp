// What an ELF file says about itself: how it is loaded, what it needs, what it exports. 64-bit files of this machine's
// byte order; anything damaged is an error, never a crash. Single-threaded.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace heddle::tools {

struct ElfFile {
  enum class Kind { not_elf, other_class, elf };

  Kind kind = Kind::not_elf;
  std::string interpreter;          // the dynamic loader; empty: statically linked, or a library
  std::vector<std::string> needed;  // DT_NEEDED, in order
  std::set<std::string> exported;   // defined dynamic symbols as "name@VERSION", "name" where they have no version
  std::set<std::string> imported;   // undefined dynamic symbols, names only

  bool needs(std::string_view library) const;
};

base::Result<ElfFile> read_elf(const std::string& path);

}  // namespace heddle::tools
