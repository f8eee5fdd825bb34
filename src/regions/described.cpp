#include "regions/described.hpp"

#include <cstring>

#include "process/verifying.hpp"
#include "regions/engine.hpp"
#include "regions/footing.hpp"
#include "regions/preparing.hpp"
#include "regions/verify.hpp"

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

// The most accesses: they begin where an object begins that tasks have known, and end within it. Else null.
OrderScope* known_object(const Footing& caller, const heddle_access& access) noexcept {
  std::size_t had = 0;
  OrderScope* const known = caller.state->tree().known_scope_at(access.address, had);
  return known != nullptr && access.bytes <= had ? known : nullptr;
}

// An address within an object stands for all of it. @returns 0, and says why
std::uint64_t begin_of(const Footing& caller, const heddle_access& access, unsigned argument, CallError& error) {
  const auto word = reinterpret_cast<std::uint64_t>(access.address);
  std::size_t had = 0;
  const auto object = reinterpret_cast<std::uint64_t>(caller.state->tree().heap().object_around(access.address, had));
  if (object == 0) return word;  // it is refused with the other arguments
  const std::size_t left = had - (word - object);
  if (access.bytes <= left) return object;
  error.set(Fault::bad_argument, "argument " + std::to_string(argument + 1) + " ends " +
                                     std::to_string(access.bytes - left) +
                                     " bytes behind the object that it begins in, which has " + std::to_string(had) +
                                     "; name the region, or each object");
  return 0;
}

struct NamedScopes {
  GivenScopes& given;
  GivenScopes& safe;
};

// What accesses name, by the place in their list. Modes that this engine has not got act as inout.
bool regional_arguments(const Footing& caller, std::pair<const heddle_access*, std::size_t> accesses, NamedScopes into,
                        CallError& error) {
  constexpr std::uint32_t k_known =
      3U | HEDDLE_NEAR | HEDDLE_WEAK | HEDDLE_REGION | HEDDLE_NO_TRANSFER | HEDDLE_SAFE | HEDDLE_FRESH;
  for (unsigned at = 0; at < accesses.second; ++at) {
    const heddle_access& access = accesses.first[at];
    if (!is_regional(access)) continue;
    const bool is_region = (access.mode & HEDDLE_REGION) != 0;
    const bool reads = (access.mode & 3U) == HEDDLE_IN;
    if ((access.mode & ~k_known) != 0) {
      error.set(Fault::bad_bits, "argument " + std::to_string(at + 1) + " has the unknown bits " +
                                     std::to_string(access.mode & ~k_known) + ", use those of heddle/access.h");
    } else if (reads && (access.mode & HEDDLE_FRESH) != 0) {
      error.set(Fault::bad_bits, "argument " + std::to_string(at + 1) + " is fresh and read, write it");
    }
    if (error) return false;
    auto word = reinterpret_cast<std::uint64_t>(access.address);
    OrderScope* const known = is_region ? nullptr : known_object(caller, access);
    if (!is_region && known == nullptr) word = begin_of(caller, access, at, error);
    if (error) return false;
    ((access.mode & HEDDLE_SAFE) != 0 ? into.safe : into.given)
        .add({word, at, is_region, reads, (access.mode & HEDDLE_NO_TRANSFER) == 0, known});
  }
  return true;
}

void call_described(void* code, const std::uint64_t* words, unsigned /*count*/) {
  reinterpret_cast<void (*)(void*)>(code)(const_cast<std::uint64_t*>(words));
}

}  // namespace

int spawn_described(const heddle_task& task, std::pair<const graph::Access*, std::uint32_t> siblings,
                    const DoorOfTask& door) noexcept {
  return answered([&](CallError& error) {
    const Footing caller(error);
    if (caller.task == nullptr) return;
    GivenScopes given;
    GivenScopes safe;
    if (!regional_arguments(caller, {task.accesses, task.access_count}, {given, safe}, error)) return;
    const std::size_t alignment = task.argument_alignment < sizeof(std::uint64_t) ? 8 : task.argument_alignment;
    const auto words = static_cast<std::uint32_t>((task.argument_bytes + alignment) / sizeof(std::uint64_t) + 1);
    EngineTask* const made = prepare(caller, given, {words, place_of(task)}, error);
    if (made == nullptr) return;
    if (process::verifying() && !are_covered(caller, safe, *made, error)) return forget_task(*made);
    const auto begin = (reinterpret_cast<std::uintptr_t>(made->words) + alignment - 1) & ~(alignment - 1);
    made->words = reinterpret_cast<std::uint64_t*>(begin);  // NOLINT(performance-no-int-to-ptr)
    if (task.copy != nullptr) {
      task.copy(made->words, task.argument);
    } else if (task.argument_bytes != 0) {
      std::memcpy(made->words, task.argument, task.argument_bytes);
    }
    made->call = door.call != nullptr ? door.call : call_described;
    made->code = reinterpret_cast<void*>(task.body);
    runtime::Spawn what{.accesses = siblings.first, .access_count = siblings.second, .priority = task.priority};
    if ((task.flags & HEDDLE_TASK_RUN_IF_CANCELLED) != 0) what.flags |= graph::k_run_if_cancelled;
    if (door.made != nullptr) what.flags |= graph::k_detachable;
    process::Task& engines = make_engines(caller, *made, what);
    if (door.made != nullptr) door.made(door.of, engines);
    hand_over(caller, *made, what.access_count != 0);
  });
}

int wait_described(const heddle_access* accesses, std::size_t count) noexcept {
  return answered([&](CallError& error) {
    const Footing caller(error);
    if (caller.task == nullptr) return;
    GivenScopes given;
    GivenScopes safe;
    if (!regional_arguments(caller, {accesses, count}, {given, safe}, error)) return;
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
  if (free_at_once(object)) [[likely]]
    return HEDDLE_OK;
  return answered([&](CallError& error) { free(object, error); });
}
void* allocate_described(Id region, std::size_t bytes) noexcept {
  if (void* const object = allocate_at_once(bytes, region)) [[likely]]
    return object;
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
