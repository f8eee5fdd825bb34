// Fibers: the threads of a simulated machine, all on one thread of the host. A switch goes straight from one to the
// next, about 10 ns (Boost.Context); the sanitizers are told of each.
//
// One thread of the host uses all fibers of a simulation.
#pragma once

#include <cstddef>
#include <functional>

namespace heddle::platform::sim {

class Fiber {
 public:
  /// The calling thread of the host itself, to come back to.
  Fiber() noexcept = default;
  /// @param body  must not return: it ends by switching away for good
  explicit Fiber(std::function<void()> body);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Leaves this one, which must be the running fiber, and goes on where `next` left off.
  void switch_to(Fiber& next);
  /// It will go on soon: its stack's top is fetched meanwhile.
  void soon() const noexcept {
    const char* const top = static_cast<const char*>(context_);
    for (int line = 0; line < 3; ++line) __builtin_prefetch(top + 64 * line);
  }

 private:
  struct Entry;
  void arrived(void* context_of_last) noexcept;

  void* context_ = nullptr;
  Fiber* came_from_ = nullptr;
  char* stack_ = nullptr;
  std::function<void()> body_;
  const void* bottom_ = nullptr;  // for AddressSanitizer; of the host's thread learnt at the first switch
  std::size_t bytes_ = 0;
  [[maybe_unused]] void* sanitizer_ = nullptr;  // AddressSanitizer: its fake stack; ThreadSanitizer: its fiber
};

}  // namespace heddle::platform::sim
