// One run: a main task that holds a tree of its own; with several ranks, where it begins and ends on all of them.
#include <cstdlib>

#include "base/trust.hpp"
#include "process/region.hpp"
#include "process/standing.hpp"
#include "process/team_size.hpp"
#include "regions/away.hpp"
#include "regions/engine.hpp"
#include "regions/footing.hpp"
#include "regions/fork.hpp"
#include "regions/partner.hpp"
#include "regions/remote.hpp"
#include "regions/settings.hpp"
#include "regions/table_place.hpp"

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

bool is_explicit_number() noexcept { return base::variable("OMP_NUM_THREADS") != nullptr; }

// With the first run: the ranks meet, if a launcher has started several. @returns false, and says why
bool meet(CallError& error) {
  if (cluster::Ranks::here() != nullptr || !cluster::Ranks::wanted()) return true;
  if (State::made() != nullptr) {
    error.set(Fault::running,
              "regions were used before the ranks have met, begin with this call, or set HEDDLE_MPI=off");
    return false;
  }
  std::string why;
  const cluster::Wish wish{read_settings().space_bytes, process::threads_for(runtime::current(), 0),
                           is_explicit_number()};
  if (!cluster::Ranks::start(wish, why)) {
    error.set(Fault::no_ranks, why);
    return false;
  }
  watch_end();
  return true;
}

void tell_all(const cluster::Writer& message, bool every_worker) {
  cluster::Ranks& ranks = *cluster::Ranks::here();
  for (unsigned rank = 1; rank < ranks.count(); ++rank)
    for (unsigned worker = 0; worker < (every_worker ? ranks.workers() : 1U); ++worker)
      ranks.send(rank, worker, message);
}

void help_only(void* /*argument*/) noexcept {}

// With a worker on this rank for each worker of another.
void run_on_all_ranks(process::Worker& worker, const RunRequest& request, EngineTask& task) {
  const cluster::Ranks& ranks = *cluster::Ranks::here();
  cluster::Writer begin;
  begin.put(Say::begin);
  write_table(begin, request.table);
  tell_all(begin, true);
  const process::Team& team = process::open_region(worker, {help_only, nullptr, ranks.count() * ranks.workers()});
  note_run(&team, request);
  Main main{&task};
  (void)Tasking::open_group(worker);
  Tasking::run_included(worker, run_main, &main, 0);
  Tasking::close_group(worker);
  process::close_region(worker);
  note_run(nullptr, {});
  cluster::Writer over;
  tell_all(over.put(Say::over), false);
}

void run_alone(process::Worker& worker, EngineTask& task) {
  const process::Visit visit(worker);
  Main main{&task};
  (void)Tasking::open_group(worker);
  Tasking::run_included(worker, run_main, &main, 0);
  Tasking::close_group(worker);
}

// @returns the main task, or null, and says why
EngineTask* make_main(State& state, const RunRequest& request, CallError& error) {
  Record* const root = state.tree().make(nullptr, 0);
  EngineTask* const task = root == nullptr ? nullptr : make_task(runtime::current(), 0, request.words.second);
  if (task == nullptr) {
    if (root != nullptr) state.tree().free(*root, [](Record&) {});
    error.set(Fault::no_memory, "there is no memory for the main task");
    return nullptr;
  }
  task->is_main = true;
  task->root = &root->scope;
  task->call = request.main;
  task->code = static_cast<void*>(request.table);
  for (unsigned index = 0; index < request.words.second; ++index) task->words[index] = request.words.first[index];
  return task;
}

}  // namespace

bool run(const RunRequest& request, CallError& error) {
  if (!meet(error)) return false;
  if (on_other_rank()) {
    away::serve(request);
    return true;
  }
  State* const state = State::get(error);
  if (state == nullptr) return false;
  if (request.table == nullptr) {
    error.set(Fault::null_body, "the main function is null, put it into the table");
    return false;
  }
  bool nobody = false;
  // order: acquire — pairs with the end of the run before; relaxed on failure: nothing is looked at.
  if (!is_running.compare_exchange_strong(nobody, true, std::memory_order_acquire, std::memory_order_relaxed)) {
    error.set(Fault::running, "a run is under way, start another when it is over");
    return false;
  }
  EngineTask* const task = make_main(*state, request, error);
  if (task != nullptr) {
    Record& root = Record::of(*task->root);
    process::Worker& worker = runtime::current();
    state->copies() != nullptr ? run_on_all_ranks(worker, request, *task) : run_alone(worker, *task);
    state->manager().in_peace([&] { state->tree().free(root, [](Record&) {}); });
    forget_task(*task);
  }
  // order: release — pairs with the next run.
  is_running.store(false, std::memory_order_release);
  return task != nullptr;
}

bool is_away() noexcept { return on_other_rank(); }

void serve_until_end(const RunRequest& request) {
  for (;;) away::serve(request);
}

void forget_run() noexcept { is_running.store(false, std::memory_order_relaxed); }  // order: relaxed — one thread

bool inside() noexcept {
  if (on_other_rank()) return away::inside();
  const State* const state = State::made();
  if (state == nullptr) return false;
  const process::Worker& worker = runtime::current();
  const RegionsData& data = regions_data(worker);
  return data.current != nullptr && data.current_task == worker.task;
}

unsigned worker_id() noexcept { return on_other_rank() ? away::worker_id() : runtime::current().member->seat; }
unsigned workers() noexcept { return on_other_rank() ? away::workers() : runtime::current().member->team->size; }
unsigned schedulers() noexcept {
  if (on_other_rank()) return away::schedulers();
  State* const state = State::made();
  return state == nullptr ? 1 : state->manager().node_count();
}

namespace {

// The process ends, on whichever rank: all of them do.
void end_with_all(int status, void* /*own*/) {
  if (away::has_parted()) return;
  cluster::Ranks& ranks = *cluster::Ranks::here();
  // order: relaxed — a look, for a message.
  if (on_other_rank() ? away::is_busy() : is_running.load(std::memory_order_relaxed)) {
    cluster::say_of_rank("rank " + std::to_string(ranks.rank()) + " on " + ranks.host() +
                         ": the program ends (status " + std::to_string(status) +
                         ") while tasks run, let main return instead");
    ranks.abort(status != 0 ? status : 1);
  }
  if (on_other_rank()) {
    (void)away::await_end();
  } else {
    cluster::Writer bye;
    tell_all(bye.put(Say::bye).put(status), false);
  }
  ranks.part();
}

}  // namespace

void watch_end() noexcept { (void)::on_exit(end_with_all, nullptr); }

}  // namespace heddle::regions
