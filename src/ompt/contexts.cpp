#include "ompt/contexts.hpp"

#include <link.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "omp/region.hpp"
#include "ompt/loaded.hpp"
#include "probe/context.hpp"
#include "probe/unseen.hpp"

namespace heddle::ompt {

namespace {

/// ThreadSanitizer's functions for fibers.
struct Fibers {
  void* (*current)() = nullptr;
  void* (*create)(unsigned) = nullptr;
  void (*destroy)(void*) = nullptr;
  void (*enter)(void*, unsigned) = nullptr;
  void (*name)(void*, const char*) = nullptr;
  void (*renew)(unsigned long, unsigned long) = nullptr;  // memory becomes new; it is given back
  void (*give)(unsigned long, unsigned long) = nullptr;
};

const Fibers& fibers() noexcept {
  static const Fibers found = [] {
    Fibers all;
    const bool complete =
        find_loaded(all.current, "__tsan_get_current_fiber") && find_loaded(all.create, "__tsan_create_fiber") &&
        find_loaded(all.destroy, "__tsan_destroy_fiber") && find_loaded(all.enter, "__tsan_switch_to_fiber") &&
        find_loaded(all.name, "__tsan_set_fiber_name") && find_loaded(all.renew, "__tsan_java_alloc") &&
        find_loaded(all.give, "__tsan_java_free");
    return complete ? all : Fibers{};
  }();
  return found;
}

void enter(void* fiber) noexcept {
  constexpr unsigned k_no_order = 1;  // __tsan_switch_to_fiber_no_sync
  fibers().enter(fiber, k_no_order);
}

/// Memory that a task runs on, one at a time.
struct Stack {
  Stack* next;  // of those that are free
  char* lowest;
  std::size_t bytes;
};

struct Call {
  void (*function)(void*);
  void* argument;
  ucontext_t outside;
  ucontext_t inside;
};

/// Variables of a thread: those of a library.
struct Locals {
  unsigned long begin, bytes;
};
constexpr std::uint32_t k_most_locals = 32;

/// Of a thread.
struct ThreadContexts {
  void* blank;   // a fiber that does nothing, of which a task's is made: it hands nothing on but how the thread began
  Stack* spare;  // its own
  Call* call;    // being begun
  std::uint32_t locals;
  Locals local[k_most_locals];
};
constinit thread_local ThreadContexts place{};

std::atomic<std::uint32_t> open_contexts{0};

// Finds the variables that the calling thread has of its own.
int find_locals(dl_phdr_info* info, std::size_t /*bytes*/, void* /*unused*/) noexcept {
  constexpr std::size_t k_most = 64 * 1024;  // ThreadSanitizer's own are more
  constexpr std::uintptr_t k_cell = 8;       // it looks at memory in such pieces
  for (int i = 0; info->dlpi_tls_data != nullptr && i < info->dlpi_phnum && place.locals < k_most_locals; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_TLS || segment.p_memsz > k_most) continue;
    const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data) / k_cell * k_cell;
    const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data) + segment.p_memsz;
    place.local[place.locals++] = {begin, (end - begin + k_cell - 1) / k_cell * k_cell};
  }
  return 0;
}

// Two tasks on a thread may use its variables, such as errno, without being in order: one is left by itself only.
void forget_locals() noexcept {
  for (std::uint32_t i = 0; i < place.locals; ++i) {
    fibers().renew(place.local[i].begin, place.local[i].bytes);
    fibers().give(place.local[i].begin, place.local[i].bytes);
  }
}

