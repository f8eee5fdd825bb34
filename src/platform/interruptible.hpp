// What a thread does when another interrupts it: a seat of a loop, which then gives part of its work away.
//
// The owner's thread names one at a time to its platform (P::interruptible). interrupted() runs on that very thread,
// between any two of its instructions, in a signal handler: it may use lock-free atomics only.
#pragma once

namespace heddle::platform {

class Interruptible {
 public:
  virtual void interrupted() noexcept = 0;

 protected:
  ~Interruptible() = default;
};

}  // namespace heddle::platform
