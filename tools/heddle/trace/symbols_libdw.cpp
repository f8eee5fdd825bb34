// Symbols by elfutils' libdw; see symbols.hpp.
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "symbols.hpp"

namespace heddle::tools {

namespace {

struct SourceLine {
  const char* file = nullptr;
  int line = 0;
};

SourceLine line_of(Dwfl_Module* module, GElf_Addr address) {
  SourceLine found;
  if (Dwfl_Line* const line = dwfl_module_getsrc(module, address); line != nullptr) {
    found.file = dwfl_lineinfo(line, nullptr, &found.line, nullptr, nullptr, nullptr);
  }
  return found;
}

/// A child of an entry of the debug information, by tag and, unless that is null, by name.
std::optional<Dwarf_Die> child_of(Dwarf_Die& parent, int tag, const char* name) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return std::nullopt;
  do {
    const char* const own = dwarf_diename(&child);
    if (dwarf_tag(&child) != tag) continue;
    if (name == nullptr || (own != nullptr && std::string_view(own) == name)) return child;
  } while (dwarf_siblingof(&child, &child) == 0);
  return std::nullopt;
}

std::optional<Dwarf_Die> referred(Dwarf_Die& from, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Die to;
  if (dwarf_attr(&from, attribute, &found) == nullptr || dwarf_formref_die(&found, &to) == nullptr) {
    return std::nullopt;
  }
  return to;
}

/// The function that begins at an address.
std::optional<Dwarf_Die> function_at(Dwfl_Module* module, GElf_Addr address) {
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = dwfl_module_addrdie(module, address, &bias);
  Dwarf_Die* scopes = nullptr;
  const int count = unit == nullptr ? 0 : dwarf_getscopes(unit, address - bias, &scopes);
  std::optional<Dwarf_Die> function;
  for (int scope = 0; scope < count && !function; ++scope) {
    if (dwarf_tag(&scopes[scope]) == DW_TAG_subprogram) function = scopes[scope];
  }
  std::free(scopes);
  return function;
}

/// Tasks of heddle/spawn.hpp begin in run_body<Closure>(), whatever the program's body is: a lambda's type says where
/// that was written.
SourceLine line_of_body(Dwfl_Module* module, GElf_Addr address) {
  auto function = function_at(module, address);
  const char* const name = function ? dwarf_diename(&*function) : nullptr;
  if (name == nullptr || !std::string_view(name).starts_with("run_body")) return {};
  std::optional<Dwarf_Die> closure;
  while (function && !closure) {  // its parameters stand where it was declared
    closure = child_of(*function, DW_TAG_template_type_parameter, nullptr);
    auto declared = referred(*function, DW_AT_abstract_origin);
    function = declared ? declared : referred(*function, DW_AT_specification);
  }
  auto type = closure ? referred(*closure, DW_AT_type) : std::nullopt;
  auto body = type ? child_of(*type, DW_TAG_member, "body") : std::nullopt;
  type = body ? referred(*body, DW_AT_type) : std::nullopt;
  SourceLine found;
  if (!type || dwarf_decl_line(&*type, &found.line) != 0) return {};
  found.file = dwarf_decl_file(&*type);
  return found;
}

}  // namespace

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

Place Symbols::at(std::uint64_t file_offset) const {
  Place place;
  const auto address = inside_->address_of(file_offset);
  if (!address) return place;
  if (const char* name = dwfl_module_addrname(inside_->module, *address); name != nullptr) place.function = name;
  SourceLine line = line_of_body(inside_->module, *address);
  if (line.file == nullptr) line = line_of(inside_->module, *address);
  if (line.file != nullptr) place.file = line.file;
  place.line = line.line;
  return place;
}

bool Symbols::finds_lines() noexcept { return true; }

}  // namespace heddle::tools
