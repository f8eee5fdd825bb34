#include "regions/table_place.hpp"

#include <link.h>

#include <cstdint>

namespace heddle::regions {

namespace {

/// The program, whose name is empty, or a library.
struct Object {
  std::string name;
  std::uintptr_t base = 0;
};
struct Search {
  std::uintptr_t address;  // in which it lies; 0: by name
  Object object;
  bool found = false;
};

bool holds(const dl_phdr_info& object, std::uintptr_t address) noexcept {
  for (int index = 0; index < object.dlpi_phnum; ++index) {
    const ElfW(Phdr)& part = object.dlpi_phdr[index];
    const std::uintptr_t begin = object.dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && address >= begin && address - begin < part.p_memsz) return true;
  }
  return false;
}

int look(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  auto& search = *static_cast<Search*>(result);
  const char* const name = object->dlpi_name == nullptr ? "" : object->dlpi_name;
  search.found = search.address != 0 ? holds(*object, search.address) : search.object.name == name;
  if (!search.found) return 0;
  search.object = {name, object->dlpi_addr};
  return 1;
}

Search search_address(void** table) {
  Search search{reinterpret_cast<std::uintptr_t>(table), {}};
  ::dl_iterate_phdr(look, &search);
  return search;
}

}  // namespace

bool is_everywhere(void** table) { return search_address(table).found; }

void write_table(cluster::Writer& message, void** table) {
  const Search search = search_address(table);
  message.put_text(search.found ? search.object.name.c_str() : nullptr);
  message.put(std::uint64_t{search.address - search.object.base});
}

void** read_table(cluster::Reader& message, void** own, std::string& library) {
  Search search{0, {}};
  const bool everywhere = message.get_text(search.object.name);
  const auto offset = message.get<std::uint64_t>();
  if (!everywhere) return own;
  library = search.object.name;
  ::dl_iterate_phdr(look, &search);
  return search.found ? reinterpret_cast<void**>(search.object.base + offset) : nullptr;  // NOLINT
}

}  // namespace heddle::regions
