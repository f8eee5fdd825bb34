// Names for clang's thread-safety attributes (-Wthread-safety): which lock guards what, checked by the compiler.
// Other compilers see nothing.
#pragma once

#if defined(__clang__)
#define HEDDLE_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
#define HEDDLE_THREAD_SAFETY(attribute)
#endif

#define HEDDLE_CAPABILITY(name) HEDDLE_THREAD_SAFETY(capability(name))
#define HEDDLE_SCOPED_CAPABILITY HEDDLE_THREAD_SAFETY(scoped_lockable)
#define HEDDLE_GUARDED_BY(lock) HEDDLE_THREAD_SAFETY(guarded_by(lock))
#define HEDDLE_REQUIRES(...) HEDDLE_THREAD_SAFETY(requires_capability(__VA_ARGS__))
#define HEDDLE_EXCLUDES(...) HEDDLE_THREAD_SAFETY(locks_excluded(__VA_ARGS__))
#define HEDDLE_ACQUIRE(...) HEDDLE_THREAD_SAFETY(acquire_capability(__VA_ARGS__))
#define HEDDLE_RELEASE(...) HEDDLE_THREAD_SAFETY(release_capability(__VA_ARGS__))
#define HEDDLE_TRY_ACQUIRE(...) HEDDLE_THREAD_SAFETY(try_acquire_capability(__VA_ARGS__))
#define HEDDLE_NO_THREAD_SAFETY_ANALYSIS HEDDLE_THREAD_SAFETY(no_thread_safety_analysis)
