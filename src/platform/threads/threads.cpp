// Parking on the Linux futex: the only place of Heddle that sleeps.
#include "platform/threads/threads.hpp"

#include <cerrno>
#include <linux/futex.h>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <climits>

namespace heddle::platform {

namespace {

static_assert(sizeof(Threads::atomic<std::uint32_t>) == sizeof(std::uint32_t));  // the kernel sees the plain word

long futex(Threads::atomic<std::uint32_t>& word, int operation, std::uint32_t value) noexcept {
  const int error = errno;  // the program's own errno is not ours to change
  const long result = syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation | FUTEX_PRIVATE_FLAG, value, nullptr,
                              nullptr, 0);
  errno = error;
  return result;
}

}  // namespace

void Threads::park(atomic<std::uint32_t>& word, std::uint32_t expected) noexcept { futex(word, FUTEX_WAIT, expected); }
void Threads::unpark_one(atomic<std::uint32_t>& word) noexcept { futex(word, FUTEX_WAKE, 1); }
void Threads::unpark_all(atomic<std::uint32_t>& word) noexcept { futex(word, FUTEX_WAKE, INT_MAX); }

void Threads::yield() noexcept { sched_yield(); }

namespace {

struct Start {
  void (*main)(void*);
  void* argument;
};

void* thread_main(void* memory) {
  const Start start = *static_cast<Start*>(memory);
  delete static_cast<Start*>(memory);
  start.main(start.argument);
  return nullptr;
}

}  // namespace

bool Threads::start_thread(void (*main)(void*), void* argument, std::size_t stack_bytes) noexcept {
  auto* start = new (std::nothrow) Start{main, argument};
  if (start == nullptr) return false;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stack_bytes != 0) pthread_attr_setstacksize(&attributes, stack_bytes);
  pthread_t thread;
  const int refusal = pthread_create(&thread, &attributes, thread_main, start);
  pthread_attr_destroy(&attributes);
  if (refusal != 0) delete start;
  return refusal == 0;
}

}  // namespace heddle::platform
