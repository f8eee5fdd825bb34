#include "ompt/races.hpp"

#include <dlfcn.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "runtime/current.hpp"

namespace heddle::ompt {

namespace {

/// Found in the process, if it was built with -fsanitize=thread.
struct Sanitizer {
  void (*acquire)(void*) = nullptr;
  void (*release)(void*) = nullptr;
};

template <class Function>
void find(Function& function, const char* name) noexcept {
  function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

const Sanitizer& sanitizer() noexcept {
  static const Sanitizer found = [] {
    Sanitizer each;
    find(each.acquire, "__tsan_acquire");
    find(each.release, "__tsan_release");
    if (each.acquire == nullptr || each.release == nullptr) each = {};
    return each;
  }();
  return found;
}

/// Tokens for the addresses of depend clauses. Two addresses that share one are ordered more than the program asks for.
struct AddressTokens {
  char out, in, set;
};
constexpr std::size_t k_token_bits = 16;
AddressTokens address_tokens[std::size_t{1} << k_token_bits];

// Siblings only are ordered by addresses, so the parent counts, too.
AddressTokens& tokens_of(const omp::Task& parent, const void* address) noexcept {
  constexpr std::uint64_t k_mix = 0x9e3779b97f4a7c15;  // 2^64 by the golden ratio: spreads neighbours
  const std::uint64_t key =
      reinterpret_cast<std::uintptr_t>(address) * k_mix ^ reinterpret_cast<std::uintptr_t>(&parent);
  return address_tokens[key * k_mix >> (64 - k_token_bits)];
}

}  // namespace

/// What a task with accesses is ordered by.
struct Ordering {
  struct Entry {
    AddressTokens* tokens;
    graph::Mode mode;
  };
  std::uint32_t count;
  const void* copy;  // of a reduction variable, shared by the tasks of a thread; null: none
  Entry entries[1];
};

namespace {

Ordering* new_ordering(std::uint32_t count) noexcept {
  auto* ordering = static_cast<Ordering*>(std::malloc(sizeof(Ordering) + count * sizeof(Ordering::Entry)));
  if (ordering == nullptr) return nullptr;
  ordering->count = 0;
  ordering->copy = nullptr;
  return ordering;
}

void acquire_access(const Ordering::Entry& entry) noexcept {
  acquire(&entry.tokens->out);
  if (entry.mode != graph::Mode::in) acquire(&entry.tokens->in);
  if (entry.mode != graph::Mode::inoutset) acquire(&entry.tokens->set);
}

void release_access(const Ordering::Entry& entry) noexcept {
  if (entry.mode == graph::Mode::in) return release(&entry.tokens->in);
  release(entry.mode == graph::Mode::inoutset ? &entry.tokens->set : &entry.tokens->out);
}

RegionState& region_of(omp::Task& task) noexcept {
  omp::Task* ancestor = &task;
  // order: relaxed — the ancestors of a live task are alive, and their links do not change.
  while (!ancestor->has(graph::k_implicit)) ancestor = ancestor->parent.load(std::memory_order_relaxed);
  return state_of(*omp::Member::of_implicit(*ancestor).team);
}

}  // namespace

bool races_are_looked_for() noexcept { return sanitizer().acquire != nullptr; }

void release(const void* token) noexcept {
  if (sanitizer().release != nullptr) sanitizer().release(const_cast<void*>(token));
}

void acquire(const void* token) noexcept {
  if (sanitizer().acquire != nullptr) sanitizer().acquire(const_cast<void*>(token));
}

void order_new_task(omp::Task& task, const omp::Task& parent, const graph::Access* accesses,
                    std::uint32_t count) noexcept {
  if (!races_are_looked_for()) return;
  TaskState& state = state_of(task);
  if (count != 0 && (state.ordering = new_ordering(count)) != nullptr) {
    for (std::uint32_t i = 0; i < count; ++i)
      state.ordering->entries[i] = {&tokens_of(parent, accesses[i].address), accesses[i].mode};
    state.ordering->count = count;
  }
  release(&state.data);
}

void order_start(omp::Task& task) noexcept {
  if (!races_are_looked_for()) return;
  const TaskState& state = state_of(task);
  acquire(&state.data);
  if (state.ordering == nullptr) return;
  for (std::uint32_t i = 0; i < state.ordering->count; ++i) acquire_access(state.ordering->entries[i]);
}

void order_end(omp::Task& task) noexcept {
  if (!races_are_looked_for()) return;
  const TaskState& state = state_of(task);
  if (state.ordering != nullptr) {
    for (std::uint32_t i = 0; i < state.ordering->count; ++i) release_access(state.ordering->entries[i]);
    if (state.ordering->copy != nullptr) release(state.ordering->copy);
  }
  // order: relaxed — the parent has not been told yet, so it is alive.
  release(&state_of(*task.parent.load(std::memory_order_relaxed)).waits);
  if (task.group != nullptr) release(task.group);
  RegionState& region = region_of(task);
  release(&region.join);
  for (char& barrier : region.barriers) release(&barrier);
}

void forget_order(omp::Task& task) noexcept {
  TaskState& state = state_of(task);
  std::free(state.ordering);
  state.ordering = nullptr;
}

void order_after_children(omp::Task& task) noexcept {
  if (!races_are_looked_for()) return;
  acquire(&state_of(task).waits);
  if (task.group != nullptr) acquire(task.group);
}

void order_before_barrier(const omp::Member& member) noexcept {
  release(&state_of(*member.team).barriers[member.barriers % 2]);
}

void order_after_barrier(const omp::Member& member) noexcept {
  // The barrier has been counted.
  acquire(&state_of(*member.team).barriers[(member.barriers + 1) % 2]);
}

void order_by_thread(omp::Task& task, const void* copy) noexcept {
  if (!races_are_looked_for()) return;
  acquire(copy);
  TaskState& state = state_of(task);
  if (state.ordering == nullptr) state.ordering = new_ordering(0);
  if (state.ordering != nullptr) state.ordering->copy = copy;
}

}  // namespace heddle::ompt
