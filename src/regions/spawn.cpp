// Tasks on regions, and waits: arguments looked up and checked, then handed to the manager.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "probe/order.hpp"
#include "process/verifying.hpp"
#include "regions/away.hpp"
#include "regions/engine.hpp"
#include "regions/footing.hpp"
#include "regions/partner.hpp"
#include "regions/preparing.hpp"
#include "regions/remote.hpp"
#include "regions/verify.hpp"

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
  if (OrderScope* const known = state.tree().known_scope_at(object, bytes); known != nullptr) [[likely]]
    return known;
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

// What the arguments name; values are left out. @returns false when one is wrong
bool read_arguments(const CallArguments& arguments, GivenScopes& given, CallError& error) {
  for (unsigned index = 0; index < arguments.count; ++index) {
    const std::uint64_t word = arguments.words[index];
    if (arguments.types == nullptr) {
      if (word != 0) given.add({word, index, region::Name::is_id(word), false, true, nullptr});
      continue;
    }
    const std::uint32_t type = arguments.types[index];
    if (!read_type(type, index, error)) [[unlikely]]
      return false;
    if ((type & k_safe) != 0 || (word == 0 && (type & k_region) == 0)) continue;
    given.add({word, index, (type & k_region) != 0, (type & k_out) == 0, (type & k_no_transfer) == 0, nullptr,
               (type & k_fresh) != 0});
  }
  return true;
}

// Of an object, about.
std::uint32_t units_of(State& state, std::uint64_t word) {
  constexpr std::size_t k_most = (std::size_t{1} << 31) - 1;
  std::size_t bytes = 0;
  const auto* const object = reinterpret_cast<const void*>(word);  // NOLINT(performance-no-int-to-ptr)
  (void)state.tree().heap().object_around(object, bytes);
  return static_cast<std::uint32_t>(std::min(bytes / region::k_unit, k_most));
}

bool fill_entries(const Footing& caller, const GivenScopes& given, EngineTask& task, CallError& error) {
  for (unsigned at = 0; at < given.count(); ++at) {
    const GivenScopes::One& one = given[at];
    OrderScope* const scope = scope_named(caller, one, error);
    if (scope == nullptr) [[unlikely]]
      return false;
    QueueEntry& entry = task.entries[task.entry_count++];
    entry.target = scope;
    entry.task = static_cast<dependence::RegionTask<P>*>(&task);
    entry.mode = one.reads ? EntryMode::read : EntryMode::write;
    if (caller.state->leaves().several()) [[unlikely]] {
      entry.moves = one.moves ? 1 : 0;
      entry.units = one.is_region ? 0 : units_of(*caller.state, one.word);
    }
  }
  return true;
}

