#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "front/task/event.hpp"
#include "omp/process.hpp"
#include "sync/mutex.hpp"

namespace heddle::task {

namespace {

struct Waiting {
  const omp::Worker* worker;
  const Event* event;
  std::uint64_t depth;  // so many other waits lie below it on the worker's stack
};

struct List {
  sync::Mutex<P> lock;
  std::vector<Waiting> waiting HEDDLE_GUARDED_BY(lock);  // a worker's innermost wait is its last one
};

List& list() noexcept {
  static List& all = *new List;  // never destroyed: threads may outlive every destructor
  return all;
}

std::string name_of(const Event& event) {
  // order: relaxed — a name that lives as long as the event.
  const char* const name = event.by.load(std::memory_order_relaxed);
  return name == nullptr ? "a task without a name" : std::string("\"") + name + '"';
}

// The event that the worker's innermost wait is for, or null when it does not wait, or runs a task above its waits.
const Event* awaited_by(const std::vector<Waiting>& waiting, const omp::Worker* worker, std::uint64_t above) noexcept {
  const auto at =
      std::find_if(waiting.rbegin(), waiting.rend(), [worker](const Waiting& entry) { return entry.worker == worker; });
  return at == waiting.rend() || at->depth < above || at->event->done() ? nullptr : at->event;
}

}  // namespace

bool Circles::enter(const omp::Worker& worker, const Event& event, char* names, std::size_t bytes) noexcept {
  List& all = list();
  const sync::Guard guard(all.lock);
  std::string chain;
  const Event* at = &event;
  for (std::size_t steps = 0; at != nullptr && steps <= all.waiting.size(); ++steps) {
    if (at->done()) break;
    chain += (chain.empty() ? "" : ", which waits for ") + name_of(*at);
    // order: acquire — pairs with heddle_event_by_me(): what else is known of the task.
    const omp::Worker* const next = at->runs_on.load(std::memory_order_acquire);
    if (next == &worker) {
      if (names == nullptr || bytes == 0) return true;
      chain = "this waits for " + chain + (steps == 0 ? ", which cannot go on before" : ", which waits for this");
      std::strncpy(names, chain.c_str(), bytes - 1);
      names[bytes - 1] = '\0';
      return true;
    }
    // order: relaxed — as of the acquire above.
    at = next == nullptr ? nullptr : awaited_by(all.waiting, next, at->above.load(std::memory_order_relaxed));
  }
  all.waiting.push_back({&worker, &event, omp::Process::data(worker).event_waits++});
  return false;
}

void Circles::leave(const omp::Worker& worker) noexcept {
  --omp::Process::data(worker).event_waits;
  List& all = list();
  const sync::Guard guard(all.lock);
  const auto at = std::find_if(all.waiting.rbegin(), all.waiting.rend(),
                               [&worker](const Waiting& entry) { return entry.worker == &worker; });
  if (at != all.waiting.rend()) all.waiting.erase(std::next(at).base());
}

}  // namespace heddle::task
