// A thread of no team that fulfils the events handed to it, soon and in no particular order.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/unit/policies/random_program.hpp"

namespace heddle::test {

/// Handing over: any thread. Made and destroyed by the thread that owns `engine`, while no program runs.
class OutsideThread final : public Outside {
 public:
  explicit OutsideThread(Engine& engine) : thread_([this, &engine] { serve(engine); }) {}
  ~OutsideThread() {
    {
      const std::lock_guard guard(lock_);
      over_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }

  void hand_over(Node& node) override {
    {
      const std::lock_guard guard(lock_);
      waiting_.push_back(&node);
    }
    changed_.notify_one();
  }

 private:
  void serve(Engine& engine) {
    engine.enter();
    std::unique_lock guard(lock_);
    for (;;) {
      changed_.wait(guard, [this] { return over_ || !waiting_.empty(); });
      if (waiting_.empty()) break;
      Node& node = *waiting_.back();
      waiting_.pop_back();
      guard.unlock();
      RandomProgram::complete_outside(node);
      guard.lock();
    }
    guard.unlock();
    engine.leave();
  }

  std::mutex lock_;  // guards what follows
  std::condition_variable changed_;
  std::vector<Node*> waiting_;
  bool over_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace heddle::test
