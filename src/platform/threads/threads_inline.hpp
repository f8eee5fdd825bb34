// Definitions of the members of platform::Threads that are worth inlining. Included by threads.hpp only.
#pragma once

#include <ctime>

#include "platform/threads/processor.hpp"

namespace heddle::platform {

#if defined(__SANITIZE_THREAD__)
#define HEDDLE_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HEDDLE_TSAN 1
#endif
#endif

#if defined(HEDDLE_TSAN)
/// ThreadSanitizer sees this library's own code.
inline constexpr bool k_sanitized_for_races = true;
#else
inline constexpr bool k_sanitized_for_races = false;
#endif

#if defined(HEDDLE_TSAN)
namespace tsan {
// ThreadSanitizer ignores fences. A read-modify-write of one shared token orders at least as much as they do.
inline std::atomic<int> fence_token{0};
}  // namespace tsan
#endif

inline void Threads::fence(std::memory_order order) noexcept {
#if defined(HEDDLE_TSAN)
  (void)order;
  tsan::fence_token.fetch_add(0, std::memory_order_seq_cst);
#else
  std::atomic_thread_fence(order);
#endif
}

inline void Threads::light_fence() noexcept {
#if !defined(HEDDLE_TSAN)
  if (heavy_fences_.load(std::memory_order_relaxed)) [[likely]]
    return std::atomic_signal_fence(std::memory_order_seq_cst);
#endif
  fence(std::memory_order_seq_cst);
}

inline void Threads::pause() noexcept { processor::pause(); }

template <class Done>
bool Threads::pauses(std::uint32_t count, Done done) noexcept {
  for (std::uint32_t round = 0; round < count; ++round) {
    pause();
    if (done()) return true;
  }
  return false;
}

template <class T, class Done>
bool Threads::spin_until(const atomic<T>& word, Done done, Spins budget) noexcept {
  std::uint32_t gap = 1;
  for (std::uint32_t round = 0;; round += gap, gap = gap < budget.longest_gap ? 2 * gap : gap) {
    // order: acquire — pairs with the release store of whoever makes `done` true.
    if (done(word.load(std::memory_order_acquire))) return true;
    if (round >= budget.rounds && budget.rounds != UINT32_MAX) return false;
    for (std::uint32_t i = 0; i < gap; ++i) pause();
  }
}

// Initial-exec: the library is loaded at start-up or needs only this one word of the reserve, and an access is one
// load.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local void* t_self = nullptr;

inline void*& Threads::self() noexcept { return t_self; }

inline std::uint64_t Threads::now_ns() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

inline std::uint64_t Threads::rough_ns() noexcept { return processor::rough_ns(); }

}  // namespace heddle::platform
