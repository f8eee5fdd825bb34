// What the engine does with memory of its own, kept from who looks for races in the program.
//
// ThreadSanitizer takes malloc, free and memset for writes of the program, and knows nothing of the order in which
// workers use the engine's memory. Only around what is rare: each costs the test of a pointer when nobody looks.
#pragma once

namespace heddle::probe {

/// Who looks at what this thread does with memory.
struct Onlooker {
  void (*look_away)() noexcept;
  void (*look_again)() noexcept;
};
/// Null: nobody. Set before the first worker is made.
inline constinit const Onlooker* onlooker = nullptr;

/// Somebody does: memory must not be used for two things one after the other without having been given back between.
inline bool looked_at() noexcept { return onlooker != nullptr; }

/// While it lives, nobody looks at what its thread does.
class Unseen {
 public:
  Unseen() noexcept {
    if (onlooker != nullptr) [[unlikely]]
      onlooker->look_away();
  }
  ~Unseen() {
    if (onlooker != nullptr) [[unlikely]]
      onlooker->look_again();
  }
  Unseen(const Unseen&) = delete;
  Unseen& operator=(const Unseen&) = delete;
};

}  // namespace heddle::probe
