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
