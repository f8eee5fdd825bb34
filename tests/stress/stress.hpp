// Real threads for stress tests: start together, work for a bounded time, and report through atomics.
#pragma once

#include <chrono>
#include <functional>
#include <latch>
#include <thread>
#include <vector>

namespace heddle::stress {

inline constexpr std::chrono::milliseconds k_duration{600};  // per test; eight of them stay below a few seconds

class Deadline {
 public:
  bool over() const { return std::chrono::steady_clock::now() >= end_; }

 private:
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + k_duration;
};

/// Runs body(0) … body(count - 1) on threads of their own, all let go at the same moment; returns when all have ended.
inline void run_together(int count, const std::function<void(int)>& body) {
  std::latch start(count);
  std::vector<std::jthread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      body(i);
    });
  }
}

}  // namespace heddle::stress
