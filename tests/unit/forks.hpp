// What a test may ask of fork() under a sanitizer.
#pragma once

#include <gtest/gtest.h>

/// For tests that fork while other threads allocate. GCC 12's AddressSanitizer does not take the locks of its allocator
/// for fork(): one that another thread holds just then stays locked in the child, which waits for it for ever.
#if defined(__SANITIZE_ADDRESS__)
#define HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS() \
  GTEST_SKIP() << "AddressSanitizer leaves its allocator locked in a child of fork()"
#else
#define HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS() static_cast<void>(0)
#endif

/// For tests whose forked child starts threads: ThreadSanitizer ends such a child.
#if defined(__SANITIZE_THREAD__)
#define HEDDLE_SKIP_IF_CHILDREN_START_NO_THREADS() \
  GTEST_SKIP() << "ThreadSanitizer lets the child of fork() start no threads"
#else
#define HEDDLE_SKIP_IF_CHILDREN_START_NO_THREADS() static_cast<void>(0)
#endif
