// What the system counts of a thread's time, a word that all platform policies share.
#pragma once

#include <cstdint>

namespace heddle::platform {

/// Of the calling thread, since it began. All 0 where the system does not tell.
struct CoreUse {
  std::uint64_t ran_ns = 0;   // it has had a core
  std::uint64_t blocked = 0;  // times that it left its core because it waited for something
  std::uint64_t ousted = 0;   // times that it left it for another thread, though it could have gone on
};

}  // namespace heddle::platform
