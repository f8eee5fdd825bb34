// The end of a process whose main thread ends early: its pool must not keep it alive (pthread_exit in main), and must
// not be dismissed while somebody uses it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "process/process.hpp"
#include "runtime/region.hpp"

namespace {
bool in_a_child = false;
}

// A child has no thread of its parent's, so LeakSanitizer would call lost what those hold.
// The name is LeakSanitizer's (sanitizer/lsan_interface.h); its library must find it.
extern "C" [[gnu::visibility("default")]] int __lsan_is_turned_off();
extern "C" int __lsan_is_turned_off() { return in_a_child ? 1 : 0; }

namespace {

using namespace heddle;
using namespace heddle::process;
using Region = runtime::Region<P>;

void region_of_three() {
  Worker& worker = runtime::current();
  const runtime::Launch launch{[](void*) {}, nullptr, 3, worker.task->environment};
  Region::open(worker, launch, [](Team& team) noexcept { team.region_front = nullptr; });
  Region::close(worker);
}

/// What the kernel says of a thread of this process: 'Z' when it has ended, and others have not.
char state_of(pid_t thread) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  char text[256] = {};
  const bool read_it = file >= 0 && read(file, text, sizeof text - 1) > 0;
  if (file >= 0) close(file);
  const char* const behind_name = read_it ? std::strrchr(text, ')') : nullptr;
  return behind_name == nullptr ? 'Z' : behind_name[2];
}

void wait_for_the_end_of_main() {
  while (state_of(getpid()) != 'Z') P::yield();
}

pthread_t start(void* (*body)(void*)) {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, body, nullptr) != 0) _exit(9);
  return thread;
}

// ThreadSanitizer does not let the child of a process with threads start any.
#if defined(__SANITIZE_THREAD__)
class TheEnd : public testing::Test {
 protected:
  void SetUp() override { GTEST_SKIP() << "a child that starts threads"; }
};
#else
class TheEnd : public testing::Test {};
#endif

/// How a process ends whose main thread does this. It is forked by a thread of its own, so that no frame of the test
/// lies below; a process that does not end lets the test run into its time limit.
int status_of(void (*main)()) {
  Process::get();
  static void (*body)();
  static int status;
  body = main;
  pthread_t forker;
  pthread_create(
      &forker, nullptr,
      [](void*) -> void* {
        const pid_t child = fork();
        if (child == 0) {
          in_a_child = true;
          body();
          pthread_exit(nullptr);
        }
        waitpid(child, &status, 0);
        return nullptr;
      },
      nullptr);
  pthread_join(forker, nullptr);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(TheEnd, comes_when_the_main_thread_ends_that_has_used_the_pool) {
  EXPECT_EQ(status_of([] { region_of_three(); }), 0);
}

TEST_F(TheEnd, comes_with_the_main_thread_when_another_has_used_the_pool_before) {
  EXPECT_EQ(status_of([] {
              pthread_join(start([](void*) -> void* {
                             region_of_three();
                             return nullptr;
                           }),
                           nullptr);
            }),
            0);
}

TEST_F(TheEnd, comes_with_the_last_thread_that_has_used_the_pool) {
  EXPECT_EQ(status_of([] {
              region_of_three();
              start([](void*) -> void* {
                region_of_three();
                wait_for_the_end_of_main();
                region_of_three();  // the pool is still there
                return nullptr;
              });
            }),
            0);
}

TEST_F(TheEnd, comes_with_a_thread_that_begins_to_use_the_pool_when_main_has_ended) {
  EXPECT_EQ(status_of([] {
              start([](void*) -> void* {
                wait_for_the_end_of_main();
                region_of_three();
                return nullptr;
              });
            }),
            0);
}

TEST_F(TheEnd, of_a_thread_is_not_the_pools_while_others_use_it) {
  EXPECT_EQ(status_of([] {
              for (int i = 0; i < 3; ++i) {
                pthread_join(start([](void*) -> void* {
                               region_of_three();
                               return nullptr;
                             }),
                             nullptr);
              }
              region_of_three();
            }),
            0);
}

// The thread that forks has used the pool, so the child begins with one that has.
TEST_F(TheEnd, of_a_child_of_a_thread_that_used_the_pool_comes_with_its_threads) {
  static int status;
  pthread_join(start([](void*) -> void* {
                 region_of_three();
                 const pid_t child = fork();
                 if (child == 0) {
                   in_a_child = true;
                   start([](void*) -> void* {
                     wait_for_the_end_of_main();
                     region_of_three();
                     return nullptr;
                   });
                   pthread_exit(nullptr);
                 }
                 waitpid(child, &status, 0);
                 return nullptr;
               }),
               nullptr);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
