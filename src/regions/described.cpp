#include "regions/described.hpp"

#include <cstring>

#include "regions/engine.hpp"
#include "regions/footing.hpp"
#include "regions/preparing.hpp"

namespace heddle::regions {

namespace {

// What was wrong stays with the thread, for who asks.
int refused(const CallError& error) {
  regions_data(runtime::current()).last_failure = error.text;
  return error.code == Fault::busy ? HEDDLE_REGION_BUSY : HEDDLE_BAD_REGION;
}
template <class Make>
int answered(const Make& make) noexcept {
  CallError error;
  make(error);
  return error ? refused(error) : static_cast<int>(HEDDLE_OK);
}

Place place_of(const heddle_task& task) noexcept {
  if (task.where == nullptr) return {};
  if ((task.flags & HEDDLE_TASK_PLACED) == 0) return {static_cast<const char*>(task.where), 0};
  const auto& place = *static_cast<const heddle_place*>(task.where);
  return {place.file, static_cast<int>(place.line)};
}

// Modes that this engine has not got act as inout.
void regional_arguments(const heddle_access* accesses, std::size_t count, GivenScopes& given) {
  for (std::size_t at = 0; at < count; ++at) {
    if (!is_regional(accesses[at])) continue;
    const bool reads = (accesses[at].mode & 3U) == HEDDLE_IN;
    given.add(reinterpret_cast<std::uint64_t>(accesses[at].address), (accesses[at].mode & HEDDLE_REGION) != 0, reads);
  }
}

void call_described(void* code, const std::uint64_t* words, unsigned /*count*/) {
  reinterpret_cast<void (*)(void*)>(code)(const_cast<std::uint64_t*>(words));
}

}  // namespace

int spawn_described(const heddle_task& task, std::pair<const graph::Access*, std::uint32_t> siblings) noexcept {
  return answered([&](CallError& error) {
    const Footing caller(error);
    if (caller.task == nullptr) return;
    GivenScopes given;
    regional_arguments(task.accesses, task.access_count, given);
    const std::size_t alignment = task.argument_alignment < sizeof(std::uint64_t) ? 8 : task.argument_alignment;
    const auto words = static_cast<std::uint32_t>((task.argument_bytes + alignment) / sizeof(std::uint64_t) + 1);
    EngineTask* const made = prepare(caller, given, {words, place_of(task)}, error);
    if (made == nullptr) return;
    const auto begin = (reinterpret_cast<std::uintptr_t>(made->words) + alignment - 1) & ~(alignment - 1);
    made->words = reinterpret_cast<std::uint64_t*>(begin);  // NOLINT(performance-no-int-to-ptr)
    if (task.copy != nullptr) {
      task.copy(made->words, task.argument);
    } else if (task.argument_bytes != 0) {
      std::memcpy(made->words, task.argument, task.argument_bytes);
    }
    made->call = call_described;
    made->code = reinterpret_cast<void*>(task.body);
    runtime::Spawn what{.accesses = siblings.first, .access_count = siblings.second, .priority = task.priority};
    if ((task.flags & HEDDLE_TASK_RUN_IF_CANCELLED) != 0) what.flags |= graph::k_run_if_cancelled;
    hand_over(caller, *made, what);
  });
}

int wait_described(const heddle_access* accesses, std::size_t count) noexcept {
  return answered([&](CallError& error) {
    const Footing caller(error);
    if (caller.task == nullptr) return;
    GivenScopes given;
    regional_arguments(accesses, count, given);
    EngineTask* const made = prepare(caller, given, {0, {}}, error);
    if (made != nullptr) wait_for(caller, *made);
  });
}

int make_described(Id parent, int level, Id* made) noexcept {
  return answered([&](CallError& error) {
    if (made != nullptr)
      *made = make_region(parent, level, error);
    else
      error.set(Fault::null_array, "the place for the id is null, give one");
  });
}
int free_described(Id region) noexcept {
  return answered([&](CallError& error) { free_region(region, {}, error); });
}
int free_object_described(void* object) noexcept {
  return answered([&](CallError& error) { free(object, error); });
}
void* allocate_described(Id region, std::size_t bytes) noexcept {
  CallError error;
  void* const object = allocate(bytes, region, error);
  if (error) refused(error);
  return object;
}
void* reallocate_described(void* object, std::size_t bytes, Id region) noexcept {
  CallError error;
  void* const newer = reallocate(object, bytes, region, error);
  if (error) refused(error);
  return newer;
}
Id parent_of(Id region) noexcept {
  State* const state = State::made();
  const Record* const record = state == nullptr ? nullptr : state->store().find(region);
  if (record == nullptr || record->parent == nullptr || record->parent->parent == nullptr) return 0;
  return record->parent->id.load(std::memory_order_relaxed);  // order: relaxed — alive, as what lies in it is
}
std::size_t bytes_of(Id region) noexcept {
  State* const state = State::made();
  Record* const record = state == nullptr ? nullptr : state->store().find(region);
  if (record == nullptr) return 0;
  const sync::Guard guard(record->lock);
  return record->bytes;
}
Id region_of(const void* address) noexcept {
  State* const state = State::made();
  const Record* const record = state == nullptr ? nullptr : state->store().around(address);
  if (record == nullptr || record->parent == nullptr) return 0;
  return record->id.load(std::memory_order_relaxed);  // order: relaxed — alive, as what lies in it is
}
// Of the root there is one for all that holds the process's root: that of the calling task's tree.
void* extra_of(Id region) noexcept {
  CallError error;
  const Footing caller(error);
  Record* const record = caller.task == nullptr ? nullptr : caller.region(region, error);
  if (record == nullptr) {
    refused(error);
    return nullptr;
  }
  return record->extra;
}
const char* last_failure() noexcept {
  const std::string& text = regions_data(runtime::current()).last_failure;
  return text.empty() ? "no call of this thread on regions was refused" : text.c_str();
}

}  // namespace heddle::regions
