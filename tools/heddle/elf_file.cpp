// A reader of ELF headers, dynamic section and symbol versions; see elf_file.hpp.
#include "elf_file.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include "base/quoted.hpp"

namespace heddle::tools {

namespace {

/// The file's bytes; every look at them is checked against their end.
class Bytes {
 public:
  explicit Bytes(std::string bytes) : bytes_(std::move(bytes)) {}

  template <class Record>
  std::optional<Record> at(std::uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(Record)) return std::nullopt;
    Record record;
    std::memcpy(&record, bytes_.data() + offset, sizeof record);
    return record;
  }

  /// A zero-terminated string; empty beyond the end.
  std::string text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) return {};
    const std::size_t end = bytes_.find('\0', offset);
    return end == std::string::npos ? std::string() : bytes_.substr(offset, end - offset);
  }

  template <class Record>
  std::vector<Record> table(std::uint64_t offset, std::uint64_t count) const {
    std::vector<Record> records;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto record = at<Record>(offset + i * sizeof(Record));
      if (!record) break;
      records.push_back(*record);
    }
    return records;
  }

 private:
  std::string bytes_;
};

constexpr unsigned char k_own_order =
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? static_cast<unsigned char>(ELFDATA2LSB) : ELFDATA2MSB;

class Reader {
 public:
  Reader(const Bytes& bytes, const Elf64_Ehdr& header)
      : bytes_(bytes),
        segments_(bytes.table<Elf64_Phdr>(header.e_phoff, header.e_phnum)),
        sections_(bytes.table<Elf64_Shdr>(header.e_shoff, header.e_shnum)) {}

  std::string interpreter() const {
    for (const Elf64_Phdr& segment : segments_)
      if (segment.p_type == PT_INTERP) return bytes_.text(segment.p_offset);
    return {};
  }

  std::vector<std::string> needed() const {
    const auto entries = dynamic_entries();
    std::uint64_t strings = 0;
    for (const Elf64_Dyn& entry : entries)
      if (entry.d_tag == DT_STRTAB) strings = file_offset(entry.d_un.d_ptr);
    std::vector<std::string> names;
    for (const Elf64_Dyn& entry : entries)
      if (entry.d_tag == DT_NEEDED) names.push_back(bytes_.text(strings + entry.d_un.d_val));
    return names;
  }

  void symbols_into(ElfFile& file) const {
    const Elf64_Shdr* table = section(SHT_DYNSYM);
    if (table == nullptr || table->sh_link >= sections_.size()) return;
    const std::uint64_t strings = sections_[table->sh_link].sh_offset;
    const auto versions = version_names();
    const Elf64_Shdr* indices = section(SHT_GNU_versym);
    const auto symbols = bytes_.table<Elf64_Sym>(table->sh_offset, table->sh_size / sizeof(Elf64_Sym));
    for (std::size_t i = 1; i < symbols.size(); ++i) {
      const std::string name = bytes_.text(strings + symbols[i].st_name);
      if (symbols[i].st_shndx == SHN_UNDEF) {
        file.imported.insert(name);
        continue;
      }
      const auto index = indices ? bytes_.at<Elf64_Half>(indices->sh_offset + i * sizeof(Elf64_Half)) : std::nullopt;
      const auto version = versions.find(index ? *index & 0x7fff : 0);
      if (version == versions.end()) {
        file.exported.insert(name);
      } else if (version->second != name) {  // a version's own name is a symbol too
        file.exported.insert(name + "@" + version->second);
      }
    }
  }

 private:
  std::vector<Elf64_Dyn> dynamic_entries() const {
    for (const Elf64_Phdr& segment : segments_)
      if (segment.p_type == PT_DYNAMIC)
        return bytes_.table<Elf64_Dyn>(segment.p_offset, segment.p_filesz / sizeof(Elf64_Dyn));
    return {};
  }

  std::uint64_t file_offset(std::uint64_t address) const {
    for (const Elf64_Phdr& segment : segments_)
      if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
        return address - segment.p_vaddr + segment.p_offset;
    return 0;
  }

  const Elf64_Shdr* section(Elf64_Word type) const {
    const auto found = std::find_if(sections_.begin(), sections_.end(),
                                    [type](const Elf64_Shdr& candidate) { return candidate.sh_type == type; });
    return found == sections_.end() ? nullptr : &*found;
  }

  /// Version index to name, of the versions this file defines itself.
  std::map<int, std::string> version_names() const {
    std::map<int, std::string> names;
    const Elf64_Shdr* definitions = section(SHT_GNU_verdef);
    if (definitions == nullptr || definitions->sh_link >= sections_.size()) return names;
    const std::uint64_t strings = sections_[definitions->sh_link].sh_offset;
    std::uint64_t offset = definitions->sh_offset;
    for (Elf64_Word i = 0; i < definitions->sh_info; ++i) {
      const auto definition = bytes_.at<Elf64_Verdef>(offset);
      const auto name = definition ? bytes_.at<Elf64_Verdaux>(offset + definition->vd_aux) : std::nullopt;
      if (!name) break;
      if ((definition->vd_flags & VER_FLG_BASE) == 0)
        names.emplace(definition->vd_ndx & 0x7fff, bytes_.text(strings + name->vda_name));
      if (definition->vd_next == 0) break;  // the last; in a damaged file the number of them may be any
      offset += definition->vd_next;
    }
    return names;
  }

  const Bytes& bytes_;
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Shdr> sections_;
};

}  // namespace

bool ElfFile::needs(std::string_view library) const {
  return std::find(needed.begin(), needed.end(), library) != needed.end();
}

base::Result<ElfFile> read_elf(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    return base::Error{base::Code::file, "cannot read " + base::quoted(path), "check the path and its permissions"};
  const Bytes bytes(std::string(std::istreambuf_iterator<char>(stream), {}));

  ElfFile file;
  const auto header = bytes.at<Elf64_Ehdr>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return file;
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != k_own_order) {
    file.kind = ElfFile::Kind::other_class;
    return file;
  }
  const Reader reader(bytes, *header);
  file.kind = ElfFile::Kind::elf;
  file.interpreter = reader.interpreter();
  file.needed = reader.needed();
  reader.symbols_into(file);
  return file;
}

}  // namespace heddle::tools
