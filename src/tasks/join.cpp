#include "tasks/join.hpp"

#include <array>
#include <cstdint>

#include "base/cache_line.hpp"
#include "probe/order.hpp"
#include "process/types.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::tasks {

namespace {

using process::P;

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

void join_part(void* target, void* part, void (*join)(void* target, void* part)) {
  Joining& own = joining(target);
  const sync::Guard guard(own.lock);
  probe::acquired(&own);
  join(target, part);
  probe::released(&own);
}

}  // namespace heddle::tasks
