// Parking on the Linux futex: the only place of Heddle that sleeps.
#include "platform/threads/threads.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <climits>

namespace heddle::platform {

namespace {

static_assert(sizeof(Threads::atomic<std::uint32_t>) == sizeof(std::uint32_t));  // the kernel sees the plain word

long futex(Threads::atomic<std::uint32_t>& word, int operation, std::uint32_t value) noexcept {
  return syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation | FUTEX_PRIVATE_FLAG, value, nullptr,
                 nullptr, 0);
}

}  // namespace

void Threads::park(atomic<std::uint32_t>& word, std::uint32_t expected) noexcept { futex(word, FUTEX_WAIT, expected); }
void Threads::unpark_one(atomic<std::uint32_t>& word) noexcept { futex(word, FUTEX_WAKE, 1); }
void Threads::unpark_all(atomic<std::uint32_t>& word) noexcept { futex(word, FUTEX_WAKE, INT_MAX); }

}  // namespace heddle::platform
