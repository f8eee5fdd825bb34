// Watches the programs that run. When nothing has happened for too long, it says what is unfinished and where every
// thread of the process is, and ends the process: a test that hangs tells more than "timeout".
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/policies/random_program.hpp"

namespace heddle::test {

/// What runs now. Filled in by the thread that starts it, read by the watchdog.
struct Watched {
  std::string how;  // the command that runs it again
  std::vector<RandomProgram*> programs;
  std::vector<std::atomic<Worker*>> workers;  // by seat, once they have come
};

class Watchdog {
 public:
  explicit Watchdog(unsigned patience_seconds);
  ~Watchdog();

  /// From now until watch(nullptr) these programs must make progress.
  void watch(Watched* watched);

 private:
  void serve();
  std::uint64_t progress() const;
  [[noreturn]] void give_up() const;

  const unsigned patience_seconds_;
  std::mutex lock_;  // guards what follows
  std::condition_variable changed_;
  Watched* watched_ = nullptr;
  std::uint64_t started_ = 0;  // calls of watch(): a new program is progress
  bool over_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace heddle::test
