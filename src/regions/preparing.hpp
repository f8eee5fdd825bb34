// A task or a wait, from what it names to where it is handed over.
#pragma once

#include <cstdint>
#include <vector>

#include "regions/engine.hpp"
#include "regions/footing.hpp"
#include "runtime/tasking.hpp"

namespace heddle::regions {

/// What a task names, in the order of its arguments.
class GivenScopes {
 public:
  struct One {
    std::uint64_t word;
    unsigned argument;
    bool is_region;
    bool reads;
    bool moves;         // the task touches it
    OrderScope* scope;  // null: still to be looked up
    bool fresh = false;
  };

  void add(const One& one) {
    count_ < k_few ? void(few_[count_] = one) : many_.push_back(one);
    ++count_;
  }
  const One& operator[](unsigned at) const noexcept { return at < k_few ? few_[at] : many_[at - k_few]; }
  unsigned count() const noexcept { return count_; }

 private:
  static constexpr unsigned k_few = 8;
  One few_[k_few];  // as many as count_ have been made
  std::vector<One> many_;
  unsigned count_ = 0;
};

/// What one names. @returns null, and says why
OrderScope* scope_named(const Footing& caller, const GivenScopes::One& one, CallError& error);

struct TaskRoom {
  std::uint32_t words;  // for its arguments
  Place place;
  std::uint32_t values = 0;  // of these words, which may be addresses (bring_values)
};

/// @returns null, and says why
EngineTask* prepare(const Footing& caller, const GivenScopes& given, const TaskRoom& room, CallError& error);
/// Notes what it touches, behind its words.
void note_uses(const GivenScopes& given, EngineTask& task) noexcept;
/// With several ranks: values that are objects of regions which the task names come along, to be read: tables that say
/// what else lies there.
void bring_values(State& state, const CallArguments& arguments, EngineTask& task) noexcept;
/// Makes the engine's task. @param what  accesses of siblings, priority, flags
process::Task& make_engines(const Footing& caller, EngineTask& task, runtime::Spawn what);
/// Hands the two to the manager. @param siblings  whether it has accesses of siblings
void hand_over(const Footing& caller, EngineTask& task, bool siblings);
/// Waits until what the task names is granted; it is over then.
void wait_for(const Footing& caller, EngineTask& task);

}  // namespace heddle::regions
