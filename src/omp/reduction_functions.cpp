#include "omp/reduction_functions.hpp"

#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "base/check.hpp"
#include "omp/construct.hpp"
#include "omp/reduction.hpp"
#include "omp/tasks.hpp"
#include "probe/unseen.hpp"

namespace heddle::omp {

namespace {

// So that a walk over GCC's descriptors, which hang in the same list, passes by ours: no variables, no copies.
constexpr ReductionWords k_ours = 0x48454444;  // GCC has -1 there
enum Word : std::size_t { k_kind = 3, k_next = 4, k_words = 7 };

/// The copies of all variables, one per thread; shared by a team with the task modifier.
class Copies {
 public:
  Copies(std::span<const ReducedVariable> variables, std::uint32_t threads) noexcept
      : threads_(threads), users(threads) {
    for (const ReducedVariable& variable : variables) {
      offsets_.push_back(stride_);
      stride_ += base::round_up(variable.bytes, base::k_line_bytes);
    }
    memory_ = static_cast<char*>(allocate_zeroed(stride_ * threads, base::k_line_bytes));
    made_ = std::make_unique<bool[]>(offsets_.size() * threads);
  }
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;
  ~Copies() {
    const probe::Unseen unseen;
    std::free(memory_);
  }

  void* get(std::size_t index, std::uint32_t seat, const ReducedVariable& variable) noexcept {
    void* const copy = place(index, seat);
    bool& made = made_[seat * offsets_.size() + index];  // only its own thread, until all are done
    if (!made) {
      if (variable.initialise != nullptr)
        variable.initialise(copy, variable.original != nullptr ? variable.original : variable.shared);
      made = true;
    }
    return copy;
  }

  /// Whether `address` lies in somebody's copy of the variable.
  bool holds(std::size_t index, const void* address) const noexcept {
    const auto* byte = static_cast<const char*>(address);
    if (byte < memory_ || byte >= memory_ + stride_ * threads_) return false;
    return static_cast<std::size_t>(byte - memory_) % stride_ == offsets_[index];
  }

  void combine(std::span<const ReducedVariable> variables) noexcept {
    for (std::uint32_t seat = 0; seat < threads_; ++seat) {
      for (std::size_t index = 0; index < variables.size(); ++index) {
        if (!made_[seat * offsets_.size() + index]) continue;
        variables[index].combine(variables[index].shared, place(index, seat));
        if (variables[index].end != nullptr) variables[index].end(place(index, seat));
      }
    }
  }

 private:
  void* place(std::size_t index, std::uint32_t seat) const noexcept {
    return memory_ + stride_ * seat + offsets_[index];
  }

  std::uint32_t threads_;
  std::size_t stride_ = 0;
  std::vector<std::size_t> offsets_;
  char* memory_ = nullptr;
  std::unique_ptr<bool[]> made_;

 public:
  platform::Threads::atomic<std::uint32_t> users;  // with the task modifier: threads that have not left yet
};

enum class Ownership : std::uint8_t { group, team };

/// What hangs in a group.
struct RegisteredReduction {
  ReductionWords words[k_words] = {};
  std::vector<ReducedVariable> variables;
  Copies* copies = nullptr;
  Ownership ownership = Ownership::group;
};

RegisteredReduction* hang(Group& group, std::span<const ReducedVariable> variables, Copies* copies,
                          Ownership ownership) noexcept {
  auto* registered = new RegisteredReduction;
  registered->words[k_kind] = k_ours;
  registered->words[k_next] = reinterpret_cast<ReductionWords>(group.reductions);
  registered->variables.assign(variables.begin(), variables.end());
  registered->copies = copies;
  registered->ownership = ownership;
  group.reductions = registered;
  return registered;
}

void* find_copy(RegisteredReduction& registered, std::uint32_t seat, void* variable) noexcept {
  for (std::size_t index = 0; index < registered.variables.size(); ++index) {
    const ReducedVariable& candidate = registered.variables[index];
    if (candidate.shared == variable || candidate.original == variable || registered.copies->holds(index, variable))
      return registered.copies->get(index, seat, candidate);
  }
  return nullptr;
}

void* find_in_groups(const Group* group, std::uint32_t seat, void* variable) noexcept {
  for (; group != nullptr; group = group->outer) {
    auto* words = static_cast<ReductionWords*>(group->reductions);
    for (; words != nullptr; words = reinterpret_cast<ReductionWords*>(words[k_next])) {
      if (words[k_kind] != k_ours) continue;
      if (void* copy = find_copy(*reinterpret_cast<RegisteredReduction*>(words), seat, variable)) return copy;
    }
  }
  return nullptr;
}

// The tasks are done. With the task modifier other threads' may not be: the last one combines.
void finish(RegisteredReduction& registered) noexcept {
  bool last = true;
  if (registered.ownership == Ownership::team) {
    // order: acq_rel — the last one sees what the tasks of all have added.
    last = registered.copies->users.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  if (!last) return;
  const probe::Unseen unseen;  // others have made the copies, and have left
  registered.copies->combine(registered.variables);
  delete registered.copies;
}

}  // namespace

void* register_reductions(Worker& worker, std::span<const ReducedVariable> variables) noexcept {
  Group* group = worker.task->group;
  HEDDLE_CHECK(group != nullptr, "task reductions are registered outside any taskgroup");
  return hang(*group, variables, new Copies(variables, worker.member->team->size), Ownership::group);
}

void* join_team_reductions(Worker& worker, std::span<const ReducedVariable> variables) noexcept {
  const std::uint32_t threads = worker.member->team->size;
  Group& group = taskgroup_start(worker);
  if (threads == 1) return hang(group, variables, new Copies(variables, 1), Ownership::group);
  Copies* copies = nullptr;
  ConstructShare* share = enter_construct(worker, [&](ConstructShare& content) noexcept {
    *static_cast<Copies**>(content.memory.renew(sizeof(Copies*), alignof(Copies*))) = new Copies(variables, threads);
  });
  if (share == nullptr)  // the region is cancelled
    return hang(group, variables, new Copies(variables, threads), Ownership::group);
  copies = *static_cast<Copies**>(share->memory.get());
  leave_construct(worker);
  return hang(group, variables, copies, Ownership::team);
}

void end_group_with_reductions(Worker& worker) noexcept {
  Group* const group = worker.task->group;
  auto* words = group == nullptr ? nullptr : static_cast<ReductionWords*>(group->reductions);
  taskgroup_end(worker);
  while (words != nullptr) {
    auto* next = reinterpret_cast<ReductionWords*>(words[k_next]);
    if (words[k_kind] == k_ours) {
      auto* registered = reinterpret_cast<RegisteredReduction*>(words);
      finish(*registered);
      delete registered;
    }
    words = next;
  }
}

void* reduction_copy(Worker& worker, void* registered, void* variable) noexcept {
  const std::uint32_t seat = worker.member->seat;
  void* copy =
      registered == nullptr ? nullptr : find_copy(*static_cast<RegisteredReduction*>(registered), seat, variable);
  if (copy == nullptr) copy = find_in_groups(worker.task->group, seat, variable);
  HEDDLE_CHECK(copy != nullptr, "a task has an in_reduction clause for what no enclosing construct reduces");
  return copy;
}

}  // namespace heddle::omp
