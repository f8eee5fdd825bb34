#include "ompt/attempt.hpp"

#include <csetjmp>
#include <csignal>
#include <iterator>

namespace heddle::ompt {

namespace {

constexpr int k_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr int k_count = std::size(k_signals);

struct sigaction before[k_count];             // while an attempt is made
thread_local sigjmp_buf* way_back = nullptr;  // of the thread that makes it

void put_back(int index) noexcept { sigaction(k_signals[index], &before[index], nullptr); }

void crashed(int signal, siginfo_t* how, void* /*context*/) {
  if (way_back != nullptr) siglongjmp(*way_back, signal);
  for (int index = 0; index < k_count; ++index)
    if (k_signals[index] == signal) put_back(index);
  const bool sent = how->si_code <= 0;  // by abort(), raise() or kill()
  if (sent) raise(signal);              // others happen again, as what caused them is still there
}

void install() noexcept {
  struct sigaction ours{};
  ours.sa_sigaction = crashed;
  ours.sa_flags = SA_NODEFER | SA_SIGINFO;
  for (int index = 0; index < k_count; ++index) sigaction(k_signals[index], &ours, &before[index]);
}

void uninstall() noexcept {
  for (int index = 0; index < k_count; ++index) {
    struct sigaction now{};
    sigaction(k_signals[index], nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == crashed) put_back(index);
  }
}

}  // namespace

int attempt(void (*function)(void*), void* argument) noexcept {
  sigjmp_buf here;
  install();
  const int signal = sigsetjmp(here, 1);
  if (signal == 0) {
    way_back = &here;
    function(argument);
  }
  way_back = nullptr;
  uninstall();
  return signal;
}

}  // namespace heddle::ompt
