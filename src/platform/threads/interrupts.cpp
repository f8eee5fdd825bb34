// Interrupting a thread: a real-time signal that the program does not use, chosen when first wanted.
//
// The choice begins at the top, because programs that choose later begin at the bottom (SIGRTMIN + n). Should one
// install a handler for the chosen signal after all, nothing is sent any more.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <mutex>

#include "platform/threads/threads.hpp"

namespace heddle::platform {

namespace {

constinit std::atomic<int> g_signal{0};  // 0: none is chosen

// Initial-exec: a handler may not allocate.
[[gnu::tls_model("initial-exec")]] constinit thread_local Interruptible* volatile t_interruptible = nullptr;

void on_signal(int) {
  const int error = errno;  // the interrupted code's own
  if (Interruptible* target = t_interruptible) target->interrupted();
  errno = error;
}

bool is_free(int signal) noexcept {
  struct sigaction present{};
  return sigaction(signal, nullptr, &present) == 0 && (present.sa_flags & SA_SIGINFO) == 0 &&
         present.sa_handler == SIG_DFL;
}

bool is_ours(int signal) noexcept {
  struct sigaction present{};
  return sigaction(signal, nullptr, &present) == 0 && (present.sa_flags & SA_SIGINFO) == 0 &&
         present.sa_handler == on_signal;
}

bool install(int signal) noexcept {
  struct sigaction ours{};
  ours.sa_handler = on_signal;
  ours.sa_flags = SA_RESTART;
  sigemptyset(&ours.sa_mask);
  return sigaction(signal, &ours, nullptr) == 0;
}

}  // namespace

bool Threads::allow_interrupts() noexcept {
  static std::once_flag chosen;
  std::call_once(chosen, [] {
    for (int signal = SIGRTMAX; signal >= SIGRTMIN; --signal) {
      if (!is_free(signal) || !install(signal)) continue;
      g_signal = signal;
      return;
    }
  });
  return g_signal != 0;
}

int Threads::interrupt_signal() noexcept { return g_signal; }

Threads::ThreadName Threads::thread_name() noexcept {
  // The kernel's number of the thread never changes, except by fork, which leaves no loop open.
  thread_local const auto name = static_cast<ThreadName>(syscall(SYS_gettid));
  return name;
}

bool Threads::interrupt(ThreadName thread) noexcept {
  const int signal = g_signal;
  if (signal == 0 || !is_ours(signal)) return false;
  const int error = errno;
  const bool sent = syscall(SYS_tgkill, getpid(), thread, signal) == 0;
  errno = error;
  return sent;
}

void Threads::interruptible(Interruptible* target) noexcept {
  // Only this thread and its handler meet here, so the compiler alone has to keep the order.
  std::atomic_signal_fence(std::memory_order_seq_cst);
  t_interruptible = target;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace heddle::platform
