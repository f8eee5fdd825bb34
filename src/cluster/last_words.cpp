// What a rank says that dies: launchers end the job, without saying in what.
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <iterator>

#include "base/message.hpp"
#include "cluster/ranks.hpp"

namespace heddle::cluster {

namespace {

struct Running {
  const char* file = nullptr;
  int line = 0;
};
thread_local Running running;

char who[320];  // "rank 1 on host", for handlers of signals

constexpr int k_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
std::uint32_t unhandled = 0;  // a bit for each of these

// Async-signal-safe but for snprintf, which takes no lock for these formats.
void tell_signal(int signal) noexcept {
  char line[1024];
  const int length =
      running.file == nullptr
          ? std::snprintf(line, sizeof line, "heddle: error: %s: killed by signal %d (SIG%s), outside of tasks\n", who,
                          signal, ::sigabbrev_np(signal))
          : std::snprintf(line, sizeof line, "heddle: error: %s: killed by signal %d (SIG%s) in the task of %s:%d\n",
                          who, signal, ::sigabbrev_np(signal), running.file, running.line);
  if (length > 0) {
    const auto bytes =
        static_cast<std::size_t>(length) < sizeof line ? static_cast<std::size_t>(length) : sizeof line - 1;
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line, bytes);
  }
  // As it would have ended: SA_RESETHAND has put the default back.
  ::raise(signal);
}

}  // namespace

void note_running(const char* file, int line) noexcept { running = {file, line}; }

void look_at_signals() noexcept {
  for (std::size_t index = 0; index < std::size(k_signals); ++index) {
    struct sigaction now{};
    if (::sigaction(k_signals[index], nullptr, &now) != 0) continue;
    if ((now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_DFL) unhandled |= 1U << index;
  }
}

void watch_deaths(const Ranks& ranks) noexcept {
  std::snprintf(who, sizeof who, "rank %u on %s", ranks.rank(), ranks.host().c_str());
  for (std::size_t index = 0; index < std::size(k_signals); ++index) {
    const int signal = k_signals[index];
    if ((unhandled >> index & 1) == 0) continue;
    struct sigaction ours{};
    ours.sa_handler = tell_signal;
    ours.sa_flags = static_cast<int>(SA_RESETHAND) | SA_NODEFER | SA_ONSTACK;
    (void)::sigaction(signal, &ours, nullptr);
  }
}

}  // namespace heddle::cluster
