// Tasks on regions, and waits: arguments looked up and checked, then handed to the manager.
#include <cstring>
#include <string>

#include "regions/engine.hpp"
#include "regions/footing.hpp"
#include "runtime/patience.hpp"

namespace heddle::regions {

namespace {

using Routes = dependence::Routes<P>;
using dependence::Route;

std::string argument(unsigned index) { return "argument " + std::to_string(index + 1); }

// How an argument is to be taken. @returns false when its type makes no sense
bool read_type(std::uint32_t type, unsigned index, CallError& error) {
  constexpr std::uint32_t k_known = k_in | k_out | k_no_transfer | k_safe | k_region | k_fresh;
  if ((type & ~k_known) != 0) {
    error.set(Fault::bad_bits, argument(index) + " has the unknown bits " + std::to_string(type & ~k_known) +
                                   ", use those of the header");
  } else if ((type & (k_in | k_out | k_safe)) == 0) {
    error.set(Fault::bad_bits, argument(index) + " says neither in nor out, say one");
  } else if ((type & k_fresh) != 0 && (type & k_out) == 0) {
    error.set(Fault::bad_bits, argument(index) + " is fresh and not out, say out, too");
  }
  return !error;
}

OrderScope* region_argument(const Footing& caller, std::uint64_t word, unsigned index, CallError& error) {
  if (word == 0) {
    error.set(Fault::root_argument, argument(index) + " is region 0, which the main task holds; give a region below");
    return nullptr;
  }
  if (!region::Name::is_id(word)) {
    error.set(Fault::bad_argument,
              argument(index) + " has a region's bit and is an address, leave the bit away or give the region");
    return nullptr;
  }
  Record* const region = caller.region(word, error);
  if (region == nullptr) {
    error.text = argument(index) + ": " + error.text;
    return nullptr;
  }
  return &region->scope;
}

OrderScope* object_argument(const Footing& caller, std::uint64_t word, unsigned index, CallError& error) {
  if (region::Name::is_id(word)) {
    error.set(Fault::bad_argument, argument(index) + " is a region and lacks the region's bit, set it");
    return nullptr;
  }
  const void* const object = reinterpret_cast<const void*>(word);  // NOLINT(performance-no-int-to-ptr)
  std::size_t bytes = 0;
  State& state = *caller.state;
  if (state.tree().heap().object_around(object, bytes) != object) {
    refuse_pointer(state, object, error);
    error.code = Fault::bad_argument;
    error.text = argument(index) + ": " + error.text;
    return nullptr;
  }
  OrderScope* const scope = state.tree().scope_of(object);
  if (scope == nullptr) error.set(Fault::no_memory, "there is no memory for what is known of an object");
  return scope;
}

// The scope that an argument names; null where it is a value, or wrong.
OrderScope* scope_of(const Footing& caller, const CallArguments& given, unsigned index, CallError& error) {
  const std::uint64_t word = given.words[index];
  if (given.types == nullptr) {
    if (word == 0) return nullptr;
    return region::Name::is_id(word) ? region_argument(caller, word, index, error)
                                     : object_argument(caller, word, index, error);
  }
  const std::uint32_t type = given.types[index];
  if (!read_type(type, index, error) || (type & k_safe) != 0) return nullptr;
  if ((type & k_region) != 0) return region_argument(caller, word, index, error);
  return word == 0 ? nullptr : object_argument(caller, word, index, error);
}

unsigned count_entries(const CallArguments& given) noexcept {
  unsigned count = 0;
  for (unsigned index = 0; index < given.count; ++index)
    if (given.types == nullptr || (given.types[index] & k_safe) == 0) ++count;
  return count;
}

bool fill_entries(const Footing& caller, const CallArguments& given, EngineTask& task, CallError& error) {
  for (unsigned index = 0; index < given.count; ++index) {
    OrderScope* const scope = scope_of(caller, given, index, error);
    if (error) [[unlikely]]
      return false;
    if (scope == nullptr) continue;
    QueueEntry& entry = task.entries[task.entry_count++];
    entry.target = scope;
    entry.task = static_cast<dependence::RegionTask<P>*>(&task);
    entry.mode = given.types == nullptr || (given.types[index] & k_out) != 0 ? EntryMode::write : EntryMode::read;
  }
  return true;
}

[[gnu::cold]] bool refuse_route(const Footing& caller, const EngineTask& task, const QueueEntry& entry,
                                CallError& error) {
  State& state = *caller.state;
  const std::string what = name_of(state, *entry.target);
  const std::string parent = name_of(*task.parent);
  if (entry.holder == nullptr) {
    error.set(Fault::outside_footprint, what + ", of " + name_of(task) + ", is nothing that " + parent +
                                            " has as an argument, give it to that one, too");
  } else {
    error.set(Fault::write_under_read, what + " is written by " + name_of(task) + ", and " + parent + " has " +
                                           name_of(state, *entry.high) + " to read only, let that one write it, too");
  }
  return false;
}

bool find_ways(const Footing& caller, EngineTask& task, CallError& error) {
  bool memory = Routes::merge(task);
  for (std::uint32_t index = 0; memory && index < task.entry_count; ++index) {
    const Route route = Routes::find(task, task.entries[index]);
    if (route == Route::found) [[likely]]
      continue;
    if (route != Route::no_memory) return refuse_route(caller, task, task.entries[index], error);
    memory = false;
  }
  if (!memory) error.set(Fault::no_memory, "there is no memory for a task");
  return memory;
}

// A task or a wait with its arguments, ready to be handed over; or null, and why.
EngineTask* prepare(const Footing& caller, const CallArguments& given, Place place, CallError& error) {
  if (given.words == nullptr && given.count != 0) {
    error.set(Fault::null_arguments, "the array of arguments is null, give one of " + std::to_string(given.count));
    return nullptr;
  }
  EngineTask* const task = make_task(count_entries(given), given.count);
  if (task == nullptr) {
    error.set(Fault::no_memory, "there is no memory for a task");
    return nullptr;
  }
  task->parent = caller.task;
  task->root = caller.task->root;
  task->file = place.file;
  task->line = place.line;
  if (fill_entries(caller, given, *task, error) && find_ways(caller, *task, error)) return task;
  forget_task(*task);
  return nullptr;
}

// The engine's task of a task on regions.
void run_body(void* argument) {
  auto& task = static_cast<EngineTask&>(**static_cast<graph::HoldBack<P>**>(argument));
  process::Worker& worker = runtime::current();
  RegionsData& data = regions_data(worker);
  EngineTask* const below = data.current;
  const process::Task* const below_task = data.current_task;
  data.current = &task;
  data.current_task = worker.task;
  task.call(task.code, task.words, task.word_count);
  data.current = below;
  data.current_task = below_task;
}

}  // namespace

bool spawn(const NewTask& what, CallError& error) {
  const Footing caller(error);
  if (caller.task == nullptr) return false;
  if (what.code == nullptr) {
    error.set(Fault::null_body, "the function is null, put it into the table");
    return false;
  }
  if (what.arguments.types == nullptr && what.arguments.count != 0) {
    error.set(Fault::null_arguments, "the array of types is null, give one of as many as arguments");
    return false;
  }
  EngineTask* const task = prepare(caller, what.arguments, what.place, error);
  if (task == nullptr) return false;
  task->call = what.call;
  task->code = what.code;
  if (what.arguments.count != 0)
    std::memcpy(task->words, what.arguments.words, what.arguments.count * sizeof(std::uint64_t));
  process::Worker& worker = caller.worker;
  const process::Visit visit(worker);
  task->team = worker.member->team;
  // order: relaxed — published with the task.
  task->held_by.store(1, std::memory_order_relaxed);
  graph::HoldBack<P>* held = task;
  task->task =
      &Tasking::make_held(worker, {.body = run_body, .data = &held, .bytes = sizeof held, .alignment = alignof(void*)});
  if (task->entry_count != 0) {
    caller.state->manager().spawn(*task);
  } else {
    Tasking::let_go(worker, *task->task, *task->team);
  }
  constexpr std::uint64_t k_between = 64;  // looks at how far ahead it is: a line of each member's
  if (++caller.data->spawned % k_between == 0) [[unlikely]]
    hold_back(worker);
  return true;
}

bool wait(const CallArguments& arguments, Place place, CallError& error) {
  const Footing caller(error);
  if (caller.task == nullptr) return false;
  EngineTask* const task = prepare(caller, arguments, place, error);
  if (task == nullptr) return false;
  if (task->entry_count == 0) {
    forget_task(*task);
    return true;
  }
  const process::Visit visit(caller.worker);
  task->waits = true;
  task->waiter = &caller.worker;
  caller.state->manager().spawn(*task);
  // order: acquire — pairs with State::ready(): what those did that it has waited for.
  Tasking::wait_held(caller.worker, [task] { return task->told.load(std::memory_order_acquire); }, [] {});
  caller.state->manager().ended(*task);
  return true;
}

// Until three quarters of the window are pending, or nothing moves though everybody could. It runs nothing itself while
// others do: who spawns is not to run what it has spawned on its stack.
void hold_back(process::Worker& worker) noexcept {
  constexpr std::uint32_t k_vain_ns = 200'000;  // a wake-up, and the time slice of another thread
  const process::Team& team = *worker.member->team;
  const std::int64_t window = worker.runtime->settings().window;
  std::int64_t before = Tasking::pending(team);
  if (before <= window) return;
  runtime::Patience<P> patience(k_vain_ns, team.size > team.processors, &worker.courtesy);
  while (before > window - window / 4) {
    const auto progress = [&team, before] { return Tasking::pending(team) < before; };
    if (team.size > 1 && (progress() || patience.wait_a_little(progress))) {
      before = Tasking::pending(team);
      patience.renew();
      continue;
    }
    process::Task* const task = Tasking::find_descendant(worker);
    if (task == nullptr) break;  // what is pending waits for what comes next
    Tasking::run(worker, task);
    Tasking::flush(worker);
    before = Tasking::pending(team);
  }
}

}  // namespace heddle::regions
