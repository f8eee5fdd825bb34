// One run: a main task that holds a tree of its own.
#include "process/standing.hpp"
#include "regions/engine.hpp"
#include "regions/footing.hpp"
#include "regions/fork.hpp"

namespace heddle::regions {

namespace {

constinit P::atomic<bool> is_running{false};

struct Main {
  EngineTask* task;
};

void run_main(void* argument) {
  EngineTask& task = *static_cast<Main*>(argument)->task;
  process::Worker& worker = runtime::current();
  RegionsData& data = regions_data(worker);
  EngineTask* const below = data.current;
  const process::Task* const below_task = data.current_task;
  data.current = &task;
  data.current_task = &Tasking::settle(worker);
  task.call(task.code, task.words, task.word_count);
  data.current = below;
  data.current_task = below_task;
}

}  // namespace

bool run(Call call, void* code, std::pair<const std::uint64_t*, unsigned> words, CallError& error) {
  State* const state = State::get(error);
  if (state == nullptr) return false;
  if (code == nullptr) {
    error.set(Fault::null_body, "the main function is null, put it into the table");
    return false;
  }
  bool nobody = false;
  // order: acquire — pairs with the end of the run before; relaxed on failure: nothing is looked at.
  if (!is_running.compare_exchange_strong(nobody, true, std::memory_order_acquire, std::memory_order_relaxed)) {
    error.set(Fault::running, "a run is under way, start another when it is over");
    return false;
  }
  Record* const root = state->tree().make(nullptr, 0);
  EngineTask* const task = root == nullptr ? nullptr : make_task(runtime::current(), 0, words.second);
  if (task == nullptr) {
    if (root != nullptr) state->tree().free(*root, [](Record&) {});
    // order: release — pairs with the next run.
    is_running.store(false, std::memory_order_release);
    error.set(Fault::no_memory, "there is no memory for the main task");
    return false;
  }
  task->is_main = true;
  task->root = &root->scope;
  task->call = call;
  task->code = code;
  for (unsigned index = 0; index < words.second; ++index) task->words[index] = words.first[index];
  process::Worker& worker = runtime::current();
  {
    const process::Visit visit(worker);
    Main main{task};
    (void)Tasking::open_group(worker);
    Tasking::run_included(worker, run_main, &main, 0);
    Tasking::close_group(worker);
  }
  state->manager().in_peace([&] { state->tree().free(*root, [](Record&) {}); });
  forget_task(*task);
  // order: release — pairs with the next run.
  is_running.store(false, std::memory_order_release);
  return true;
}

void forget_run() noexcept { is_running.store(false, std::memory_order_relaxed); }  // order: relaxed — one thread

bool inside() noexcept {
  const State* const state = State::made();
  if (state == nullptr) return false;
  const process::Worker& worker = runtime::current();
  const RegionsData& data = regions_data(worker);
  return data.current != nullptr && data.current_task == worker.task;
}

unsigned worker_id() noexcept { return runtime::current().member->seat; }
unsigned workers() noexcept { return runtime::current().member->team->size; }
unsigned schedulers() noexcept {
  State* const state = State::made();
  return state == nullptr ? 1 : state->manager().node_count();
}

}  // namespace heddle::regions
