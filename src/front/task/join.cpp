// heddle_join: parts of a reduction, joined to their target one at a time.
//
// The lock of a target is one of a few, by its address: two targets may share one, so a join waits for nothing. Touched
// once per task that reduces; any thread.
#include <array>
#include <cstdint>

#include "base/cache_line.hpp"
#include "front/task/words.hpp"
#include "probe/order.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::task {

namespace {

struct alignas(base::k_line_bytes) Joining {
  sync::SpinLock<P> lock;  // whose holder writes the targets that fall to it
};

constexpr unsigned k_bits = 6;  // 64 locks: more than cores that join at the same moment

Joining& joining(const void* target) noexcept {
  static std::array<Joining, 1 << k_bits> all;
  // Fibonacci hashing: targets lie some dozens of bytes apart.
  return all[reinterpret_cast<std::uintptr_t>(target) * 0x9E3779B97F4A7C15U >> (64 - k_bits)];
}

}  // namespace

}  // namespace heddle::task

extern "C" [[gnu::visibility("default")]] int heddle_join(void* target, void* part,
                                                          void (*join)(void* target, void* part)) {
  if (target == nullptr || join == nullptr) return HEDDLE_NULL_BODY;
  auto& joining = heddle::task::joining(target);
  const heddle::sync::Guard guard(joining.lock);
  heddle::probe::acquired(&joining);
  join(target, part);
  heddle::probe::released(&joining);
  return HEDDLE_OK;
}
