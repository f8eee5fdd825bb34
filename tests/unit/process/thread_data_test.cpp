// Whether a program keeps data per thread that must outlive a region.
#include "process/thread_data.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using heddle::process::threads_have_data;
using heddle::process::threads_may_have_data;

/// What a forked child says: libraries that it loads, and what it tells, are its own.
template <class Body>
int in_child(Body body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(ThreadData, of_this_program_are_heddles_own_and_the_languages) { EXPECT_FALSE(threads_may_have_data()); }

TEST(ThreadData, there_may_be_from_the_moment_on_that_a_front_says_so) {
  EXPECT_EQ(in_child([] {
              threads_have_data();
              return threads_may_have_data() ? 7 : 8;
            }),
            7);
}

TEST(ThreadData, there_may_be_when_a_library_with_thread_local_storage_is_loaded) {
  const int answer = in_child([] {
    if (dlopen("libgomp.so.1", RTLD_NOW | RTLD_LOCAL) == nullptr) return 1;
    return threads_may_have_data() ? 7 : 8;
  });
  if (answer == 1) GTEST_SKIP() << "libgomp, which has some, is not installed";
  EXPECT_EQ(answer, 7);
}

TEST(ThreadData, a_library_without_such_storage_changes_nothing) {
  EXPECT_EQ(in_child([] {
              if (dlopen("libutil.so.1", RTLD_NOW | RTLD_LOCAL) == nullptr) return 1;
              return threads_may_have_data() ? 7 : 8;
            }),
            8);
}

TEST(ThreadData, of_a_library_of_the_languages_are_new_in_a_new_thread) {
  EXPECT_EQ(in_child([] {
              if (dlopen("libgfortran.so.5", RTLD_NOW | RTLD_LOCAL) == nullptr) return 8;
              return threads_may_have_data() ? 7 : 8;
            }),
            8);
}

}  // namespace
