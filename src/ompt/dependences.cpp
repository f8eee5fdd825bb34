#include "ompt/dependences.hpp"

#include <pthread.h>
#include <algorithm>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "ompt/states.hpp"
#include "ompt/tool.hpp"
#include "probe/unseen.hpp"
#include "sync/mutex.hpp"

namespace heddle::ompt {

namespace {

using omp::Task;
using Tasks = std::vector<Task*>;

/// Tasks that do not wait for each other; of mode out each is alone.
struct Set {
  graph::Mode mode = graph::Mode::out;
  Tasks tasks;
};

/// An address under one parent: who comes next waits for `last`, or joins it and waits for `before`.
struct Address {
  Set last;
  Set before;
};
using Key = std::pair<const Task*, const void*>;  // parent, address

struct Open {
  int ends;  // that must come yet
  std::vector<Key> keys;
};

// Invariant: holds no task that has ended, so the tasks' states are there as long as the lock is held.
struct Table {
  sync::Mutex<platform::Threads> lock;
  std::map<Key, Address> addresses;
  std::map<const Task*, Open> open;
};

Table& table() noexcept {
  static Table& the_table = *new Table;  // threads may outlive every destructor
  return the_table;
}

bool listens() noexcept { return callback<ompt_callback_task_dependence_t>(ompt_callback_task_dependence) != nullptr; }

void enter(Address& address, Task& task, graph::Mode mode, Tasks& predecessors) {
  const bool joins = mode != graph::Mode::out && address.last.mode == mode;
  if (!joins || address.last.tasks.empty()) {
    if (!address.last.tasks.empty()) address.before = std::move(address.last);
    address.last = {mode, {}};
  }
  predecessors.insert(predecessors.end(), address.before.tasks.begin(), address.before.tasks.end());
  address.last.tasks.push_back(&task);
}

void forget(const Task& task) {
  Table& all = table();
  for (const Key& key : all.open.at(&task).keys) {
    const auto found = all.addresses.find(key);
    if (found == all.addresses.end()) continue;  // named twice
    std::erase(found->second.last.tasks, &task);
    std::erase(found->second.before.tasks, &task);
    if (found->second.last.tasks.empty() && found->second.before.tasks.empty()) all.addresses.erase(found);
  }
  all.open.erase(&task);
}

void before_fork() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { table().lock.lock(); }

void after_fork_in_parent() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { table().lock.unlock(); }

// Its tasks have mostly gone with their threads; those of the thread that is left are told of as without predecessors.
void after_fork_in_child() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  const probe::Unseen unseen;
  table().addresses.clear();
  table().open.clear();
  table().lock.unlock();
}

}  // namespace

void prepare_for_forks() noexcept {
  table();
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

void tell_predecessors(Task& task, const graph::Access* accesses, std::uint32_t count) noexcept {
  if (!listens()) return;
  const probe::Unseen unseen;
  Table& all = table();
  const sync::Guard guard(all.lock);
  Open& open = all.open[&task] = {task.has(graph::k_detachable) ? 2 : 1, {}};
  // order: relaxed — set by this thread just now.
  const Task* const parent = task.parent.load(std::memory_order_relaxed);
  Tasks predecessors;
  for (const graph::Access& access : std::span(accesses, count)) {
    open.keys.emplace_back(parent, access.address);
    enter(all.addresses[open.keys.back()], task, access.mode, predecessors);
  }
  std::ranges::sort(predecessors);
  const auto twice = std::ranges::unique(predecessors);
  predecessors.erase(twice.begin(), twice.end());
  for (Task* const before : predecessors) {
    if (before == &task) continue;  // it names the address twice
    tell<ompt_callback_task_dependence_t>(ompt_callback_task_dependence, &state_of(*before).data, &state_of(task).data);
  }
}

void end_as_predecessor(Task& task) noexcept {
  if (!listens()) return;
  const probe::Unseen unseen;
  Table& all = table();
  const sync::Guard guard(all.lock);
  const auto found = all.open.find(&task);
  if (found != all.open.end() && --found->second.ends == 0) forget(task);
}

void drop_as_predecessor(Task& task) noexcept {
  if (!listens()) return;
  const probe::Unseen unseen;
  Table& all = table();
  const sync::Guard guard(all.lock);
  if (all.open.contains(&task)) forget(task);
}

}  // namespace heddle::ompt
