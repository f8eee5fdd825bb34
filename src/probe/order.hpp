// What comes before what in the program, where only the engine knows: said to who looks for races in it.
//
// ThreadSanitizer does not see the engine's atomics. What a thread did before released(token) is visible to who has
// called acquired(token) behind it; a token is any address, and is not read. Each costs the test of a pointer when
// nobody listens. Any thread.
#pragma once

namespace heddle::probe {

struct OrderListener {
  void (*released)(const void* token) noexcept;
  void (*acquired)(const void* token) noexcept;
};
/// Null: nobody. Set before the first worker is made.
inline constinit const OrderListener* order_listener = nullptr;

inline void released(const void* token) noexcept {
  if (order_listener != nullptr) [[unlikely]]
    order_listener->released(token);
}
inline void acquired(const void* token) noexcept {
  if (order_listener != nullptr) [[unlikely]]
    order_listener->acquired(token);
}

}  // namespace heddle::probe
