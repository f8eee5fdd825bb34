// Symbols by the file's own table of symbols; see symbols.hpp. Knows functions, no source lines.
#include <algorithm>
#include <fstream>
#include <vector>

#include "elf_segments.hpp"
#include "symbols.hpp"

namespace heddle::tools {

namespace {

struct Function {
  std::uint64_t begin;
  std::uint64_t end;
  std::string name;
};

std::string text_at(const std::vector<char>& texts, std::size_t offset) {
  if (offset >= texts.size()) return {};
  return {texts.begin() + static_cast<std::ptrdiff_t>(offset),
          std::find(texts.begin() + static_cast<std::ptrdiff_t>(offset), texts.end(), '\0')};
}

class TableSymbols final : public Symbols {
 public:
  explicit TableSymbols(const std::string& path) : file_(path, std::ios::binary), segments_(file_) {
    const auto& sections = segments_.sections();
    for (const Elf64_Shdr& section : sections) {
      if ((section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) || section.sh_link >= sections.size())
        continue;
      add(section, sections[section.sh_link]);
    }
  }

  SourceLine at(std::uint64_t file_offset) const override {
    if (const auto address = segments_.address_of(file_offset))
      for (const Function& function : functions_)
        if (*address >= function.begin && *address < function.end) return {function.name, {}, 0};
    return {};
  }

 private:
  void add(const Elf64_Shdr& section, const Elf64_Shdr& names) {
    const auto texts = elf_records<char>(file_, names.sh_offset, names.sh_size);
    const std::uint64_t count = section.sh_size / sizeof(Elf64_Sym);
    for (const Elf64_Sym& symbol : elf_records<Elf64_Sym>(file_, section.sh_offset, count)) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) continue;
      functions_.push_back({symbol.st_value, symbol.st_value + symbol.st_size, text_at(texts, symbol.st_name)});
    }
  }

  std::ifstream file_;
  ElfSegments segments_;
  std::vector<Function> functions_;
};

}  // namespace

std::unique_ptr<Symbols> open_by_table(const std::string& path) { return std::make_unique<TableSymbols>(path); }

}  // namespace heddle::tools
