// Symbols by elfutils' libdw, opened when it is needed; see symbols.hpp. Types come from its headers at build time,
// functions from libdw.so.1.
#include "symbols.hpp"

#if __has_include(<elfutils/libdwfl.h>)

#include <dlfcn.h>
#include <elfutils/libdwfl.h>

#include <fstream>
#include <optional>

#include "elf_segments.hpp"

namespace heddle::tools {

namespace {

/// The functions of libdw.so.1 that are called here. The library stays loaded.
struct Libdw {
  decltype(&::dwfl_begin) begin;
  decltype(&::dwfl_end) end;
  decltype(&::dwfl_report_offline) report_offline;
  decltype(&::dwfl_report_end) report_end;
  decltype(&::dwfl_module_getelf) module_getelf;
  decltype(&::dwfl_module_addrname) module_addrname;
  decltype(&::dwfl_module_getsrc) module_getsrc;
  decltype(&::dwfl_lineinfo) lineinfo;
  Dwfl_Callbacks callbacks;

  /// Null when there is no libdw.so.1, or it lacks a function.
  static const Libdw* open();
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

std::optional<Libdw> open_library() {
  static char* debuginfo_path = nullptr;  // libdw's own choice
  void* const library = ::dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  Libdw table{};
  const bool complete =
      find(library, "dwfl_begin", table.begin) && find(library, "dwfl_end", table.end) &&
      find(library, "dwfl_report_offline", table.report_offline) &&
      find(library, "dwfl_report_end", table.report_end) && find(library, "dwfl_module_getelf", table.module_getelf) &&
      find(library, "dwfl_module_addrname", table.module_addrname) &&
      find(library, "dwfl_module_getsrc", table.module_getsrc) && find(library, "dwfl_lineinfo", table.lineinfo) &&
      find(library, "dwfl_build_id_find_elf", table.callbacks.find_elf) &&
      find(library, "dwfl_standard_find_debuginfo", table.callbacks.find_debuginfo) &&
      find(library, "dwfl_offline_section_address", table.callbacks.section_address);
  table.callbacks.debuginfo_path = &debuginfo_path;
  return complete ? std::optional(table) : std::nullopt;
}

const Libdw* Libdw::open() {
  static const std::optional<Libdw> library = open_library();
  return library ? &*library : nullptr;
}

class LibdwSymbols final : public Symbols {
 public:
  LibdwSymbols(const Libdw& libdw, const std::string& path)
      : libdw_(libdw), dwfl_(libdw.begin(&libdw.callbacks)), segments_(std::ifstream(path, std::ios::binary)) {
    module_ = libdw_.report_offline(dwfl_, path.c_str(), path.c_str(), -1);
    libdw_.report_end(dwfl_, nullptr, nullptr);
    if (module_ != nullptr && libdw_.module_getelf(module_, &bias_) == nullptr) module_ = nullptr;
  }
  ~LibdwSymbols() override { libdw_.end(dwfl_); }

  SourceLine at(std::uint64_t file_offset) const override {
    SourceLine place;
    const auto linked = segments_.address_of(file_offset);
    if (!linked || module_ == nullptr) return place;
    const std::uint64_t address = *linked + bias_;
    if (const char* name = libdw_.module_addrname(module_, address); name != nullptr) place.function = name;
    Dwfl_Line* const line = libdw_.module_getsrc(module_, address);
    const char* const file =
        line == nullptr ? nullptr : libdw_.lineinfo(line, nullptr, &place.line, nullptr, nullptr, nullptr);
    if (file != nullptr) place.file = file;
    return place;
  }

 private:
  const Libdw& libdw_;
  Dwfl* dwfl_;
  ElfSegments segments_;
  Dwfl_Module* module_ = nullptr;
  GElf_Addr bias_ = 0;
};

}  // namespace

std::unique_ptr<Symbols> open_by_libdw(const std::string& path) {
  const Libdw* const libdw = Libdw::open();
  return libdw == nullptr ? nullptr : std::make_unique<LibdwSymbols>(*libdw, path);
}

}  // namespace heddle::tools

#else

namespace heddle::tools {

std::unique_ptr<Symbols> open_by_libdw(const std::string&) { return nullptr; }

}  // namespace heddle::tools

#endif
