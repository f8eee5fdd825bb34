#include "regions/verify.hpp"

#include <iterator>
#include <string>
#include <string_view>

#include "base/message.hpp"
#include "process/findings.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::regions {

namespace {

bool covers(const EngineTask& task, const OrderScope* scope, bool reads) noexcept {
  for (; scope != nullptr; scope = scope->up)
    for (std::uint32_t index = 0; index < task.entry_count; ++index) {
      const QueueEntry& entry = task.entries[index];
      if (entry.target == scope && (reads || entry.mode == EntryMode::write)) return true;
    }
  return false;
}

// The scope itself, or one around it.
bool is_around(const OrderScope* around, const OrderScope* scope) noexcept {
  while (scope != nullptr && scope != around) scope = scope->up;
  return scope != nullptr;
}

// What a touch has met.
struct Touch {
  bool covered = false;             // the task names it, or what it lies in
  const QueueEntry* met = nullptr;  // of a task that writes it, behind whose back it is touched
};

// In peace. From the object's scope up to the one that the task holds: who stands there before the task's own entry
// has been given it by the task, or by one of its descendants.
Touch look_up(const EngineTask& task, const OrderScope& object) noexcept {
  Touch found;
  for (const OrderScope* at = &object; at != nullptr; at = at->up) {
    const QueueEntry* const own = task.entry_of(at);
    for (const QueueEntry* entry = at->first; entry != nullptr && entry != own; entry = entry->behind)
      if (found.met == nullptr && !entry->reads() && is_around(entry->target, &object)) found.met = entry;
    found.covered = own != nullptr || (task.is_main && at == task.root);
    if (found.covered) break;
  }
  return found;
}

/// Places of a finding.
struct Pair {
  const void* files[2];
  int lines[2];
  bool operator==(const Pair&) const = default;
};

/// Findings that have been told.
class ToldPairs {
 public:
  /// @returns whether it was not there, and there was room
  bool add(const Pair& pair) noexcept {
    const sync::Guard guard(lock_);
    for (std::size_t at = 0; at < count_; ++at)
      if (told_[at] == pair) return false;
    if (count_ == std::size(told_)) return false;
    told_[count_++] = pair;
    return true;
  }

 private:
  sync::SpinLock<P> lock_;
  Pair told_[64] HEDDLE_GUARDED_BY(lock_) = {};
  std::size_t count_ HEDDLE_GUARDED_BY(lock_) = 0;
};
constinit ToldPairs told_pairs;

// Whether this is the first time, of so many that are kept.
bool is_new(const void* toucher, int line, const void* other, int other_line) noexcept {
  process::note_finding();
  return told_pairs.add({{toucher, other}, {line, other_line}});
}

void tell(State& state, const EngineTask& task, OrderScope& scope, const QueueEntry* met) {
  const auto* const other = met == nullptr ? nullptr : static_cast<const dependence::RegionTask<P>*>(met->task);
  if (!is_new(task.file, task.line, other == nullptr ? nullptr : other->file, other == nullptr ? 0 : other->line))
    return;
  const std::string what = scope.is_region ? "something in " + name_of(state, scope) : name_of(state, scope);
  if (other == nullptr)
    return base::warn(
        {"HEDDLE_VERIFY: ", name_of(task), " touches ", what, ", and names neither that nor what it lies in; name it"});
  base::warn({"HEDDLE_VERIFY: ", name_of(task), " touches ", what, " behind the back of ", name_of(*other),
              ", which writes it; wait for that one before"});
}

}  // namespace

bool are_covered(const Footing& caller, const GivenScopes& safe, const EngineTask& task, CallError& error) {
  for (unsigned at = 0; at < safe.count(); ++at) {
    OrderScope* const scope = scope_named(caller, safe[at], error);
    if (scope == nullptr) return false;
    if (covers(task, scope, safe[at].reads)) continue;
    error.set(Fault::uncovered, "argument " + std::to_string(safe[at].argument + 1) +
                                    " is safe, and no other argument covers " + name_of(*caller.state, *scope) +
                                    (safe[at].reads ? "" : " to write it") + ", name it or what it lies in, too");
    return false;
  }
  return true;
}

void verify_touch(const void* address) noexcept {
  State* const state = State::made();
  Record* const region = state == nullptr ? nullptr : state->store().around(address);
  if (region == nullptr) return;  // another one's memory, or freed: the processor's affair
  const EngineTask* const task = current_task(*state, runtime::current());
  if (task == nullptr) {
    if (is_new(region, -1, nullptr, 0))
      base::warn({"HEDDLE_VERIFY: a task that names no region touches something in ", name_of(*state, region->scope),
                  "; name that"});
    return;
  }
  state->manager().in_peace([&] {
    std::size_t bytes = 0;
    const void* const object = state->tree().heap().object_around(address, bytes);
    OrderScope* const known = object == nullptr ? nullptr : state->tree().known_scope_of(object);
    OrderScope& scope = known == nullptr ? region->scope : *known;
    const Touch found = look_up(*task, scope);
    if (!found.covered || found.met != nullptr) tell(*state, *task, scope, found.covered ? found.met : nullptr);
  });
}

}  // namespace heddle::regions
