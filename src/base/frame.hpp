// Frames: one that stays where compilers would turn a last call into a jump, and one that is not needed.
#pragma once

namespace heddle::base {

/// Behind a call: the caller's frame is there as long as the call lasts.
inline void keep_frame() noexcept { __asm__ volatile(""); }

/// In front of its use: an argument that the caller has put on the stack is read from there, and not before. GCC 12
/// reads all of them where the function begins, and saves registers to keep them in.
template <class T>
[[gnu::always_inline]] inline void read_late(T& argument) noexcept {
  __asm__ volatile("" : "+m"(argument));
}

}  // namespace heddle::base
