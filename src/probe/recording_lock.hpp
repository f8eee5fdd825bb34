// The recording's lock: a std::mutex of which clang knows what it guards (-Wthread-safety). The locks of `sync` are on
// this room's own floor.
#pragma once

#include <mutex>

#include "base/thread_safety.hpp"

namespace heddle::probe {

class HEDDLE_CAPABILITY("mutex") RecordingLock {
 public:
  void lock() noexcept HEDDLE_ACQUIRE() HEDDLE_NO_THREAD_SAFETY_ANALYSIS { mutex_.lock(); }
  void unlock() noexcept HEDDLE_RELEASE() HEDDLE_NO_THREAD_SAFETY_ANALYSIS { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

/// Holds it for a scope.
class HEDDLE_SCOPED_CAPABILITY RecordingGuard {
 public:
  explicit RecordingGuard(RecordingLock& lock) noexcept HEDDLE_ACQUIRE(lock) : lock_(lock) { lock_.lock(); }
  ~RecordingGuard() HEDDLE_RELEASE() { lock_.unlock(); }
  RecordingGuard(const RecordingGuard&) = delete;
  RecordingGuard& operator=(const RecordingGuard&) = delete;

 private:
  RecordingLock& lock_;
};

}  // namespace heddle::probe
