// Workers: tasks that come, their data, their bodies, and what bodies call.
#include "front/myrmics/body.hpp"
#include "simulation.hpp"

namespace heddle::myrmics_sim {

namespace {
// The bits of an argument's type (include/myrmics.h).
constexpr unsigned k_out = 2, k_no_transfer = 4, k_safe = 8, k_region = 16;
}  // namespace

void Simulation::worker_works(Cycles cycles) {
  statistics().runtime += cycles;
  engine_.work(cycles);
}

void Simulation::worker_main() { run_until(stopped_); }

void Simulation::run_until(const bool& done) {
  while (!done) {
    take_all();
    if (done) return;
    if (workers_[self()].queue.empty())
      take(fabric_.receive());
    else
      run_next();
  }
}

void Simulation::take_all() {
  while (fabric_.any()) take(fabric_.receive());
}

void Simulation::take(const Note& note) {
  statistics().runtime += machine_.messaging.handle;
  Worker& worker = workers_[self()];
  switch (note.what) {
    case What::execute:
      worker.queue.push_back({note.task});
      return;
    case What::spawned:
      worker.answered = true;
      return;
    case What::waited:
      note.task->answered = true;  // its waiter may go on
      return;
    case What::stop:
      stopped_ = true;
      return;
    default:
      return;
  }
}

/// Fetches what is not here: of the task that is to run next, and of the one behind it meanwhile.
void Simulation::order(ReadyTask& ready) {
  if (ready.ordered) return;
  ready.ordered = true;
  Worker& worker = workers_[self()];
  const Cycles begin = std::max(engine_.now(), worker.transfers_until);
  const Cycles takes = ready.task->fetch_pieces * machine_.transfer.start +
                       ready.task->fetch_bytes * 1000 / machine_.transfer.bytes_per_kcycle;
  worker.transfers_until = ready.arrives = begin + takes;
  statistics().data_bytes += ready.task->fetch_bytes;
}

void Simulation::run_next() {
  Worker& worker = workers_[self()];
  order(worker.queue[0]);
  if (worker.queue.size() > 1) order(worker.queue[1]);
  const ReadyTask next = worker.queue.front();
  worker.queue.pop_front();
  if (next.arrives > engine_.now()) engine_.sleep_until(next.arrives, "waits for data");
  execute(*next.task);
}

void Simulation::execute(Task& task) {
  Worker& worker = workers_[self()];
  Task* const outer = worker.running;
  const Cycles whole = varied(execute_of_worker_.base + task.entry_count * execute_of_worker_.argument);
  worker_works(whole / 2);
  worker.running = &task;
  ++statistics().tasks;
  myrmics::call_body(reinterpret_cast<void*>(task.body), task.words.data(), static_cast<unsigned>(task.words.size()));
  worker.running = outer;
  worker_works(whole - whole / 2);
  post({.what = What::done, .to = core_of_node(task.home), .task = &task});
}

Task& Simulation::make_task(std::uint32_t count, void** words, const unsigned* types) {
  Task& task = tasks_.emplace_back();
  task.parent = workers_[self()].running;
  task.maker = self();
  task.own_entries.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    task.words.push_back(reinterpret_cast<std::uint64_t>(words[i]));
    const unsigned type = types[i];
    if ((type & k_safe) != 0 || words[i] == nullptr) continue;
    Thing& thing = (type & k_region) != 0 ? heap_.region(task.words.back()) : heap_.object(words[i]);
    task.arguments.push_back({&thing, (type & k_out) != 0, (type & k_no_transfer) == 0});
    Entry& entry = task.own_entries.emplace_back();
    entry.mode = (type & k_out) != 0 ? region::EntryMode::write : region::EntryMode::read;
    entry.target = &thing.scope;
    entry.task = static_cast<dependence::RegionTask<P>*>(&task);
  }
  task.hands_on = !task.arguments.empty();
  for (const Argument& argument : task.arguments) task.hands_on &= !argument.transfers;
  task.entries = task.own_entries.data();
  task.entry_count = static_cast<std::uint32_t>(task.own_entries.size());
  using Routes = dependence::Routes<P>;
  HEDDLE_CHECK(Routes::merge(task), "no memory left for a simulated task");
  for (std::uint32_t i = 0; i < task.entry_count; ++i) {
    HEDDLE_CHECK(Routes::find(task, task.entries[i]) == dependence::Route::found,
                 "a simulated task names what its parent does not hold");
  }
  ++live_;
  return task;
}

/// As published: the next one has to wait until this one's home has taken note.
void Simulation::hand_over(Task& task) {
  Worker& worker = workers_[self()];
  worker_works(varied(spawn_of_worker_.base + task.entry_count * spawn_of_worker_.argument));
  worker.answered = !setup_.one_spawn_at_a_time;
  const std::uint32_t parts = parts_of(static_cast<std::uint32_t>(task.words.size()));
  post({.what = What::spawn, .to = core_of_node(worker.running->home), .task = &task, .parts = parts});
  while (!worker.answered) take(fabric_.receive());
}

void Simulation::spawn(std::uint32_t index, void** words, const unsigned* types, std::uint32_t count) {
  Task& task = make_task(count, words, types);
  task.body = table_[index];
  hand_over(task);
}

void Simulation::wait(void** words, const unsigned* types, std::uint32_t count) {
  Task& task = make_task(count, words, types);
  task.waits = true;
  hand_over(task);
  run_until(task.answered);
}

void Simulation::body_works(double units) {
  const auto cycles = static_cast<Cycles>(units * setup_.cycles_per_unit);
  statistics().body += cycles;
  engine_.work(cycles);
}

/// A worker has a slab of each of its regions at hand: the common call sends nothing.
void Simulation::memory_call() { worker_works(spawn_of_worker_.base / 4); }

void Simulation::begin_time() {
  begin_ = engine_.now();
  at_begin_ = statistics_;
  sent_at_begin_ = sent_;
}
void Simulation::end_time() {
  end_ = engine_.now();
  at_end_ = statistics_;
  sent_at_end_ = sent_;
}

}  // namespace heddle::myrmics_sim
