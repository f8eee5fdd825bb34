#include "platform/check/fiber.hpp"

#include <ucontext.h>
#include <cstdint>

#include "platform/fiber_sanitizers.hpp"

namespace heddle::platform::check {

namespace {

constexpr std::size_t k_stack_bytes = 128 * 1024;  // models call few levels deep; sanitizers make frames larger

}  // namespace

struct Fiber::State {
  std::function<void()> body;
  std::unique_ptr<char[]> stack;
  ucontext_t context{};
  const void* stack_bottom = nullptr;  // for AddressSanitizer; of the machine's thread learnt at the first switch
  std::size_t stack_bytes = 0;
  void* sanitizer = nullptr;  // AddressSanitizer: its fake stack; ThreadSanitizer: its fiber
  State* came_from = nullptr;
};

namespace {

#if defined(HEDDLE_ASAN_FIBERS)
template <class State>
void before_switch(State& from, State& to) {
  __sanitizer_start_switch_fiber(&from.sanitizer, to.stack_bottom, to.stack_bytes);
}
template <class State>
void after_switch(State& now) {
  State& from = *now.came_from;
  __sanitizer_finish_switch_fiber(now.sanitizer, &from.stack_bottom, &from.stack_bytes);
}
#elif defined(HEDDLE_TSAN_FIBERS)
template <class State>
void before_switch(State& from, State& to) {
  if (from.sanitizer == nullptr) from.sanitizer = __tsan_get_current_fiber();
  if (to.sanitizer == nullptr) to.sanitizer = __tsan_create_fiber(0);
  __tsan_switch_to_fiber(to.sanitizer, 0);
}
template <class State>
void after_switch(State&) {}
#else
template <class State>
void before_switch(State&, State&) {}
template <class State>
void after_switch(State&) {}
#endif

}  // namespace

Fiber::Fiber() : state_(std::make_unique<State>()) {}

Fiber::Fiber(std::function<void()> body) : Fiber() {
  state_->body = std::move(body);
  state_->stack = std::make_unique<char[]>(k_stack_bytes);
  state_->stack_bottom = state_->stack.get();
  state_->stack_bytes = k_stack_bytes;
}

Fiber::~Fiber() {
#if defined(HEDDLE_TSAN_FIBERS)
  if (state_->stack && state_->sanitizer != nullptr) __tsan_destroy_fiber(state_->sanitizer);
#endif
}

void Fiber::restart() {
  getcontext(&state_->context);
  state_->context.uc_stack.ss_sp = state_->stack.get();
  state_->context.uc_stack.ss_size = k_stack_bytes;
  state_->context.uc_link = nullptr;
#if defined(HEDDLE_ASAN_FIBERS)
  state_->sanitizer = nullptr;
#endif
  // makecontext hands over ints only: the pointer goes in two halves.
  const auto address = reinterpret_cast<std::uintptr_t>(state_.get());
  makecontext(&state_->context, reinterpret_cast<void (*)()>(&Fiber::enter), 2, static_cast<unsigned>(address >> 32),
              static_cast<unsigned>(address));
}

void Fiber::enter(unsigned high, unsigned low) {
  auto* const state = reinterpret_cast<State*>((static_cast<std::uintptr_t>(high) << 32) | low);
  after_switch(*state);
  state->body();
}

void Fiber::switch_between(Fiber& from, Fiber& to) {
  to.state_->came_from = from.state_.get();
  before_switch(*from.state_, *to.state_);
  swapcontext(&from.state_->context, &to.state_->context);
  after_switch(*from.state_);
}

}  // namespace heddle::platform::check
