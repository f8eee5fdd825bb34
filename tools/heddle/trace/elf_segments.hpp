// ElfSegments: where in memory a place of an ELF file goes.
#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <istream>
#include <optional>
#include <vector>

namespace heddle::tools {

/// Whole records of a file; nothing beyond its end.
template <class Record>
std::vector<Record> elf_records(std::istream& file, std::uint64_t offset, std::uint64_t count) {
  std::vector<Record> records;
  file.clear();
  file.seekg(static_cast<std::streamoff>(offset));
  Record record;
  for (; count != 0 && file.read(reinterpret_cast<char*>(&record), sizeof record); --count) records.push_back(record);
  return records;
}

class ElfSegments {
 public:
  /// A file that is no ELF file of 64 bits has no segments.
  explicit ElfSegments(std::istream&& file) : ElfSegments(file) {}
  explicit ElfSegments(std::istream& file) {
    const auto heads = elf_records<Elf64_Ehdr>(file, 0, 1);
    if (heads.empty() || std::memcmp(heads[0].e_ident, ELFMAG, SELFMAG) != 0) return;
    if (heads[0].e_ident[EI_CLASS] != ELFCLASS64) return;
    segments_ = elf_records<Elf64_Phdr>(file, heads[0].e_phoff, heads[0].e_phnum);
    sections_ = elf_records<Elf64_Shdr>(file, heads[0].e_shoff, heads[0].e_shnum);
  }

  const std::vector<Elf64_Shdr>& sections() const noexcept { return sections_; }

  /// The address for which the file was linked.
  std::optional<std::uint64_t> address_of(std::uint64_t file_offset) const {
    for (const Elf64_Phdr& segment : segments_) {
      if (segment.p_type != PT_LOAD || file_offset < segment.p_offset) continue;
      if (file_offset - segment.p_offset < segment.p_filesz) return file_offset - segment.p_offset + segment.p_vaddr;
    }
    return std::nullopt;
  }

 private:
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace heddle::tools
