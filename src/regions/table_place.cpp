#include "regions/table_place.hpp"

#include <link.h>

#include <cstdint>

namespace heddle::regions {

namespace {

struct Program {
  std::uintptr_t base = 0;
  std::uintptr_t end = 0;
};

// The first object is the program.
int read_program(dl_phdr_info* object, std::size_t /*size*/, void* result) {
  auto& program = *static_cast<Program*>(result);
  program.base = object->dlpi_addr;
  for (int index = 0; index < object->dlpi_phnum; ++index) {
    const ElfW(Phdr)& part = object->dlpi_phdr[index];
    if (part.p_type == PT_LOAD && program.base + part.p_vaddr + part.p_memsz > program.end)
      program.end = program.base + part.p_vaddr + part.p_memsz;
  }
  return 1;
}
Program program() {
  Program found;
  ::dl_iterate_phdr(read_program, &found);
  return found;
}

constexpr std::uint64_t k_elsewhere = UINT64_MAX;

}  // namespace

void write_table(cluster::Writer& message, void** table) {
  const Program own = program();
  const auto address = reinterpret_cast<std::uintptr_t>(table);
  message.put(address >= own.base && address < own.end ? std::uint64_t{address - own.base} : k_elsewhere);
}

void** read_table(cluster::Reader& message, void** own) {
  const auto offset = message.get<std::uint64_t>();
  return offset == k_elsewhere ? own : reinterpret_cast<void**>(program().base + offset);  // NOLINT
}

}  // namespace heddle::regions
