// One run: a main task that holds a tree of its own; with several ranks, where it begins and ends on all of them.
#include <pthread.h>
#include <unistd.h>

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
// Rank 0, by who runs.
std::uint32_t runs = 0;
bool others_stay = false;  // in the run that they have called first, with its table, until the end

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

// Worker 0 of each.
void tell_all(const cluster::Writer& message) {
  cluster::Ranks& ranks = *cluster::Ranks::here();
  for (unsigned rank = 1; rank < ranks.count(); ++rank) ranks.send(rank, 0, message);
}

// Other ranks know the table that they have called the run with themselves, and what lies in the program or a library.
bool refuse_table(const RunRequest& request, CallError& error) {
  if (!others_stay || is_everywhere(request.table)) return false;
  error.set(Fault::running,
            "other ranks know the table of their first run alone, and this one lies on the stack or heap, make it "
            "static, or call myrmics_run_everywhere on all ranks for every run");
  return true;
}

void help_only(void* /*argument*/) noexcept {}

// With a worker on this rank for each worker of another.
void run_on_all_ranks(process::Worker& worker, const RunRequest& request, EngineTask& task) {
  const cluster::Ranks& ranks = *cluster::Ranks::here();
  cluster::Writer begin;
  begin.put(Say::begin).put(++runs);
  write_table(begin, request.table);
  tell_all(begin);
  others_stay = others_stay || !request.returns_everywhere;
  const process::Team& team = process::open_region(worker, {help_only, nullptr, ranks.count() * ranks.workers()});
  note_run(runs, &team, request);
  Main main{&task};
  (void)Tasking::open_group(worker);
  Tasking::run_included(worker, run_main, &main, 0);
  Tasking::close_group(worker);
  process::close_region(worker);
  note_run(0, nullptr, {});
  cluster::Writer over;
  tell_all(over.put(Say::over));
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

bool run_here(const RunRequest& request, CallError& error) {
  State* const state = State::get(error);
  if (state == nullptr) return false;
  if (request.table == nullptr) {
    error.set(Fault::null_body, "the main function is null, put it into the table");
    return false;
  }
  if (state->copies() != nullptr && refuse_table(request, error)) return false;
  EngineTask* const task = make_main(*state, request, error);
  if (task == nullptr) return false;
  Record& root = Record::of(*task->root);
  process::Worker& worker = runtime::current();
  state->copies() != nullptr ? run_on_all_ranks(worker, request, *task) : run_alone(worker, *task);
  state->manager().in_peace([&] { state->tree().free(root, [](Record&) {}); });
  forget_task(*task);
  return true;
}

}  // namespace

bool run(const RunRequest& request, CallError& error) {
  bool nobody = false;
  // order: acquire — pairs with the end of the run before; relaxed on failure: nothing is looked at.
  if (!is_running.compare_exchange_strong(nobody, true, std::memory_order_acquire, std::memory_order_relaxed)) {
    error.set(Fault::running, "a run is under way, start another when it is over");
    return false;
  }
  const bool has_run = meet(error) && (on_other_rank() ? (away::serve(request), true) : run_here(request, error));
  // On other ranks it goes on: serve_until_end().
  // order: release — pairs with the next run.
  if (!has_run || !on_other_rank() || request.returns_everywhere) is_running.store(false, std::memory_order_release);
  return has_run;
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

pid_t registered = 0;  // the process of watch_end()

// The process ends, on whichever rank: all of them do. A child of a fork is no rank.
void end_with_all(int status, void* /*own*/) {
  if (::getpid() != registered || away::has_parted()) return;
  cluster::Ranks& ranks = *cluster::Ranks::here();
  // order: relaxed — a look, for a message.
  const bool runs_tasks = on_other_rank() ? away::is_busy() : is_running.load(std::memory_order_relaxed);
  if (runs_tasks || (on_other_rank() && away::serves())) {
    cluster::say_of_rank("rank " + std::to_string(ranks.rank()) + " on " + ranks.host() +
                         ": the program ends (status " + std::to_string(status) + ") while " +
                         (runs_tasks ? "tasks run" : "the rank serves rank 0") + ", let main return instead");
    ranks.abort(status != 0 ? status : 1);
  }
  if (on_other_rank()) {
    (void)away::await_end();
  } else {
    cluster::Writer bye;
    tell_all(bye.put(Say::bye).put(status));
  }
  ranks.part();
}

}  // namespace

void watch_end() noexcept {
  registered = ::getpid();
  (void)::pthread_atfork(nullptr, nullptr, forget_run);  // on other ranks, too, which have no State
  (void)::on_exit(end_with_all, nullptr);
}

}  // namespace heddle::regions
