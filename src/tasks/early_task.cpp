#include "tasks/early_task.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "base/check.hpp"
#include "probe/unseen.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/event.hpp"
#include "tasks/spawn.hpp"
#include "tasks/wait.hpp"

namespace heddle::tasks {

namespace {

/// Of one weak access. Two events, as two domains know of it that different workers hold.
struct WeakAccess {
  heddle_access data;
  heddle_event come = HEDDLE_EVENT;  // in the order of the task's siblings
  heddle_event over = HEDDLE_EVENT;  // no task that the task has made uses the data any more
};

/// What a task that begins early shares with the tasks that stand for its weak accesses.
class EarlyTask {
 public:
  // Shares: the maker's, the task's, and for each turn those of the tasks at its begin and at its end.
  EarlyTask(const heddle_task& task, std::size_t count)
      : turns(count), shares_(static_cast<std::uint32_t>(2 + 2 * count)) {
    std::memcpy(&shown, &task, task.bytes);
  }

  void drop(std::size_t count = 1) noexcept {
    const auto mine = static_cast<std::uint32_t>(count);
    // order: acq_rel — the last one frees what the others have used.
    if (shares_.fetch_sub(mine, std::memory_order_acq_rel) != mine) return;
    const probe::Unseen unseen;
    delete this;
  }

  std::vector<WeakAccess> turns;
  heddle_task shown{};  // as the program has told it: traces show the parts with its name and line

