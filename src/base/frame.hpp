// A frame that stays: what keeps compilers from turning a last call into a jump.
#pragma once

namespace heddle::base {

/// Behind a call: the caller's frame is there as long as the call lasts.
inline void keep_frame() noexcept { __asm__ volatile(""); }

}  // namespace heddle::base
