// Parking on the Linux futex: the only place of Heddle that sleeps.
#include "platform/threads/threads.hpp"

#include <linux/futex.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>

namespace heddle::platform {

namespace {

static_assert(sizeof(Threads::atomic<std::uint32_t>) == sizeof(std::uint32_t));  // the kernel sees the plain word

long futex(Threads::atomic<std::uint32_t>& word, int operation, std::uint32_t value,
           const timespec* timeout = nullptr) noexcept {
  const int error = errno;  // the program's own errno is not ours to change
  const long result = syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation | FUTEX_PRIVATE_FLAG, value,
                              timeout, nullptr, 0);
  errno = error;
  return result;
}

bool membarrier(int command) noexcept {
  const int error = errno;
  const bool done = syscall(SYS_membarrier, command, 0, 0) == 0;
  errno = error;
  return done;
}

}  // namespace

// A child of fork() may have to register anew.
void Threads::heavy_fence() noexcept {
  fence(std::memory_order_seq_cst);
  if (!heavy_fences_.load(std::memory_order_relaxed)) return;
  if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED)) return;
  membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
  membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
}

void Threads::prepare_heavy_fences() noexcept {
  if (heavy_fences_.load(std::memory_order_relaxed)) return;
  if (membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)) heavy_fences_.store(true, std::memory_order_relaxed);
}

void Threads::park(atomic<std::uint32_t>& word, std::uint32_t expected) noexcept { futex(word, FUTEX_WAIT, expected); }
void Threads::unpark_one(atomic<std::uint32_t>& word) noexcept { futex(word, FUTEX_WAKE, 1); }
void Threads::unpark_all(atomic<std::uint32_t>& word) noexcept { futex(word, FUTEX_WAKE, INT_MAX); }

void Threads::park_for(atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t ns) noexcept {
  const timespec timeout{static_cast<time_t>(ns / 1'000'000'000u), static_cast<long>(ns % 1'000'000'000u)};
  futex(word, FUTEX_WAIT, expected, &timeout);
}

void Threads::yield() noexcept { sched_yield(); }

std::int32_t Threads::own_clock() noexcept {
  clockid_t clock = 0;
  return pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock : 0;
}

std::uint64_t Threads::ran_ns(std::int32_t clock) noexcept {
  timespec time{};
  if (clock == 0) return 0;
  const int error = errno;  // as in futex()
  if (clock_gettime(clock, &time) != 0) time = {};
  errno = error;
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

// The main thread's stack is asked of its limit: the C library would read /proc/self/maps for it.
const char* Threads::half_of_stack() noexcept {
  const char* const here = static_cast<const char*>(__builtin_frame_address(0));
  if (getpid() == gettid()) {
    constexpr rlim_t k_usual = 8 << 20;
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) limit.rlim_cur = k_usual;
    return here - limit.rlim_cur / 2;
  }
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return nullptr;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  return known ? static_cast<const char*>(lowest) + bytes / 2 : nullptr;
}

// Nothing is allocated for the new thread to free: its first use of the allocator would make an arena.
bool Threads::start_thread(void* (*main)(void*), void* argument, std::size_t stack_bytes) noexcept {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  constexpr std::size_t k_more_at_least = 64 << 10;
  constexpr std::size_t k_more_at_most = 4 << 20;  // address space; memory is taken when it is touched
  if (stack_bytes == 0) pthread_attr_getstacksize(&attributes, &stack_bytes);
  pthread_attr_setstacksize(&attributes, stack_bytes + std::clamp(stack_bytes, k_more_at_least, k_more_at_most));
  pthread_t thread;
  const int refusal = pthread_create(&thread, &attributes, main, argument);
  pthread_attr_destroy(&attributes);
  return refusal == 0;
}

}  // namespace heddle::platform
