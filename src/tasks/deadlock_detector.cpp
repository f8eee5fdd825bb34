#include "tasks/deadlock_detector.hpp"

#include <algorithm>
#include <vector>

#include "probe/unseen.hpp"
#include "runtime/sleepers.hpp"
#include "sync/mutex.hpp"
#include "tasks/worker_data.hpp"

namespace heddle::tasks {

namespace {

struct List {
  sync::Mutex<P> lock;
  std::vector<Waiting*> waits HEDDLE_GUARDED_BY(lock);
};

List& list() noexcept {
  static List& all = *new List;  // never destroyed: threads may outlive every destructor
  return all;
}

std::string name_of(const EventWords& event) {
  // order: relaxed — a name that lives as long as the event.
  const char* const name = event.by.load(std::memory_order_relaxed);
  return name == nullptr ? "a task without a name" : std::string("\"") + name + '"';
}

bool descends(const process::Task* task, const process::Task* ancestor) noexcept {
  // order: relaxed — the ancestors of a task that waits are alive, and their links do not change.
  while (task != nullptr && task != ancestor) task = task->parent.load(std::memory_order_relaxed);
  return task != nullptr;
}

bool is_in(const process::Group* innermost, const process::Group* group) noexcept {
  while (innermost != nullptr && innermost != group) innermost = innermost->outer;
  return innermost != nullptr;
}

// Whether `one`, a wait for tasks, is for the one that `other` belongs to.
bool awaits(const Waiting& one, const Waiting& other) noexcept {
  if (&one == &other || one.task == other.task) return false;
  return one.group == nullptr ? descends(other.task, one.task) : is_in(other.inside, one.group);
}

bool lies_below(const Waiting& one, const Waiting& other) noexcept {
  return one.worker == other.worker && other.depth > one.depth;
}

// Whether what `one` waits for cannot happen before `other` ends.
bool needs(const Waiting& one, const Waiting& other) noexcept {
  // order: relaxed — written under the lock.
  if (one.given_up.load(std::memory_order_relaxed)) return false;
  if (one.event == nullptr) return awaits(one, other);
  if (one.event->done()) return false;
  // order: acquire — pairs with heddle_event_set_completer(): what else is known of the task. relaxed: as of that.
  return one.event->runs_on.load(std::memory_order_acquire) == other.worker &&
         other.depth >= one.event->above.load(std::memory_order_relaxed);
}

// Whether `one` cannot end before `other` does.
bool hangs_on(const Waiting& one, const Waiting& other) noexcept {
  return lies_below(one, other) || needs(one, other);  // below even when it has been given up
}

using Path = std::vector<const Waiting*>;

// A way from the last wait of the path to its first one, appended. `met`: those that need not be looked at any more.
bool find_way_back(const std::vector<Waiting*>& waits, Path& path, Path& met) {
  const Waiting& last = *path.back();
  if (hangs_on(last, *path.front())) return true;
  for (const Waiting* next : waits) {
    if (std::find(met.begin(), met.end(), next) != met.end() || !hangs_on(last, *next)) continue;
    met.push_back(next);
    path.push_back(next);
    if (find_way_back(waits, path, met)) return true;
    path.pop_back();
  }
  return false;
}

// The first wait of a circle that need not be, or null: it is for an event, as programs rely on the end of a wait for
// tasks; and the next one does not just lie above it, for then that must go on first.
const Waiting* dispensable(const Path& circle) noexcept {
  for (std::size_t at = 0; at < circle.size(); ++at) {
    const Waiting* const next = circle[(at + 1) % circle.size()];
    if (circle[at]->event != nullptr && !lies_below(*circle[at], *next)) return circle[at];
  }
  return nullptr;
}

std::string sentence(const Path& path) {
  std::string text = "this waits for " + name_of(*path.front()->event);
  const char* which = ", which";
  for (auto at = path.begin() + 1; at != path.end(); ++at) {
    const EventWords* const event = (*at)->event;
    text += which + (event != nullptr ? " waits for " + name_of(*event) : " waits for tasks that it has made");
    which = event != nullptr ? ", which" : ", one of which";
  }
  if (path.size() == 1)
    return text + ", which is this or runs this on top of its own stack, so neither can go on: use then(), or co_await";
  if (needs(*path.back(), *path.front())) return text + which + " waits for this";
  return text + " and runs this meanwhile, on top of its own stack, so neither can go on: use then(), or co_await";
}

// The wait for an event is over, in vain. Under the lock: the wait is still in the list.
void give_up(Waiting& waiting, std::string circle) noexcept {
  waiting.circle = std::move(circle);
  // order: seq_cst — release pairs with the load of who waits; with prepare_to_park's fence the Dekker pair: the
  // sleeper sees this, or its nap is seen here.
  waiting.given_up.store(true, std::memory_order_seq_cst);
  P::fence(std::memory_order_seq_cst);
  runtime::Sleepers<P>::wake(waiting.worker->bed);
}

}  // namespace

void DeadlockDetector::enter(Waiting& waiting) noexcept {
  const probe::Unseen unseen;  // the list, and a sentence that another thread writes
  waiting.depth = worker_data(*waiting.worker).event_waits++;
  List& all = list();
  const sync::Guard guard(all.lock);
  all.waits.push_back(&waiting);
  for (;;) {
    Path path{&waiting};
    Path met;
    if (!find_way_back(all.waits, path, met)) return;
    const Waiting* const chosen = dispensable(path);
    if (chosen == nullptr) return;
    std::rotate(path.begin(), std::find(path.begin(), path.end(), chosen), path.end());
    give_up(const_cast<Waiting&>(*path.front()), sentence(path));
  }
}

void DeadlockDetector::leave(Waiting& waiting) noexcept {
  const probe::Unseen unseen;
  --worker_data(*waiting.worker).event_waits;
  List& all = list();
  const sync::Guard guard(all.lock);
  std::erase(all.waits, &waiting);
}

void DeadlockDetector::for_each(const std::function<void(const Waiting&)>& visit) {
  List& all = list();
  const sync::Guard guard(all.lock);
  for (const Waiting* waiting : all.waits) visit(*waiting);
}

void DeadlockDetector::before_fork() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { list().lock.lock(); }

void DeadlockDetector::after_fork_in_parent() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { list().lock.unlock(); }

void DeadlockDetector::after_fork_in_child() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  List& all = list();
  std::erase_if(all.waits, [](const Waiting* one) { return one->worker != P::self(); });  // their threads are gone
  all.lock.unlock();
}

}  // namespace heddle::tasks
