// An ordinary variable of a model: not atomic, so two accesses of which one writes must be ordered by happens-before.
// An unordered pair is a data race and ends the run. Accesses are no steps: without a race their order cannot matter.
#pragma once

#include <array>
#include <utility>

#include "platform/check/engine.hpp"

namespace heddle::platform::check {

class RaceDetector {
 public:
  void on_read() {
    Engine& engine = Engine::current();
    check_ordered(writer_, written_, "read after an unordered write");
    read_[engine.self()] = now();
  }

  void on_write() {
    check_ordered(writer_, written_, "two unordered writes");
    for (ThreadId reader = 0; reader < k_max_threads; ++reader) {
      check_ordered(reader, read_[reader], "written after an unordered read");
    }
    writer_ = Engine::current().self();
    written_ = now();
  }

 private:
  // An access belongs to the thread's next step: what the last one released does not cover it.
  static Clock now() {
    Engine& engine = Engine::current();
    return engine.view().clocks[engine.self()] + 1;
  }

  static void check_ordered(ThreadId thread, Clock when, const char* what) {
    Engine& engine = Engine::current();
    if (thread == engine.self() || engine.view().clocks[thread] >= when) return;
    engine.fail(std::string("data race: ") + what + " (thread " + std::to_string(thread) + " is the other)");
  }

  ThreadId writer_ = 0;
  Clock written_ = 0;
  std::array<Clock, k_max_threads> read_{};
};

template <class T>
class Plain {
 public:
  Plain() { races_.on_write(); }
  Plain(T value) : value_(std::move(value)) { races_.on_write(); }  // implicit: stands in for a T
  Plain(const Plain& other) : value_(other.get()) { races_.on_write(); }
  Plain& operator=(const Plain& other) { return *this = other.get(); }

  Plain& operator=(T value) {
    races_.on_write();
    value_ = std::move(value);
    return *this;
  }

  T get() const {
    races_.on_read();
    return value_;
  }
  operator T() const { return get(); }

 private:
  T value_{};
  mutable RaceDetector races_;
};

}  // namespace heddle::platform::check