[[gnu::cold]] bool refuse_route(const Footing& caller, const EngineTask& task, const QueueEntry& entry,
                                CallError& error) {
  State& state = *caller.state;
  const std::string what = name_of(state, *entry.target);
  const std::string parent = name_of(*task.parent);
  if (entry.before == nullptr) {  // the parent's, until its way begins
    error.set(Fault::outside_footprint, what + ", of " + name_of(task) + ", is nothing that " + parent +
                                            " has as an argument, give it to that one, too");
  } else {
    error.set(Fault::write_under_read, what + " is written by " + name_of(task) + ", and " + parent + " has " +
                                           name_of(state, *entry.at) + " to read only, let that one write it, too");
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

bool are_there(const CallArguments& arguments, bool typed, CallError& error) {
  if (arguments.count == 0) return true;
  if (arguments.words == nullptr) {
    error.set(Fault::null_arguments, "the array of arguments is null, give one of " + std::to_string(arguments.count));
  } else if (typed && arguments.types == nullptr) {
    error.set(Fault::null_arguments, "the array of types is null, give one of as many as arguments");
  }
  return !error;
}

// What orders tasks on regions, as ThreadSanitizer is told it: a token for each region right below the root, or object
// there. Who names nothing of the same one is in no order with the task. Only the address counts, what lies there may
// be gone.
const OrderScope* token_of(const OrderScope* scope) noexcept {
  while (scope->up != nullptr && scope->up->up != nullptr) scope = scope->up;
  return scope;
}

[[gnu::cold, gnu::noinline]] void acquire_all(const EngineTask& task) noexcept {
  for (std::uint32_t index = 0; index < task.entry_count; ++index)
    probe::acquired(token_of(task.entries[index].target));
}

// The body may free what it names, so the tokens are found before it.
[[gnu::cold, gnu::noinline]] void call_in_order(const EngineTask& task) {
  acquire_all(task);
  std::vector<const OrderScope*> tokens;
  for (std::uint32_t index = 0; index < task.entry_count; ++index)
    tokens.push_back(token_of(task.entries[index].target));
  task.call(task.code, task.words, task.word_count);
  for (const OrderScope* const token : tokens) probe::released(token);
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
  if (cluster::Ranks::here() != nullptr) [[unlikely]]
    run_on_rank(*State::made(), worker, task);
  else if (probe::order_listener == nullptr) [[likely]]
    task.call(task.code, task.words, task.word_count);
  else
    call_in_order(task);
  data.current = below;
  data.current_task = below_task;
}

// Safe ones that another argument is to cover. Values have the bits of what is safe and read, so of those nothing is
// known.
GivenScopes safe_ones(const CallArguments& arguments) {
  GivenScopes safe;
  for (unsigned index = 0; index < arguments.count; ++index) {
    const std::uint32_t type = arguments.types[index];
    const bool is_region = (type & k_region) != 0;
    const bool reads = (type & k_out) == 0;
    const std::uint64_t word = arguments.words[index];
    if ((type & k_safe) != 0 && (is_region || (!reads && word != 0)))
      safe.add({word, index, is_region, reads, true, nullptr});
  }
  return safe;
}

}  // namespace

OrderScope* scope_named(const Footing& caller, const GivenScopes::One& one, CallError& error) {
  if (one.scope != nullptr) return one.scope;
  return one.is_region ? region_argument(caller, one.word, one.argument, error)
                       : object_argument(caller, one.word, one.argument, error);
}

EngineTask* prepare(const Footing& caller, const GivenScopes& given, const TaskRoom& room, CallError& error) {
  const bool ranks = caller.state->copies() != nullptr;
  constexpr std::uint32_t k_words_of_use = sizeof(cluster::DataUse) / sizeof(std::uint64_t);
  static_assert(k_words_of_use * sizeof(std::uint64_t) == sizeof(cluster::DataUse));
  EngineTask* const task = make_task(caller.worker, given.count(),
                                     room.words + (ranks ? (given.count() + room.values) * k_words_of_use : 0));
  if (task == nullptr) {
    error.set(Fault::no_memory, "there is no memory for a task");
    return nullptr;
  }
  task->word_count = room.words;
  if (ranks) [[unlikely]]
    note_uses(given, *task);
  task->parent = caller.task;
  task->root = caller.task->root;
  task->file = room.place.file;
  task->line = room.place.line;
  if (fill_entries(caller, given, *task, error) && find_ways(caller, *task, error)) return task;
  forget_task(*task);
  return nullptr;
}

process::Task& make_engines(const Footing& caller, EngineTask& task, runtime::Spawn what) {
  process::Worker& worker = caller.worker;
  const process::Visit visit(worker);
  graph::HoldBack<P>* held = &task;
  what.body = run_body;
  what.data = static_cast<void*>(&held);
  what.bytes = sizeof held;
  what.alignment = alignof(void*);
  task.task = &Tasking::make_held(worker, what);
  task.team = worker.member->team;
  return *task.task;
}

void hand_over(const Footing& caller, EngineTask& task, bool siblings) {
  process::Worker& worker = caller.worker;
  const process::Visit visit(worker);
  process::Task& engines = *task.task;
  process::Team& team = *task.team;
  // Its regions; with siblings these, too.
  const bool on_regions = task.entry_count != 0;
  const auto holders = static_cast<std::uint16_t>((on_regions ? 1U : 0U) + (siblings ? 1U : 0U));
  task.holders.begin(holders);
  probe::released(&task);  // its block: whoever is last gives that back
  // While its siblings are entered its regions hold it, if it has some.
  if (siblings && Tasking::submit_held(worker, engines) && task.holders.one_lets_go())
    Tasking::let_go(worker, engines, team);
  if (holders == 0) Tasking::let_go(worker, engines, team);
  if (on_regions) caller.state->manager().spawn(task);
  constexpr std::uint64_t k_between = 64;  // looks at how far ahead it is: a line of each member's
  // A far worker that spawns goes on meanwhile: it could not run what would be run here on top of its task.
  if (++caller.data->spawned % k_between == 0 && caller.data->rank == 0) [[unlikely]]
    hold_back(worker);
}

void wait_for(const Footing& caller, EngineTask& task) {
  if (task.entry_count == 0) return forget_task(task);
  const process::Visit visit(caller.worker);
  task.waits = true;
  task.waiter = &caller.worker;  // in place of a body
  caller.state->manager().spawn(task);
  // order: acquire — pairs with State::ready(): what those did that it has waited for.
  Tasking::wait_held(caller.worker, [&task] { return task.told.load(std::memory_order_acquire); }, [] {});
  if (probe::order_listener != nullptr) [[unlikely]]
    acquire_all(task);
  if (caller.state->copies() != nullptr) [[unlikely]]
    bring(*caller.state, *caller.data, task);
  probe::released(&task);
  caller.state->manager().ended(task);
}

bool spawn(const NewTask& what, CallError& error) {
  if (on_other_rank()) [[unlikely]]
    return away::spawn(what, error);
  const Footing caller(error);
  if (caller.task == nullptr) return false;
  if (what.code == nullptr) {
    error.set(Fault::null_body, "the function is null, put it into the table");
    return false;
  }
  GivenScopes given;
  if (!are_there(what.arguments, true, error) || !read_arguments(what.arguments, given, error)) return false;
  const std::uint32_t values = what.arguments.count - given.count();
  EngineTask* const task = prepare(caller, given, {what.arguments.count, what.place, values}, error);
  if (task == nullptr) return false;
  if (process::verifying() && !are_covered(caller, safe_ones(what.arguments), *task, error)) [[unlikely]] {
    forget_task(*task);
    return false;
  }
  if (caller.state->copies() != nullptr) [[unlikely]]
    bring_values(*caller.state, what.arguments, *task);
  task->number = what.number;
  task->call = what.call;
  task->code = what.code;
  if (what.arguments.count != 0)
    std::memcpy(task->words, what.arguments.words, what.arguments.count * sizeof(std::uint64_t));
  (void)make_engines(caller, *task, {});
  hand_over(caller, *task, false);
  return true;
}

bool wait(const CallArguments& arguments, Place place, CallError& error) {
  if (on_other_rank()) [[unlikely]]
    return away::wait(arguments, place, error);
  const Footing caller(error);
  if (caller.task == nullptr) return false;
  GivenScopes given;
  if (!are_there(arguments, false, error) || !read_arguments(arguments, given, error)) return false;
  EngineTask* const task = prepare(caller, given, {0, place}, error);
  if (task != nullptr) wait_for(caller, *task);
  return task != nullptr;
}

// Until three quarters of the window are pending, or nothing moves though everybody could: then what is pending now is
// taken for immovable, and another window opens on top, as with other tasks (runtime/spawner_window_inline.hpp). It
// runs nothing itself while others do: who spawns is not to run what it has spawned on its stack.
void hold_back(process::Worker& worker) noexcept {
  constexpr std::uint64_t k_vain_ns = 200'000;  // a wake-up, and the time slice of another thread
  constexpr int k_pauses = 200;                 // some microseconds between looks at the others' lines
  const process::Team& team = *worker.member->team;
  const std::int64_t window = worker.runtime->settings().window;
  RegionsData& data = regions_data(worker);
  std::int64_t before = Tasking::pending(team);
  data.immovable = before <= window ? 0 : std::min(before, data.immovable);
  if (data.spawned >= data.next_doubt) {
    data.next_doubt = data.spawned + static_cast<std::uint64_t>(window);
    data.immovable -= data.immovable / 4;
  }
  if (before - data.immovable <= window) return;
  std::uint64_t since = P::now_ns();
  int looks = 0;  // for a node to hear
  while (before - data.immovable > window - window / 4) {
    if (team.size > 1) {
      for (int pause = 0; pause < k_pauses; ++pause) P::pause();
      const std::int64_t now = Tasking::pending(team);
      if (now < before) {
        before = now;
        since = P::now_ns();
        continue;
      }
      if (P::now_ns() - since < k_vain_ns) {
        P::yield();
        continue;
      }
    }
    process::Task* const task = Tasking::find_descendant(worker);
    if (task == nullptr) {
      // What is pending waits for what comes next, unless a scheduler node has still to hear of an end: that of a
      // thread of its own may take long to come.
      if (!State::made()->manager().under_way()) {
        data.immovable = before;
        break;
      }
      ++looks % k_pauses == 0 ? P::yield() : P::pause();
      continue;
    }
    Tasking::run(worker, task);
    Tasking::flush(worker);
    before = Tasking::pending(team);
  }
}

}  // namespace heddle::regions
