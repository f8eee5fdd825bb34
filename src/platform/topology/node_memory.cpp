// mmap and mbind; see node_memory.hpp.
#include "platform/topology/node_memory.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platform/topology/small_file.hpp"

namespace heddle::platform::topology {

namespace {

// Of the kernel's <linux/mempolicy.h>, which not every system has installed.
constexpr int k_preferred = 1;                      // MPOL_PREFERRED: strict policies end in the out-of-memory killer
constexpr unsigned long k_node_of_address = 1 | 2;  // MPOL_F_NODE | MPOL_F_ADDR

bool bind_to_node(void* memory, std::size_t bytes, unsigned node) {
  constexpr std::size_t k_bits = sizeof(unsigned long) * CHAR_BIT;
  std::vector<unsigned long> mask(node / k_bits + 1);
  mask[node / k_bits] = 1UL << node % k_bits;
  // One bit more: the kernel takes the last one for granted.
  return ::syscall(SYS_mbind, memory, bytes, k_preferred, mask.data(), mask.size() * k_bits + 1, 0) == 0;
}

}  // namespace

NodeMapping map_on_node(std::size_t bytes, std::size_t alignment, NodeNumber node) noexcept {
  if (bytes > SIZE_MAX / 2 - alignment) return {};
  const int before = errno;  // a refusal is no error of the program's
  const std::size_t mapped = bytes + alignment;
  void* const all = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  NodeMapping mapping;
  if (all != MAP_FAILED) {
    const auto first = reinterpret_cast<std::uintptr_t>(all);
    const std::uintptr_t begin = (first + alignment - 1) & ~(std::uintptr_t{alignment} - 1);
    if (begin != first) ::munmap(all, begin - first);
    if (const std::size_t behind = first + mapped - (begin + bytes); behind != 0)
      ::munmap(reinterpret_cast<void*>(begin + bytes), behind);
    mapping.memory = reinterpret_cast<void*>(begin);
    mapping.bound = node && bind_to_node(mapping.memory, bytes, *node);
  }
  errno = before;
  return mapping;
}

void unmap_from_node(void* memory, std::size_t bytes) noexcept { ::munmap(memory, bytes); }

std::optional<std::uint64_t> free_bytes_of_node(unsigned node, const Roots& roots) noexcept {
  const auto text = read_small_file(roots.nodes + "/node" + std::to_string(node) + "/meminfo");
  constexpr std::string_view k_label = "MemFree:";
  const std::size_t found = text ? text->find(k_label) : std::string::npos;
  if (found == std::string::npos) return std::nullopt;
  std::string_view rest = std::string_view(*text).substr(found + k_label.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const auto kib = take_number(rest);
  return kib ? std::optional(*kib * 1024) : std::nullopt;
}

NodeNumber node_of_page(const void* address) noexcept {
  int node = -1;
  if (::syscall(SYS_get_mempolicy, &node, nullptr, 0, const_cast<void*>(address), k_node_of_address) != 0) return {};
  return node < 0 ? NodeNumber{} : NodeNumber{static_cast<unsigned>(node)};
}

}  // namespace heddle::platform::topology
