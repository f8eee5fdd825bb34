#include "regions/state.hpp"

#include <cstdlib>
#include <new>

#include "probe/order.hpp"
#include "process/room.hpp"
#include "regions/fork.hpp"
#include "regions/remote.hpp"
#include "regions/settings.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::regions {

namespace {

constinit sync::SpinLock<P> starting;  // held by who makes the one State; State::made() reads it without

process::Room room{.worker_made = process::RoomData<RegionsData, process::Keeper::regions>::make};

// Before the constructor of the library starts the process (front/c/load.cpp).
[[gnu::constructor(1000)]] void enter_process() noexcept { process::enter_room(room); }

}  // namespace

void State::hold_making() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { starting.lock(); }
void State::let_making_go() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { starting.unlock(); }

State* State::make(CallError& error) {
  if (on_other_rank()) {
    error.set(Fault::outside_task,
              "of tasks on another rank than 0 the calls of myrmics.h alone work yet, make this call on rank 0");
    return nullptr;
  }
  (void)runtime::current();
  watch_forks();
  const sync::Guard guard(starting);
  if (State* const state = made(); state != nullptr) return state;
  auto* const first = new State;
  if (!first->begin(error)) {
    delete first;
    return nullptr;
  }
  // order: release — pairs with made().
  the_one.store(first, std::memory_order_release);
  return first;
}

bool State::begin(CallError& error) {
  RegionSettings settings = read_settings();
  const cluster::Ranks* const ranks = cluster::Ranks::here();
  if (ranks != nullptr) make_tree_of_ranks(ranks->count(), settings);
  const std::uint32_t nodes = settings.node_count();
  if (!(ranks != nullptr ? store_.begin(ranks->range(), nodes) : store_.begin(settings.space_bytes, nodes))) {
    error.set(Fault::no_memory,
              "the system grants no range of addresses, not even of 1 GiB; see ulimit -v and HEDDLE_REGION_SPACE");
    return false;
  }
  if (!manager_.begin(settings.widths, settings.levels, settings.dedicated)) {
    error.set(Fault::no_memory, "there is no memory for the scheduler nodes; see HEDDLE_SCHEDULERS");
    return false;
  }
  leaves_.begin(manager_, settings.locality);
  if (ranks != nullptr) {
    copies_ = std::make_unique<cluster::Copies>(tree_);
    if (!copies_->begin()) {
      error.set(Fault::no_memory, "the system grants no addresses for what is known of copies; see ulimit -v");
      return false;
    }
  }
  Record* const root = tree_.make(nullptr, 0);
  if (root == nullptr || (settings.dedicated && !start_threads(settings.node_count()))) {
    error.set(Fault::no_memory, "there is no memory for the root region, or no thread for a scheduler node");
    return false;
  }
  outside_.is_main = true;
  outside_.root = &root->scope;
  return true;
}

void State::ready(dependence::RegionTask<P>& task) noexcept {
  auto& own = static_cast<EngineTask&>(task);
  process::Worker& worker = runtime::current();
  if (own.waits) {
    process::Worker& waiter = *own.waiter;
    // order: release — pairs with wait(). The task may be gone afterwards; workers stay.
    own.told.store(true, std::memory_order_release);
    if (&waiter != &worker) Tasking::wake_waiting(waiter);
  } else if (own.holders.one_lets_go()) {
    if (leaves_.several()) [[unlikely]]
      leaves_.place(worker, own);
    Tasking::let_go(worker, *own.task, *own.team);
  }
}

void State::over(dependence::RegionTask<P>& task) noexcept { forget_task(static_cast<EngineTask&>(task)); }

void State::ring(std::uint32_t node) noexcept { bells_[node].bell.ring(); }

// The thread of a node that has one. It ends with the process.
void* State::serve_alone(void* own) noexcept {
  constexpr std::uint32_t k_looks = 400;  // some 10 us: longer than a spawn, and about a wake-up
  Bell& bell = *static_cast<Bell*>(own);
  memory::Slab<P>& blocks = regions_data(runtime::current()).blocks;
  for (;;) {
    bell.bell.wait(k_looks);
    bell.state->manager_.serve(bell.node);
    blocks.flush();  // they go home
  }
}

bool State::start_threads(std::uint32_t nodes) noexcept {
  bells_.reset(new (std::nothrow) Bell[nodes]);
  if (bells_ == nullptr) return false;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    bells_[node].state = this;
    bells_[node].node = node;
    if (!P::start_thread(serve_alone, &bells_[node], 0)) return false;
  }
  return true;
}

bool EngineTask::siblings_let_go(process::Task& /*task*/) noexcept {
  if (!holders.one_lets_go()) return false;
  Leaves& leaves = State::made()->leaves();
  if (leaves.several()) [[unlikely]]
    leaves.place(runtime::current(), *this);
  return true;
}

void EngineTask::ended(process::Task& /*task*/) noexcept {
  probe::released(this);
  State& state = *State::made();
  if (state.leaves().several()) [[unlikely]]
    state.leaves().over(regions_data(runtime::current()), *this);
  if (entry_count == 0) return forget_task(*this);
  state.manager().ended(*this);
}

// One of the worker's blocks for tasks, which go home in batches from wherever they are given back.
EngineTask* make_task(process::Worker& worker, std::uint32_t entries, std::uint32_t words) noexcept {
  using Slab = memory::Slab<P>;
  const std::size_t bytes = sizeof(EngineTask) + entries * sizeof(QueueEntry) + words * sizeof(std::uint64_t);
  const bool small = bytes <= Slab::k_largest;
  const std::uint16_t size_class = small ? Slab::class_of(bytes) : std::uint16_t{0};
  Slab& blocks = regions_data(worker).blocks;
  void* const block = small ? blocks.allocate(size_class) : std::malloc(bytes);
  if (block == nullptr) return nullptr;
  probe::acquired(block);  // what the task that had it before did there
  auto* const task = new (block) EngineTask;
  task->block_home = small ? &blocks : nullptr;
  task->size_class = static_cast<std::uint8_t>(size_class);
  task->entries = reinterpret_cast<QueueEntry*>(task + 1);
  for (std::uint32_t index = 0; index < entries; ++index) new (task->entries + index) QueueEntry;
  task->words = reinterpret_cast<std::uint64_t*>(task->entries + entries);
  task->word_count = words;
  return task;
}

void forget_task(EngineTask& task) noexcept {
  probe::acquired(&task);
  dependence::Routes<P>::forget(task);
  memory::Slab<P>* const home = task.block_home;
  const std::uint16_t size_class = task.size_class;
  task.~EngineTask();
  home != nullptr ? regions_data(runtime::current()).blocks.release(&task, size_class, home) : std::free(&task);
}

// What runs on a worker may be a task of another kind that lies above the one on regions: that one has no regions.
EngineTask* search_task(State& state, const process::Worker& worker) noexcept {
  // order: relaxed — the ancestors of a task that runs are alive, and their links do not change.
  for (const process::Task* task = worker.task; task != nullptr; task = task->parent.load(std::memory_order_relaxed)) {
    if (task->has(graph::k_implicit)) return &state.outside();
    if (!task->has(graph::k_included) && graph::HoldBack<P>::is_held(*task)) return nullptr;
  }
  return &state.outside();
}

}  // namespace heddle::regions
