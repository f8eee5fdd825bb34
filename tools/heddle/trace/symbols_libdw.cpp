// Symbols by elfutils' libdw; see symbols.hpp.
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <optional>

#include "symbols.hpp"

namespace heddle::tools {

struct Symbols::Inside {
  explicit Inside(const std::string& path) : dwfl(dwfl_begin(&k_callbacks)) {
    module = dwfl_report_offline(dwfl, path.c_str(), path.c_str(), -1);
    dwfl_report_end(dwfl, nullptr, nullptr);
  }
  ~Inside() { dwfl_end(dwfl); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

  std::optional<GElf_Addr> address_of(std::uint64_t file_offset) const {
    GElf_Addr bias = 0;
    Elf* const elf = module == nullptr ? nullptr : dwfl_module_getelf(module, &bias);
    std::size_t count = 0;
    if (elf == nullptr || elf_getphdrnum(elf, &count) != 0) return std::nullopt;
    for (std::size_t index = 0; index < count; ++index) {
      GElf_Phdr segment;
      if (gelf_getphdr(elf, static_cast<int>(index), &segment) == nullptr || segment.p_type != PT_LOAD) continue;
      if (file_offset >= segment.p_offset && file_offset - segment.p_offset < segment.p_filesz)
        return file_offset - segment.p_offset + segment.p_vaddr + bias;
    }
    return std::nullopt;
  }

  static char* debuginfo_path;
  static const Dwfl_Callbacks k_callbacks;
  Dwfl* dwfl;
  Dwfl_Module* module = nullptr;
};

char* Symbols::Inside::debuginfo_path = nullptr;
const Dwfl_Callbacks Symbols::Inside::k_callbacks = {.find_elf = dwfl_build_id_find_elf,
                                                     .find_debuginfo = dwfl_standard_find_debuginfo,
                                                     .section_address = dwfl_offline_section_address,
                                                     .debuginfo_path = &debuginfo_path};

Symbols::Symbols(const std::string& path) : inside_(std::make_unique<Inside>(path)) {}
Symbols::~Symbols() = default;

SourceLine Symbols::at(std::uint64_t file_offset) const {
  SourceLine place;
  const auto address = inside_->address_of(file_offset);
  if (!address) return place;
  if (const char* name = dwfl_module_addrname(inside_->module, *address); name != nullptr) place.function = name;
  Dwfl_Line* const line = dwfl_module_getsrc(inside_->module, *address);
  const char* const file =
      line == nullptr ? nullptr : dwfl_lineinfo(line, nullptr, &place.line, nullptr, nullptr, nullptr);
  if (file != nullptr) place.file = file;
  return place;
}

bool Symbols::finds_lines() noexcept { return true; }

}  // namespace heddle::tools
