// Contexts: pieces of work that who looks for races is to take for threads of their own, although a worker runs many.
//
// What such a piece sees of others it acquires by tokens (order.hpp). As there, each call costs the test of a pointer
// when nobody looks. On the worker's own thread.
#pragma once

#include <cstddef>

namespace heddle::probe {

struct ContextMaker {
  using Function = void (*)(void*);
  /// Calls function(argument) as a thread of its own, on a stack of its own.
  void (*run)(Function function, void* argument) noexcept;
  /// The same for some lines of the engine, on the caller's stack.
  void (*pass)(Function function, void* argument) noexcept;
  /// Nothing is known of the memory any more, nor of tokens in it.
  void (*renew)(void* memory, std::size_t bytes) noexcept;
};
/// Null: nobody looks. Set before the first worker is made.
inline constinit const ContextMaker* context_maker = nullptr;

/// The memory is used for something new: the engine knows that nobody uses it as what it was.
inline void renewed(void* memory, std::size_t bytes) noexcept {
  if (context_maker != nullptr) [[unlikely]]
    context_maker->renew(memory, bytes);
}

/// What the step hands on is ordered behind what the step acquires, and not behind what its thread has done: somebody
/// else is told here of what others did.
template <class Step>
inline void in_passing(const Step& step) noexcept {
  if (context_maker == nullptr) [[likely]]
    return step();
  context_maker->pass([](void* call) { (*static_cast<const Step*>(call))(); }, const_cast<Step*>(&step));
}

}  // namespace heddle::probe
