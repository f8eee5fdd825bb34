#include "ompt/dependences.hpp"

#include <pthread.h>
#include <algorithm>
#include <map>
#include <vector>

#include "graph/order_sets.hpp"
#include "graph/same_address.hpp"
#include "ompt/states.hpp"
#include "ompt/tool.hpp"
#include "probe/unseen.hpp"
#include "sync/mutex.hpp"

namespace heddle::ompt {

namespace {

using omp::Task;
using Tasks = std::vector<Task*>;  // a set, those that have not ended

struct Open {
  int ends;         // that must come yet
  int told_of = 0;  // tools that are being told of it as a predecessor: its state must stay
  const Task* parent = nullptr;
  std::vector<const void*> addresses;
};

// Invariant: holds no task that has ended, so a task's state is there as long as the lock is held or Open::told_of says
// that it is in use. Tools are called without the lock: they may fork, or come back here.
struct Table {
  sync::Mutex<platform::Threads> lock;
  std::map<const Task*, graph::OrderSets<Tasks>> orders HEDDLE_GUARDED_BY(lock);  // by parent
  std::map<const Task*, Open> open HEDDLE_GUARDED_BY(lock);
};

Table& table() noexcept {
  static Table& the_table = *new Table;  // threads may outlive every destructor
  return the_table;
}

/// The predecessors that this thread is telling a tool of, and those that it was telling of when the tool came back.
struct Telling {
  Tasks tasks;  // null: has ended in the meantime
  Telling* outer = nullptr;
};
constinit thread_local Telling* this_thread_tells = nullptr;
constinit thread_local const TellsOf* this_thread_tells_of = nullptr;

bool listens() noexcept { return callback<ompt_callback_task_dependence_t>(ompt_callback_task_dependence) != nullptr; }

// Nobody who comes from now on waits for it.
void leave_addresses(Table& all, const Task& task, const Open& open) HEDDLE_REQUIRES(all.lock) {
  const auto order = all.orders.find(open.parent);
  if (order == all.orders.end()) return;
  for (const void* const address : open.addresses) order->second.leave(address, &task);
  if (order->second.empty()) all.orders.erase(order);
}

// A tool that this thread tells of the task has let it run to its end: it is told no more of it.
int stop_telling(const Task& task) {
  int times = 0;
  for (Telling* telling = this_thread_tells; telling != nullptr; telling = telling->outer) {
    for (Task*& told : telling->tasks) {
      if (told != &task) continue;
      told = nullptr;
      ++times;
    }
  }
  return times;
}

bool forget_unless_told_of(const Task& task) {
  Table& all = table();
  const sync::Guard guard(all.lock);
  const auto found = all.open.find(&task);
  if (found == all.open.end()) return true;
  found->second.told_of -= stop_telling(task);
  if (found->second.told_of > 0) return false;
  all.open.erase(found);
  return true;
}

// Its state goes when this returns.
void forget(const Task& task) {
  while (!forget_unless_told_of(task)) platform::Threads::yield();  // for the length of a tool's call
}

// Enters the task. @returns whom it waits for; they must be told of, and unmarked then.
Tasks mark_predecessors(Task& task, std::vector<graph::Access> accesses) {
  graph::join_same(accesses);
  Table& all = table();
  const sync::Guard guard(all.lock);
  // order: relaxed — set by this thread just now.
  const Task* const parent = task.parent.load(std::memory_order_relaxed);
  Open& open = all.open[&task] = {task.has(graph::k_detachable) ? 2 : 1, 0, parent, {}};
  graph::OrderSets<Tasks>& order = all.orders[parent];
  Tasks predecessors;
  for (const graph::Access& access : accesses) {
    order.for_each_before(access,
                          [&](const Tasks& set) { predecessors.insert(predecessors.end(), set.begin(), set.end()); });
    order.enter(access).push_back(&task);
    open.addresses.push_back(access.address);
  }
  std::ranges::sort(predecessors);
  const auto twice = std::ranges::unique(predecessors);
  predecessors.erase(twice.begin(), twice.end());
  for (const Task* const before : predecessors) ++all.open.at(before).told_of;
  return predecessors;
}

void unmark(const Tasks& predecessors) {
  Table& all = table();
  const sync::Guard guard(all.lock);
  for (const Task* const before : predecessors) {
    const auto found = all.open.find(before);
    if (found != all.open.end()) --found->second.told_of;  // none: this is the child of a tool that has forked
  }
}

void before_fork() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { table().lock.lock(); }

void after_fork_in_parent() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { table().lock.unlock(); }

// Its tasks have mostly gone with their threads; those of the thread that is left are told of as without predecessors.
void after_fork_in_child() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  const probe::Unseen unseen;
  table().orders.clear();
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
  Telling telling{{}, this_thread_tells};
  {
    const probe::Unseen unseen;
    telling.tasks = mark_predecessors(task, {accesses, accesses + count});
  }
  this_thread_tells = &telling;
  for (Task* const& before : telling.tasks) {
    if (before == nullptr) continue;
    tell<ompt_callback_task_dependence_t>(ompt_callback_task_dependence, &state_of(*before).data, &state_of(task).data);
  }
  this_thread_tells = telling.outer;
  const probe::Unseen unseen;
  unmark(telling.tasks);
}

TellsOf::TellsOf(const Task& task) noexcept : task_(task), outer_(this_thread_tells_of) { this_thread_tells_of = this; }

TellsOf::~TellsOf() { this_thread_tells_of = outer_; }

bool TellsOf::a_child_of(const Task& parent) noexcept {
  for (const TellsOf* told = this_thread_tells_of; told != nullptr; told = told->outer_) {
    // order: relaxed — the task is this thread's, which has made it and not yet handed it on.
    if (told->task_.parent.load(std::memory_order_relaxed) == &parent) return true;
  }
  return false;
}

void end_as_predecessor(Task& task) noexcept {
  if (!listens()) return;
  const probe::Unseen unseen;
  {
    Table& all = table();
    const sync::Guard guard(all.lock);
    const auto found = all.open.find(&task);
    if (found == all.open.end() || --found->second.ends > 0) return;
    leave_addresses(all, task, found->second);
  }
  forget(task);
}

void drop_as_predecessor(Task& task) noexcept {
  if (!listens()) return;
  const probe::Unseen unseen;
  {
    Table& all = table();
    const sync::Guard guard(all.lock);
    const auto found = all.open.find(&task);
    if (found != all.open.end()) leave_addresses(all, task, found->second);
  }
  forget(task);
}

}  // namespace heddle::ompt
