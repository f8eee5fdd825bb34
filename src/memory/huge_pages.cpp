// The wish for huge pages, in Linux's words.
#include "memory/huge_pages.hpp"

#include <sys/mman.h>

#include <cerrno>

namespace heddle::memory {

void prefer_huge_pages(void* memory, std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  const int before = errno;  // a refusal is no error of the program's
  if (madvise(memory, bytes, MADV_HUGEPAGE) != 0) errno = before;
#else
  static_cast<void>(memory);
  static_cast<void>(bytes);
#endif
}

}  // namespace heddle::memory
