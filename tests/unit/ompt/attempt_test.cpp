// Calls of a tool's code that crash: the caller is back, knows the signal, and finds all handlers as they were.
#include "ompt/attempt.hpp"

#include <gtest/gtest.h>

#include <signal.h>
#include <atomic>
#include <cstdlib>
#include <thread>

namespace heddle::ompt {
namespace {

TEST(OmptAttempt, a_call_that_returns_has_no_signal_and_has_done_its_work) {
  int done = 0;
  EXPECT_EQ(attempt([&] { done = 7; }), 0);
  EXPECT_EQ(done, 7);
}

TEST(OmptAttempt, each_signal_of_a_crash_is_named) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    bool went_on = false;
    EXPECT_EQ(attempt([&] {
                raise(signal);
                went_on = true;
              }),
              signal);
    EXPECT_FALSE(went_on);
  }
  EXPECT_EQ(attempt([] { std::abort(); }), SIGABRT);
}

TEST(OmptAttempt, a_crash_deep_in_calls_comes_back_as_well) {
  struct Deep {
    static void go(int levels) {
      volatile char room[256];
      room[0] = static_cast<char>(levels);
      levels == 0 ? static_cast<void>(raise(SIGSEGV)) : go(levels - 1);
      room[1] = room[0];
    }
  };
  EXPECT_EQ(attempt([] { Deep::go(100); }), SIGSEGV);
  EXPECT_EQ(attempt([] { Deep::go(5); }), SIGSEGV) << "and again";
}

std::atomic<int> handled{0};
void handle(int /*signal*/) { ++handled; }

struct sigaction handler_of(int signal) {
  struct sigaction now{};
  sigaction(signal, nullptr, &now);
  return now;
}

class Handlers {
 public:
  Handlers() {
    struct sigaction mine{};
    mine.sa_handler = handle;
    sigaction(SIGFPE, &mine, &before_);
  }
  ~Handlers() { sigaction(SIGFPE, &before_, nullptr); }

 private:
  struct sigaction before_{};
};

TEST(OmptAttempt, handlers_of_the_program_are_put_back) {
  const Handlers handlers;
  handled = 0;
  EXPECT_EQ(attempt([] {}), 0);
  EXPECT_EQ(handler_of(SIGFPE).sa_handler, handle);
  EXPECT_EQ(attempt([] { raise(SIGFPE); }), SIGFPE);
  EXPECT_EQ(handler_of(SIGFPE).sa_handler, handle);
  EXPECT_EQ(handled, 0) << "a crash of the call is not the program's";
  raise(SIGFPE);
  EXPECT_EQ(handled, 1);
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)  // which have handlers of their own
  EXPECT_EQ(handler_of(SIGSEGV).sa_handler, SIG_DFL);
#endif
}

TEST(OmptAttempt, a_handler_that_the_call_has_installed_stays) {
  const Handlers handlers;
  EXPECT_EQ(attempt([] { signal(SIGFPE, SIG_IGN); }), 0);
  EXPECT_EQ(handler_of(SIGFPE).sa_handler, SIG_IGN);
}

TEST(OmptAttempt, signals_are_not_left_blocked_behind_a_crash) {
  sigset_t before, after;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  EXPECT_EQ(attempt([] { raise(SIGSEGV); }), SIGSEGV);
  pthread_sigmask(SIG_SETMASK, nullptr, &after);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    EXPECT_EQ(sigismember(&after, signal), sigismember(&before, signal)) << signal;
}

TEST(OmptAttempt, a_signal_of_another_thread_goes_where_it_would_have_gone) {
  const Handlers handlers;
  handled = 0;
  EXPECT_EQ(attempt([] {
              std::thread other([] { raise(SIGFPE); });
              other.join();
            }),
            0);
  EXPECT_EQ(handled, 1);
}

}  // namespace
}  // namespace heddle::ompt
