#include "process/thread_data.hpp"

#include <link.h>

#include <algorithm>
#include <atomic>
#include <string_view>

#include "platform/threads/threads.hpp"

namespace heddle::process {
namespace {

platform::Threads::atomic<bool> told{false};

char in_this_library;

// The C library, the languages' own, sanitizers', what hwloc brings along: what they keep per thread is new in a new
// one.
constexpr std::string_view k_known[] = {"libc.so.",        "ld-linux",    "libstdc++.so.",
                                        "libgfortran.so.", "libtsan.so.", "libasan.so.",
                                        "libubsan.so.",    "liblsan.so.", "libudev.so."};

bool is_known(const char* path) noexcept {
  std::string_view name(path);
  name.remove_prefix(name.rfind('/') + 1);  // npos + 1 is 0
  return std::ranges::any_of(k_known, [name](std::string_view known) { return name.starts_with(known); });
}

// @returns 1, which ends the search, for a module with thread-local storage that may be the program's
int may_have_data(dl_phdr_info* module, std::size_t, void*) noexcept {
  bool has_storage = false;
  bool is_ours = false;
  const auto here = reinterpret_cast<ElfW(Addr)>(&in_this_library);
  for (int at = 0; at < module->dlpi_phnum; ++at) {
    const auto& segment = module->dlpi_phdr[at];
    if (segment.p_type == PT_TLS && segment.p_memsz != 0) has_storage = true;
    const ElfW(Addr) begin = module->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && here >= begin && here - begin < segment.p_memsz) is_ours = true;
  }
  return has_storage && !is_ours && !is_known(module->dlpi_name) ? 1 : 0;
}

}  // namespace

bool threads_may_have_data() noexcept {
  // order: relaxed — set before the program's first such access in a region, whose end the caller has seen.
  return told.load(std::memory_order_relaxed) || dl_iterate_phdr(may_have_data, nullptr) != 0;
}

void threads_have_data() noexcept {
  // order: relaxed — see above.
  told.store(true, std::memory_order_relaxed);
}

}  // namespace heddle::process
