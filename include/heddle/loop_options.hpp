// heddle/loop_options.hpp: what can be asked of a loop: heddle::parallel_for(0, n, body, {.grain = 64, .name =
// "smooth"}).
#pragma once

#include <cstdint>

#include "loop.h"

namespace heddle {

/// How iterations reach threads; explained in heddle/loop.h.
enum class loop_schedule : std::uint32_t {
  automatic = HEDDLE_LOOP_AUTOMATIC,
  static_blocks = HEDDLE_LOOP_STATIC,
  dynamic = HEDDLE_LOOP_DYNAMIC,
  guided = HEDDLE_LOOP_GUIDED,
  idws = HEDDLE_LOOP_IDWS,
  steal = HEDDLE_LOOP_STEAL
};

/// What may be asked of a loop; nothing need be.
struct loop_options {
  loop_schedule schedule = loop_schedule::automatic;  ///< right unless measured otherwise
  unsigned threads = 0;                               ///< at most so many; 0: as many as an OpenMP region would get
  std::uint64_t grain = 0;     ///< iterations (tiles, in two and three dimensions) that stay together; 0: not said
  const char* name = nullptr;  ///< for messages
};

}  // namespace heddle
