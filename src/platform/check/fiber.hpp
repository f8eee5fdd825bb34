// Fibers: the threads of a model, all on one thread of the machine, so that the explorer decides who runs.
//
// By ucontext; the sanitizers are told of every switch. One thread of the machine uses all fibers of an engine.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace heddle::platform::check {

class Fiber {
 public:
  /// The calling thread of the machine itself, to come back to.
  Fiber();
  /// @param body  must not return: it ends by switching away for good
  explicit Fiber(std::function<void()> body);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Makes the fiber begin anew at the start of its body at the next switch to it.
  void restart();

  /// Leaves `from`, which must be the running fiber, and goes on where `to` left off.
  static void switch_between(Fiber& from, Fiber& to);

 private:
  struct State;
  static void enter(unsigned high, unsigned low);
  std::unique_ptr<State> state_;
};

}  // namespace heddle::platform::check
