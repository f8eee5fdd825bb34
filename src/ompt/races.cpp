#include "ompt/races.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "ompt/contexts.hpp"
#include "ompt/loaded.hpp"
#include "ompt/ordering.hpp"
#include "probe/order.hpp"
#include "probe/unseen.hpp"
#include "runtime/current.hpp"

namespace heddle::ompt {

namespace {

/// Found in the process, if it was built with -fsanitize=thread.
struct Sanitizer {
  void (*acquire)(void*) = nullptr;
  void (*release)(void*) = nullptr;
  void (*forget)(void*, unsigned) = nullptr;
  void (*ignore_begin)(const char*, int) = nullptr;
  void (*ignore_end)(const char*, int) = nullptr;
};

const Sanitizer& sanitizer() noexcept {
  static const Sanitizer found = [] {
    Sanitizer all;
    const bool complete = find_loaded(all.acquire, "__tsan_acquire") && find_loaded(all.release, "__tsan_release") &&
                          find_loaded(all.forget, "__tsan_mutex_destroy") &&
                          find_loaded(all.ignore_begin, "AnnotateIgnoreWritesBegin") &&
                          find_loaded(all.ignore_end, "AnnotateIgnoreWritesEnd");
    return complete && !platform::k_sanitized_for_races ? all : Sanitizer{};
  }();
  return found;
}

constexpr const char* k_task_name = "OpenMP task";

void look_away() noexcept { sanitizer().ignore_begin(__FILE__, __LINE__); }
void look_again() noexcept { sanitizer().ignore_end(__FILE__, __LINE__); }
constexpr probe::Onlooker k_onlooker{look_away, look_again};
constexpr probe::OrderListener k_order_listener{release, acquire};

// 65,536 sets of tokens, made when ThreadSanitizer is found: few addresses of a program share one.
constexpr std::size_t k_token_bits = 16;
AddressTokens* address_tokens = nullptr;

constexpr std::uint64_t k_mix = 0x9e3779b97f4a7c15;  // 2^64 by the golden ratio: spreads neighbours

std::uint64_t mixed(std::uint64_t key, std::uint64_t more) noexcept { return ((key ^ more) * k_mix) ^ (key >> 29); }

AddressTokens& tokens_for(std::uint64_t key) noexcept { return address_tokens[key * k_mix >> (64 - k_token_bits)]; }

// Siblings only are ordered by addresses, so the parent counts, too: by its number, since its block is used again.
AddressTokens& tokens_of(omp::Task& parent, const void* address) noexcept {
  return tokens_for(mixed(graph::trace_id(parent), reinterpret_cast<std::uintptr_t>(address)));
}

Ordering* new_ordering(std::uint32_t count) noexcept {
  const probe::Unseen unseen;
  void* const memory = std::malloc(sizeof(Ordering) + count * sizeof(Ordering::Entry));
  if (memory == nullptr) return nullptr;
  auto* ordering = new (memory) Ordering{};
  return ordering;
}

// Its end, or its event, is told.
void drop_ordering(Ordering& ordering) noexcept {
  // order: acq_rel — the last user sees that the other is through.
  if (ordering.users.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  const probe::Unseen unseen;
  ordering.~Ordering();
  std::free(&ordering);
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

std::uint8_t parity_below(omp::Task& parent) noexcept {
  if (parent.has(graph::k_implicit)) return omp::Member::of_implicit(parent).barriers % 2;
  const Ordering* const ordering = state_of(parent).ordering;
  return ordering == nullptr ? 0 : ordering->parity;
}

// What the task has done is visible to who waits for it, in whichever way.
void release_result(omp::Task& task, Ordering& ordering) noexcept {
  for (std::uint32_t i = 0; i < ordering.count; ++i) release_access(ordering.entries[i]);
  // order: relaxed — the parent has not been told yet, so it is alive.
  release(&state_of(*task.parent.load(std::memory_order_relaxed)).waits);
  if (task.group != nullptr) release(task.group);
  RegionState& region = region_of(task);
  release(&region.join);
  release(&region.barriers[ordering.parity]);
  release(&ordering.over);
}

void release_copies(const TaskState& state) noexcept {
  for (const SharedCopy* copy = state.copies; copy != nullptr; copy = copy->next) release(copy->address);
}

void acquire_copies(const TaskState& state) noexcept {
  for (const SharedCopy* copy = state.copies; copy != nullptr; copy = copy->next) acquire(copy->address);
}

void drop_copies(TaskState& state) noexcept {
  const probe::Unseen unseen;
  while (SharedCopy* const copy = state.copies) {
    state.copies = copy->next;
    delete copy;
  }
}

// GCC's code finds its thread's copies by itself.
bool in_reduction(const omp::Task& task) noexcept {
  for (const omp::Group* group = task.group; group != nullptr; group = group->outer)
    if (group->reductions != nullptr) return true;
  return false;
}

// Not among the thread's own variables, of which nothing is kept (contexts.hpp).
const void* thread_token() noexcept { return &runtime::current(); }

std::uint64_t key_of(const Iteration& iteration) noexcept {
  std::uint64_t key = reinterpret_cast<std::uintptr_t>(iteration.region);
  for (std::uint32_t i = 0; i < iteration.dimensions; ++i) key = mixed(key, iteration.indices[i] + 1);
  return key;
}

void begin_order(omp::Task& task) noexcept {
  const TaskState& state = state_of(task);
  acquire(&state.data);
  if (state.ordering->shares) acquire(thread_token());
  for (std::uint32_t i = 0; i < state.ordering->count; ++i) acquire_access(state.ordering->entries[i]);
}

void end_order(omp::Task& task) noexcept {
  TaskState& state = state_of(task);
  release_result(task, *state.ordering);
  if (state.ordering->shares) release(thread_token());
  release_copies(state);
  drop_copies(state);
  state.ordering->told = true;
}

/// A task's body, apart from what its worker did before.
struct Part {
  omp::Task* task;
  void* argument;
};

void run_in_order(void* argument) noexcept {
  const Part part = *static_cast<Part*>(argument);
  begin_order(*part.task);
  part.task->body(part.argument);
  end_order(*part.task);
}

void run_in_context(void* argument) noexcept {
  void* const outside = enter_context(k_task_name);
  run_in_order(argument);
  leave_context(outside);
}

// Stands in for the body of the worker's current task. Where there is no room for a context, what goes on here comes
// before the task, too; so many lie within each other then that one stack would not hold them.
void run_apart(void* argument) noexcept {
  Part part{runtime::current().task, argument};
  part.task->body = state_of(*part.task).ordering->body;
  call_on_new_stack(room_for_context() ? run_in_context : run_in_order, &part);
}

}  // namespace

bool races_are_looked_for() noexcept { return sanitizer().acquire != nullptr; }

void look_for_races() noexcept {
  address_tokens = static_cast<AddressTokens*>(std::calloc(std::size_t{1} << k_token_bits, sizeof(AddressTokens)));
  HEDDLE_CHECK(address_tokens != nullptr, "no memory left for what ThreadSanitizer is told");
  probe::onlooker = &k_onlooker;
  probe::order_listener = &k_order_listener;
  if (contexts_work()) make_contexts_for_all();
}

void release(const void* token) noexcept {
  if (sanitizer().release != nullptr) sanitizer().release(const_cast<void*>(token));
}

void acquire(const void* token) noexcept {
  if (sanitizer().acquire != nullptr) sanitizer().acquire(const_cast<void*>(token));
}

void reset(const void* token) noexcept {
  if (sanitizer().forget == nullptr) return;
  const probe::Unseen unseen;
  sanitizer().forget(const_cast<void*>(token), 0);
}

void order_new_task(omp::Task& task, omp::Task& parent, const graph::Access* accesses, std::uint32_t count) noexcept {
  if (!races_are_looked_for()) return;
  TaskState& state = state_of(task);
  reset(&state.data);
  reset(&state.waits);
  // The first task to name all memory must find that of all before it: each one reads it, and that one writes it.
  const bool has_all = count != 0 && accesses[0].address == graph::k_all_memory;
  const std::uint32_t entries = count == 0 || has_all ? count : count + 1;
  Ordering* const ordering = state.ordering = new_ordering(entries);
  HEDDLE_CHECK(ordering != nullptr, "no memory left for what ThreadSanitizer is told of a task");
  ordering->parity = parity_below(parent);
  ordering->own_context = this_thread.caller != nullptr && contexts_work();
  ordering->shares = in_reduction(task);
  ordering->count = entries;
  for (std::uint32_t i = 0; i < count; ++i)
    ordering->entries[i] = {&tokens_of(parent, accesses[i].address), accesses[i].mode};
  if (entries > count) ordering->entries[count] = {&tokens_of(parent, graph::k_all_memory), graph::Mode::in};
  // order: relaxed — published with the task.
  ordering->users.store(task.has(graph::k_detachable) ? 2 : 1, std::memory_order_relaxed);
  release(&state.data);
}

void order_arguments(omp::Task& task) noexcept {
  if (races_are_looked_for()) release(&state_of(task).data);
}

void order_start(omp::Task& task, omp::Task& before) noexcept {
  if (!races_are_looked_for()) return;
  release_copies(state_of(before));
  Ordering& ordering = *state_of(task).ordering;
  if (ordering.shares) release(thread_token());
  ordering.caller = this_thread.caller;
  this_thread.caller = nullptr;
  if (!ordering.own_context) return begin_order(task);
  ordering.body = task.body;
  task.body = run_apart;
}

void order_start_inside() noexcept {
  if (!races_are_looked_for()) return;
  omp::Task& task = *runtime::current().task;
  Ordering& ordering = *state_of(task).ordering;
  if (!ordering.own_context) return;
  ordering.outside = enter_context(k_task_name);
  begin_order(task);
}

void order_end(omp::Task& task, omp::Task& next) noexcept {
  if (!races_are_looked_for()) return;
  Ordering& ordering = *state_of(task).ordering;
  if (!ordering.told) end_order(task);  // has run here, or not at all
  if (ordering.outside != nullptr) leave_context(ordering.outside);
  this_thread.caller = ordering.caller;
  acquire_copies(state_of(next));
  if (ordering.shares) acquire(thread_token());
  // Its creator has run it, and goes on.
  if (task.has(graph::k_undeferred) || ordering.outside != nullptr) acquire(&ordering.over);
  drop_ordering(ordering);
}

void order_event(omp::Task& task) noexcept {
  if (!races_are_looked_for()) return;
  Ordering& ordering = *state_of(task).ordering;
  release_result(task, ordering);
  if (task.has(graph::k_detachable)) drop_ordering(ordering);  // else its creator waits in its midst
}

void order_after_children(omp::Task& task) noexcept {
  if (races_are_looked_for()) acquire(&state_of(task).waits);
}

void order_after_descendants(omp::Task& task) noexcept {
  if (races_are_looked_for()) acquire(&region_of(task).join);
}

void order_after_group(const void* group) noexcept {
  acquire(group);
  reset(group);
}

void order_before_barrier(const omp::Member& member) noexcept {
  if (races_are_looked_for()) release(&state_of(*member.team).barriers[member.barriers % 2]);
}

void order_after_barrier(const omp::Member& member) noexcept {
  if (!races_are_looked_for()) return;
  const RegionState& region = state_of(*member.team);
  // The barrier has been counted; a thread alone does not count.
  acquire(&region.barriers[(member.barriers + (member.team->size == 1 ? 0 : 1)) % 2]);
}

void renew_order(SeatState& seat) noexcept {
  reset(&seat.task.data);
  reset(&seat.task.waits);
  drop_copies(seat.task);
}

void renew_order(RegionState& region) noexcept {
  for (const char* token :
       {&region.fork, &region.join, &region.ordered, &region.copy, &region.barriers[0], &region.barriers[1]})
    reset(token);
}

void order_by_thread(omp::Task& task, const void* copy) noexcept {
  if (!races_are_looked_for()) return;
  acquire(copy);
  TaskState& state = state_of(task);
  const probe::Unseen unseen;
  if (auto* link = new (std::nothrow) SharedCopy{state.copies, copy}) state.copies = link;
}

void post_order(const Iteration& iteration) noexcept {
  if (races_are_looked_for()) release(&tokens_for(key_of(iteration)).out);
}

void wait_order(const Iteration& iteration) noexcept {
  if (races_are_looked_for()) acquire(&tokens_for(key_of(iteration)).out);
}

}  // namespace heddle::ompt
