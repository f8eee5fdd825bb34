// Which sanitizer wants to be told when a thread goes on with another stack: HEDDLE_ASAN_FIBERS or HEDDLE_TSAN_FIBERS,
// and the functions to tell it. For the sources of fibers alone.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define HEDDLE_ASAN_FIBERS 1
#elif defined(__SANITIZE_THREAD__)
#define HEDDLE_TSAN_FIBERS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEDDLE_ASAN_FIBERS 1
#elif __has_feature(thread_sanitizer)
#define HEDDLE_TSAN_FIBERS 1
#endif
#endif

#if defined(HEDDLE_ASAN_FIBERS)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif defined(HEDDLE_TSAN_FIBERS)
#include <sanitizer/tsan_interface.h>
#endif
