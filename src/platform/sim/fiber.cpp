#include "platform/sim/fiber.hpp"

#include <sys/mman.h>
#include <atomic>
#include <boost/context/detail/fcontext.hpp>
#include <utility>

#include "base/check.hpp"
#include "platform/fiber_sanitizers.hpp"

namespace heddle::platform::sim {

namespace {

// Address space only: a page is there once it is used. Tasks nest, and sanitizers make frames larger.
constexpr std::size_t k_stack_bytes = 512 * 1024;
constexpr std::size_t k_guard_bytes = 4096;  // a stack that overflows ends the process, and hurts no other

// How far from its page's end a stack begins: were all at the same place, they would fight for the same few sets of the
// host's caches.
std::size_t next_colour() noexcept {
  static std::atomic<std::size_t> made{0};
  // order: relaxed — a number, nothing else.
  return made.fetch_add(1, std::memory_order_relaxed) * 5 % 64 * 64;
}

}  // namespace

struct Fiber::Entry {
  static void enter(boost::context::detail::transfer_t last) {
    auto* const self = static_cast<Fiber*>(last.data);
    self->arrived(last.fctx);
    self->body_();
    HEDDLE_CHECK(false, "a fiber has returned");
  }
};

Fiber::Fiber(std::function<void()> body) : body_(std::move(body)) {
  void* const memory = mmap(nullptr, k_stack_bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  HEDDLE_CHECK(memory != MAP_FAILED, "no memory left for a fiber's stack");
  stack_ = static_cast<char*>(memory);
  HEDDLE_CHECK(mprotect(stack_, k_guard_bytes, PROT_NONE) == 0, "no memory left for a fiber's guard page");
  bottom_ = stack_ + k_guard_bytes;
  bytes_ = k_stack_bytes - k_guard_bytes;
  context_ = boost::context::detail::make_fcontext(stack_ + k_stack_bytes - next_colour(), bytes_, &Entry::enter);
#if defined(HEDDLE_TSAN_FIBERS)
  sanitizer_ = __tsan_create_fiber(0);
#endif
}

Fiber::~Fiber() {
  if (stack_ == nullptr) return;
#if defined(HEDDLE_TSAN_FIBERS)
  __tsan_destroy_fiber(sanitizer_);
#endif
#if defined(HEDDLE_ASAN_FIBERS)
  __asan_unpoison_memory_region(stack_, k_stack_bytes);  // left without being unwound; the addresses are used again
#endif
  munmap(stack_, k_stack_bytes);
}

void Fiber::switch_to(Fiber& next) {
  next.came_from_ = this;
#if defined(HEDDLE_ASAN_FIBERS)
  __sanitizer_start_switch_fiber(&sanitizer_, next.bottom_, next.bytes_);
#elif defined(HEDDLE_TSAN_FIBERS)
  if (sanitizer_ == nullptr) sanitizer_ = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(next.sanitizer_, 0);
#endif
  const auto last = boost::context::detail::jump_fcontext(next.context_, &next);
  arrived(last.fctx);
}

// Here again, or for the first time: keeps where the last one left off.
void Fiber::arrived(void* context_of_last) noexcept {
  came_from_->context_ = context_of_last;
#if defined(HEDDLE_ASAN_FIBERS)
  __sanitizer_finish_switch_fiber(sanitizer_, &came_from_->bottom_, &came_from_->bytes_);
#endif
}

}  // namespace heddle::platform::sim
