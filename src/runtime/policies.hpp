// The policies that can be chosen at run time: what the rows of their tables hold. There is one table for each kind:
// scheduler_table.hpp, dependence_table.hpp and loop_table.hpp. Whoever offers a choice (the environment, heddle_set,
// the command, the simulator and its files, traces) reads the tables by name, so that a new policy is one row.
// `tools/new` writes the row, and the policy's room.
//
// Tables are constant. Any thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "dependence/async/parameters.hpp"
#include "graph/dependence_manager.hpp"
#include "graph/idle_job.hpp"
#include "graph/loop_schedule.hpp"
#include "graph/scheduler.hpp"

namespace heddle::loop {
template <class P>
class LoopHistory;
}

namespace heddle::runtime {

/// What a scheduler is made for.
struct SchedulerSetup {
  std::uint32_t seats = 1;                         // of the team
  std::span<const std::uint32_t> localities = {};  // cpus of each; none: the machine is one
  std::uint64_t patience_ns = UINT64_MAX;          // after which a task leaves its locality; UINT64_MAX: never
};

template <class P>
struct SchedulerPolicy {
  const char* name;
  const char* about;
  std::unique_ptr<graph::Scheduler<P>> (*make)(const SchedulerSetup& setup);
  bool by_locality = false;  // wants to know the machine's localities
};

/// What a dependence manager is made for.
struct ManagerSetup {
  std::uint32_t seats = 1;  // of the team
  dependence::AsyncParameters async = {};
};

/// A manager, and the job that its team's idle workers do for it; null for a manager that leaves nothing for later.
template <class P>
struct Made {
  std::unique_ptr<graph::DependenceManager<P>> manager;
  graph::IdleJob<P>* job = nullptr;  // lives in the manager
};

template <class P>
struct DependencePolicy {
  const char* name;
  const char* about;
  Made<P> (*make)(const ManagerSetup& setup);
};

/// What a loop that asks for no chunk size gets from its schedule.
enum class ChunkRule : std::uint8_t { at_least_one, own_choice };

struct LoopTraits {
  /// GOMP's and omp_sched_t's where there is one, from 6 on ours. Raw traces and heddle/loop.h hold it, so it stays.
  std::uint8_t number = 0;
  ChunkRule chunk = ChunkRule::at_least_one;
  bool balances = false;  // a thread's chunks come in any order: only for loops that allow it
  bool fixed = false;     // who runs what follows from the loop alone: a loop that has this schedule keeps it
  bool brief = false;     // a loop of few chunks is run by loop/brief instead
};
inline constexpr std::uint8_t k_loop_numbers = 16;  // all lie below; 0, 4 and 5 mean something else to GOMP

/// What a loop schedule is made for.
template <class P>
struct LoopSetup {
  loop::LoopHistory<P>* history = nullptr;  // what the team remembers of its loops; null: nothing
  bool interrupts = false;                  // threads of the team may interrupt each other
};

template <class P>
struct LoopPolicy {
  const char* name;
  const char* about;
  LoopTraits traits;
  std::unique_ptr<graph::LoopSchedule<P>> (*make)(const LoopSetup<P>& setup);
};

/// All of them; of schedulers and managers the default comes first.
template <class P>
std::span<const SchedulerPolicy<P>> schedulers() noexcept;
template <class P>
std::span<const DependencePolicy<P>> dependence_managers() noexcept;
template <class P>
std::span<const LoopPolicy<P>> loop_schedules() noexcept;

/// The traits of the loop schedule with each number. A number without one has the traits that it begins with.
extern const std::array<LoopTraits, k_loop_numbers> loop_traits;

/// The row with this name; null when there is none.
template <class Policy>
constexpr const Policy* find_policy(std::span<const Policy> policies, std::string_view name) noexcept {
  for (const Policy& policy : policies)
    if (policy.name == name) return &policy;
  return nullptr;
}

/// The same, or the default's row when there is none.
template <class Policy>
const Policy& policy_named(std::span<const Policy> policies, std::string_view name) noexcept {
  const Policy* const found = find_policy(policies, name);
  return found != nullptr ? *found : policies.front();
}

/// The loop schedule with this number; null when there is none.
template <class P>
constexpr const LoopPolicy<P>* find_loop(std::span<const LoopPolicy<P>> policies, unsigned number) noexcept {
  for (const LoopPolicy<P>& policy : policies)
    if (policy.traits.number == number) return &policy;
  return nullptr;
}

/// The names of all, in the order of the table: what an unknown name is answered with (base/spelling.hpp).
template <class Policy>
std::vector<std::string_view> names_of(std::span<const Policy> policies) {
  std::vector<std::string_view> names;
  for (const Policy& policy : policies) names.emplace_back(policy.name);
  return names;
}

}  // namespace heddle::runtime
