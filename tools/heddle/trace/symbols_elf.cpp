// Symbols by the file's own table of symbols; see symbols.hpp. Knows functions, no source lines.
#include <elf.h>
#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "symbols.hpp"

namespace heddle::tools {

namespace {

struct Function {
  std::uint64_t begin;
  std::uint64_t end;
  std::string name;
};

/// Whole records of a file that was read; nothing beyond its end.
template <class Record>
std::vector<Record> table(const std::string& bytes, std::uint64_t offset, std::uint64_t count) {
  std::vector<Record> records;
  for (; count != 0 && offset <= bytes.size() && bytes.size() - offset >= sizeof(Record); --count) {
    Record record;
    std::memcpy(&record, bytes.data() + offset, sizeof record);
    records.push_back(record);
    offset += sizeof record;
  }
  return records;
}

std::string text_at(const std::string& bytes, std::uint64_t offset) {
  const std::size_t end = offset < bytes.size() ? bytes.find('\0', offset) : std::string::npos;
  return end == std::string::npos ? std::string() : bytes.substr(offset, end - offset);
}

}  // namespace

struct Symbols::Inside {
  explicit Inside(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    const auto heads = table<Elf64_Ehdr>(bytes, 0, 1);
    if (heads.empty() || std::memcmp(heads[0].e_ident, ELFMAG, SELFMAG) != 0) return;
    if (heads[0].e_ident[EI_CLASS] != ELFCLASS64) return;
    segments = table<Elf64_Phdr>(bytes, heads[0].e_phoff, heads[0].e_phnum);
    const auto sections = table<Elf64_Shdr>(bytes, heads[0].e_shoff, heads[0].e_shnum);
    for (const Elf64_Shdr& section : sections) {
      if ((section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM) || section.sh_link >= sections.size())
        continue;
      add(bytes, section, sections[section.sh_link].sh_offset);
    }
  }

  void add(const std::string& bytes, const Elf64_Shdr& section, std::uint64_t strings) {
    for (const Elf64_Sym& symbol : table<Elf64_Sym>(bytes, section.sh_offset, section.sh_size / sizeof(Elf64_Sym))) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0) continue;
      functions.push_back(
          {symbol.st_value, symbol.st_value + symbol.st_size, text_at(bytes, strings + symbol.st_name)});
    }
  }

  std::vector<Elf64_Phdr> segments;
  std::vector<Function> functions;
};

Symbols::Symbols(const std::string& path) : inside_(std::make_unique<Inside>(path)) {}
Symbols::~Symbols() = default;

SourceLine Symbols::at(std::uint64_t file_offset) const {
  for (const Elf64_Phdr& segment : inside_->segments) {
    if (segment.p_type != PT_LOAD || file_offset < segment.p_offset) continue;
    if (file_offset - segment.p_offset >= segment.p_filesz) continue;
    const std::uint64_t address = file_offset - segment.p_offset + segment.p_vaddr;
    for (const Function& function : inside_->functions)
      if (address >= function.begin && address < function.end) return {function.name, {}, 0};
  }
  return {};
}

bool Symbols::finds_lines() noexcept { return false; }

}  // namespace heddle::tools