 private:
  P::atomic<std::uint32_t> shares_;
};

struct WeakAccessTask {
  EarlyTask* all;
  std::size_t number;
};

heddle_task plain_task(void (*body)(void*), const heddle_access& access) noexcept {
  heddle_task task = HEDDLE_TASK;
  task.body = body;
  task.flags = HEDDLE_TASK_RUN_IF_CANCELLED | HEDDLE_TASK_RANGES;  // whoever is left out, turns come and go
  task.accesses = &access;
  task.access_count = 1;
  return task;
}

/// A sibling of the task, in front of it: holds the task's place in their order until the turn is over.
int spawn_place(process::Worker& worker, const heddle_task& early, const WeakAccessTask& turn) {
  WeakAccess& own = turn.all->turns[turn.number];
  const auto body = [](void* argument) {
    const WeakAccessTask& one = *static_cast<const WeakAccessTask*>(argument);
    complete(words_of(one.all->turns[one.number].come));
    one.all->drop();
  };
  heddle_task place = plain_task(body, own.data);
  WeakAccessTask argument = turn;
  place.argument = &argument;
  place.argument_bytes = sizeof argument;
  place.argument_alignment = alignof(WeakAccessTask);
  place.group = early.group;
  place.priority = early.priority;
  place.event = &own.over;
  return spawn(worker, place, {turn.all->shown, true});
}

/// The first child of the task that uses the data: those behind it wait for the turn.
void spawn_gate(process::Worker& worker, const WeakAccessTask& one) {
  WeakAccess& turn = one.all->turns[one.number];
  const heddle_access all{turn.data.address, turn.data.bytes, HEDDLE_OUT};
  heddle_task gate = plain_task([](void*) {}, all);
  gate.event = &turn.come;
  spawn(worker, gate, {one.all->shown, true});  // refused when the turn has come: then nobody need wait
}

/// The last one.
void spawn_end(process::Worker& worker, const WeakAccessTask& turn) {
  const heddle_access& data = turn.all->turns[turn.number].data;
  const heddle_access all{data.address, data.bytes, HEDDLE_OUT};
  const auto body = [](void* argument) {
    const WeakAccessTask& one = *static_cast<const WeakAccessTask*>(argument);
    complete(words_of(one.all->turns[one.number].over));
    one.all->drop();
  };
  heddle_task end = plain_task(body, all);
  WeakAccessTask argument = turn;
  end.argument = &argument;
  end.argument_bytes = sizeof argument;
  end.argument_alignment = alignof(WeakAccessTask);
  spawn(worker, end, {turn.all->shown, true});
}

/// Lies before the arguments of the task.
struct Header {
  EarlyTask* turns;
  void (*body)(void*);
  std::size_t offset;  // of the program's arguments
  bool tells;
};

struct Call {
  EarlyTask* turns;
  const heddle_task* task;
};

std::size_t offset_of_argument(const heddle_task& task) noexcept {
  return std::max(sizeof(Header), task.argument_alignment);  // both powers of two
}
static_assert((sizeof(Header) & (sizeof(Header) - 1)) == 0);

void copy_early(void* to, void* from) noexcept {
  const auto& [turns, task] = *static_cast<const Call*>(from);
  const std::size_t offset = offset_of_argument(*task);
  new (to) Header{turns, task->body, offset, (task->flags & HEDDLE_TASK_RUN_IF_CANCELLED) != 0};
  void* const argument = static_cast<char*>(to) + offset;
  if (task->copy != nullptr) {
    task->copy(argument, task->argument);
  } else if (task->argument_bytes != 0) {
    std::memcpy(argument, task->argument, task->argument_bytes);
  }
}

void run_early(void* argument) noexcept {
  const Header& header = *static_cast<const Header*>(argument);
  process::Worker& worker = runtime::current();
  EarlyTask& all = *header.turns;
  bool complete = true;
  try {
    for (std::size_t at = 0; at < all.turns.size(); ++at) spawn_gate(worker, {&all, at});
    if (header.tells || !skipped()) header.body(static_cast<char*>(argument) + header.offset);
    for (std::size_t at = 0; at < all.turns.size(); ++at) spawn_end(worker, {&all, at});
  } catch (const std::bad_alloc&) {
    complete = false;
  }
  HEDDLE_CHECK(complete, "no memory left for the weak accesses of a task");
  all.drop();
}

/// The task will not be. Of its turns, so many are held.
void give_up(EarlyTask& all, std::size_t held) noexcept {
  for (std::size_t at = 0; at < held; ++at) complete(words_of(all.turns[at].over));
  all.drop(2 + 2 * all.turns.size() - held);
}

// A place holds what it has until the turn is over, so two of them that exclude others might each hold what the other
// waits for: early tasks keep the order in which they were made.
std::uint32_t mode_of_place(const heddle_access& access) noexcept {
  const std::uint32_t mode = access.mode & ~(HEDDLE_WEAK | HEDDLE_NEAR);
  return mode == HEDDLE_COMMUTATIVE ? static_cast<std::uint32_t>(HEDDLE_OUT) : mode;
}

bool is_weak(const heddle_access& access) noexcept { return (access.mode & HEDDLE_WEAK) != 0; }

}  // namespace

int spawn_early(process::Worker& worker, const heddle_task& task) {
  const heddle_access* const end = task.accesses + task.access_count;
  std::vector<heddle_access> strong;
  std::copy_if(task.accesses, end, std::back_inserter(strong), [](const auto& access) { return !is_weak(access); });
  EarlyTask* all = nullptr;
  {
    const probe::Unseen unseen;
    all = new EarlyTask(task, task.access_count - strong.size());
  }
  auto turn = all->turns.begin();
  for (const heddle_access* access = task.accesses; access != end; ++access)
    if (is_weak(*access)) (turn++)->data = {access->address, access->bytes, mode_of_place(*access)};
  heddle_task early{};
  std::memcpy(&early, &task, task.bytes);
  Call call{all, &task};
  early.body = run_early;
  early.copy = copy_early;
  early.argument = &call;
  early.argument_bytes = offset_of_argument(task) + task.argument_bytes;
  early.argument_alignment = std::max(alignof(Header), task.argument_alignment);
  early.flags |= HEDDLE_TASK_RUN_IF_CANCELLED;
  early.accesses = strong.data();
  early.access_count = strong.size();
  std::size_t held = 0;
  int code = HEDDLE_OK;
  try {
    for (; held < all->turns.size() && code == HEDDLE_OK; held += code == HEDDLE_OK ? 1 : 0)
      code = spawn_place(worker, task, {all, held});
    if (code == HEDDLE_OK) code = spawn(worker, early, {task});
  } catch (const std::bad_alloc&) {
    code = HEDDLE_NO_MEMORY;
  }
  code == HEDDLE_OK ? all->drop() : give_up(*all, held);
  return code;
}

}  // namespace heddle::tasks