std::size_t page_bytes() noexcept { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

std::size_t stack_bytes() noexcept {
  constexpr std::size_t k_usual = std::size_t{8} << 20;  // what Linux gives to threads; only what is used is there
  const std::size_t asked = omp::global().stack_bytes;
  return (asked > k_usual ? asked : k_usual) / page_bytes() * page_bytes();
}

Stack* take_stack() noexcept {
  if (Stack* const spare = place.spare; spare != nullptr) {
    place.spare = spare->next;
    return spare;
  }
  auto* stack = new (std::nothrow) Stack{nullptr, nullptr, stack_bytes()};
  if (stack == nullptr) return nullptr;
  void* const memory = ::mmap(nullptr, stack->bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) {
    delete stack;
    return nullptr;
  }
  stack->lowest = static_cast<char*>(memory);
  ::mprotect(stack->lowest, page_bytes(), PROT_NONE);  // who needs more is stopped here
  return stack;
}

// The lowest page that has been used.
char* lowest_used(const Stack& stack) noexcept {
  constexpr std::size_t k_at_once = 512;
  unsigned char there[k_at_once];
  const std::size_t page = page_bytes();
  const std::size_t pages = stack.bytes / page;
  for (std::size_t first = 1; first < pages; first += k_at_once) {
    const std::size_t count = pages - first < k_at_once ? pages - first : k_at_once;
    if (::mincore(stack.lowest + first * page, count * page, there) != 0) return stack.lowest + page;
    for (std::size_t i = 0; i < count; ++i)
      if ((there[i] & 1) != 0) return stack.lowest + (first + i) * page;
  }
  return stack.lowest + stack.bytes;
}

// New memory, in the place of what has been used: with it goes what is known of who used it.
void give_stack(Stack* stack) noexcept {
  const probe::Unseen unseen;
  char* const from = lowest_used(*stack);
  const auto bytes = static_cast<std::size_t>(stack->lowest + stack->bytes - from);
  if (bytes != 0)
    ::mmap(from, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK | MAP_FIXED, -1,
           0);
  stack->next = place.spare;
  place.spare = stack;
}

void begin_call() noexcept {
  const Call& call = *place.call;
  call.function(call.argument);
}

// Apart, as it is left and come back to.
[[gnu::noinline]] void call_on(const Stack& stack, Call& call) noexcept {
  ::getcontext(&call.inside);
  call.inside.uc_stack.ss_sp = stack.lowest;
  call.inside.uc_stack.ss_size = stack.bytes;
  call.inside.uc_link = &call.outside;
  ::makecontext(&call.inside, begin_call, 0);
  place.call = &call;
  ::swapcontext(&call.outside, &call.inside);
}

}  // namespace

bool contexts_work() noexcept { return fibers().create != nullptr; }

void prepare_contexts() noexcept {
  if (place.blank != nullptr) return;
  place.blank = fibers().create(0);
  place.locals = 0;
  ::dl_iterate_phdr(find_locals, nullptr);
}

void drop_contexts() noexcept {
  if (place.blank != nullptr) fibers().destroy(place.blank);
  place.blank = nullptr;
  while (Stack* const stack = place.spare) {
    const probe::Unseen unseen;  // workers pass from thread to thread, and so does this memory
    place.spare = stack->next;
    ::munmap(stack->lowest, stack->bytes);
    delete stack;
  }
}

bool room_for_context() noexcept {
  constexpr std::uint32_t k_most = 1000;  // of its 8,128, which the program's threads share
  // order: relaxed — a limit that may be passed by a few.
  return open_contexts.load(std::memory_order_relaxed) < k_most;
}

void* enter_context(const char* name) noexcept {
  // order: relaxed — as above.
  open_contexts.fetch_add(1, std::memory_order_relaxed);
  void* const outside = fibers().current();
  enter(place.blank);
  void* const own = fibers().create(0);
  fibers().name(own, name);
  enter(own);
  forget_locals();
  return outside;
}

void leave_context(void* outside) noexcept {
  forget_locals();
  void* const own = fibers().current();
  enter(outside);
  fibers().destroy(own);
  // order: relaxed — see room_for_context().
  open_contexts.fetch_sub(1, std::memory_order_relaxed);
}

void call_on_new_stack(void (*function)(void*), void* argument) noexcept {
  Stack* const stack = take_stack();
  if (stack == nullptr) return function(argument);
  Call call{.function = function, .argument = argument, .outside = {}, .inside = {}};
  call_on(*stack, call);
  give_stack(stack);
}

namespace {

/// A call of somebody who waits for its end.
struct Work {
  probe::ContextMaker::Function function;
  void* argument;
};

void run_in_own_context(void* argument) noexcept {
  const Work& work = *static_cast<const Work*>(argument);
  void* const outside = enter_context("OCR EDT");
  work.function(work.argument);
  leave_context(outside);
}

void run(probe::ContextMaker::Function function, void* argument) noexcept {
  if (place.blank == nullptr || !room_for_context()) return call_on_new_stack(function, argument);
  Work work{function, argument};
  call_on_new_stack(run_in_own_context, &work);
}

void pass(probe::ContextMaker::Function function, void* argument) noexcept {
  if (place.blank == nullptr || !room_for_context()) return function(argument);
  void* const outside = fibers().current();
  enter(place.blank);
  void* const own = fibers().create(0);
  enter(own);
  {
    const probe::Unseen unseen;  // it is the engine's, on the caller's stack
    function(argument);
  }
  enter(outside);
  fibers().destroy(own);
}

void renew(void* memory, std::size_t bytes) noexcept {
  constexpr std::uintptr_t k_cell = 8;  // as in find_locals()
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(memory) / k_cell * k_cell;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(memory) + bytes;
  const std::uintptr_t cells = (end - begin + k_cell - 1) / k_cell * k_cell;
  if (cells == 0) return;
  fibers().renew(begin, cells);
  fibers().give(begin, cells);
}

constexpr probe::ContextMaker k_maker{run, pass, renew};

}  // namespace

void make_contexts_for_all() noexcept { probe::context_maker = &k_maker; }

}  // namespace heddle::ompt
