// Asks the system to back memory by huge pages: filling a large slab then costs one page fault in 2 MiB, not 512.
#pragma once

#include <cstddef>

namespace heddle::memory {

/// What x86-64 and AArch64 (with pages of 4 KiB) map at once.
inline constexpr std::size_t k_huge_page_bytes = std::size_t{2} * 1024 * 1024;

/// A wish: where the system knows no huge pages, or has none, nothing changes. `memory` is aligned to one.
void prefer_huge_pages(void* memory, std::size_t bytes) noexcept;

}  // namespace heddle::memory
