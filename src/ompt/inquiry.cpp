// The entry points that a tool finds by lookup() (OpenMP 5.2, chapter 19.6).
#include <malloc.h>
#include <sched.h>
#include <array>
#include <cstring>

#include "omp/region_enter.hpp"
#include "omp/settings.hpp"
#include "ompt/states.hpp"
#include "ompt/tool.hpp"

namespace heddle::ompt {

namespace {

struct NamedState {
  ompt_state_t state;
  const char* name;
};

constexpr NamedState k_states[] = {
    {ompt_state_work_serial, "ompt_state_work_serial"},
    {ompt_state_work_parallel, "ompt_state_work_parallel"},
    {ompt_state_work_reduction, "ompt_state_work_reduction"},
    {ompt_state_wait_barrier_implicit_parallel, "ompt_state_wait_barrier_implicit_parallel"},
    {ompt_state_wait_barrier_implicit_workshare, "ompt_state_wait_barrier_implicit_workshare"},
    {ompt_state_wait_barrier_explicit, "ompt_state_wait_barrier_explicit"},
    {ompt_state_wait_barrier_implementation, "ompt_state_wait_barrier_implementation"},
    {ompt_state_wait_taskwait, "ompt_state_wait_taskwait"},
    {ompt_state_wait_taskgroup, "ompt_state_wait_taskgroup"},
    {ompt_state_wait_lock, "ompt_state_wait_lock"},
    {ompt_state_wait_critical, "ompt_state_wait_critical"},
    {ompt_state_wait_atomic, "ompt_state_wait_atomic"},
    {ompt_state_wait_ordered, "ompt_state_wait_ordered"},
    {ompt_state_idle, "ompt_state_idle"},
    {ompt_state_overhead, "ompt_state_overhead"},
    {ompt_state_undefined, "ompt_state_undefined"},
};

int enumerate_states(int current, int* next, const char** name) {
  bool take = current == ompt_state_undefined;  // which also asks for the first
  for (const NamedState& each : k_states) {
    if (take && each.state != ompt_state_undefined) {
      *next = each.state;
      *name = each.name;
      return 1;
    }
    take = take || each.state == current;
  }
  return 0;
}

int enumerate_mutex_impls(int current, int* next, const char** name) {
  if (current != ompt_mutex_impl_none) return 0;
  *next = 1;
  *name = "ompt_mutex_impl_heddle";
  return 1;
}

ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  const ompt_set_result_t result = support_of(event);
  if (result == ompt_set_error || result == ompt_set_never) return result;
  // order: release — pairs with callback().
  callbacks.of[event].store(callback, std::memory_order_release);
  return result;
}

int get_callback(ompt_callbacks_t event, ompt_callback_t* callback) {
  if (support_of(event) == ompt_set_error) return 0;
  // order: acquire — pairs with set_callback().
  *callback = callbacks.of[event].load(std::memory_order_acquire);
  return *callback != nullptr ? 1 : 0;
}

omp::Worker* worker() noexcept {
  auto* self = static_cast<omp::Worker*>(platform::Threads::self());
  return self != nullptr && self->recorder != nullptr ? self : nullptr;
}

ompt_data_t* get_thread_data() { return worker() == nullptr ? nullptr : &this_thread.data; }

int get_state(ompt_wait_id_t* wait) {
  if (worker() == nullptr) return ompt_state_undefined;
  if (wait != nullptr) *wait = this_thread.wait;
  return this_thread.state;
}

// What the thread will go on with when the task is over; of an implicit task the one that has met its region.
omp::Task* below(omp::Task& task) noexcept {
  // order: relaxed — the parent of a running task is alive, and the link does not change.
  return task.has(graph::k_implicit) ? task.parent.load(std::memory_order_relaxed) : state_of(task).below;
}

// Where in a team the thread is that runs it.
const omp::Member& seat_of(omp::Task* task) noexcept {
  while (!task->has(graph::k_implicit)) task = below(*task);
  return omp::Member::of_implicit(*task);
}

int get_parallel_info(int level, ompt_data_t** data, int* threads) {
  omp::Worker* const self = worker();
  if (self == nullptr || self->member == nullptr || level < 0) return 0;
  const omp::Member* seat = self->member;
  for (; level > 0 && seat != nullptr; --level) seat = seat->team->outer;
  if (seat == nullptr || seat->watched == nullptr || seat->team->watched == nullptr) return 0;
  if (data != nullptr) *data = &region_of(*seat).data;
  if (threads != nullptr) *threads = static_cast<int>(seat->team->size);
  return 2;
}

int get_task_info(int level, int* flags, ompt_data_t** data, ompt_frame_t** frame, ompt_data_t** parallel,
                  int* thread_num) {
  omp::Worker* const self = worker();
  if (self == nullptr || self->task == nullptr || level < 0) return 0;
  omp::Task* task = self->task;
  for (; level > 0 && task != nullptr; --level) task = below(*task);
  if (task == nullptr) return 0;
  if (task->has(graph::k_implicit) && omp::Member::of_implicit(*task).watched == nullptr) return 0;
  TaskState& state = state_of(*task);
  const omp::Member& seat = seat_of(task);
  if (flags != nullptr) *flags = state.flags;
  if (data != nullptr) *data = &state.data;
  if (frame != nullptr) *frame = &state.frame;
  if (parallel != nullptr) *parallel = seat.watched == nullptr ? nullptr : &region_of(seat).data;
  if (thread_num != nullptr) *thread_num = static_cast<int>(seat.seat);
  return 2;
}

// From the arguments of a task to the end of the memory that they lie in (graph/task_memory.hpp).
std::size_t argument_room(omp::Task& task) noexcept {
  const auto* const argument = static_cast<const char*>(task.argument);
  const auto* const mark = reinterpret_cast<const char*>(&graph::mark_in_block(task));
  if (argument > reinterpret_cast<const char*>(&task) && argument <= mark)
    return static_cast<std::size_t>(mark - argument);
  void* const apart = graph::layout::piece_of_arguments(task);
  return malloc_usable_size(apart) - static_cast<std::size_t>(argument - static_cast<const char*>(apart));
}

// There is one block: the variables that a task has of its own.
int get_task_memory(void** address, std::size_t* bytes, int block) {
  *bytes = 0;
  omp::Worker* const self = worker();
  if (block != 0 || self == nullptr || self->task == nullptr || self->task->has(graph::k_implicit)) return 0;
  *address = self->task->argument;
  *bytes = argument_room(*self->task);
  return 0;
}

std::uint64_t get_unique_id() {
  static constinit platform::Threads::atomic<std::uint64_t> last{0};
  // order: relaxed — only that it is another number.
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

int get_num_procs() { return static_cast<int>(omp::global().num_procs); }

int get_num_places() {
  omp::Settings& openmp = omp::Settings::get();
  return openmp.has_places() ? static_cast<int>(openmp.places().size()) : 0;
}

int get_place_proc_ids(int place, int room, int* ids) {
  if (place < 0 || place >= get_num_places()) return 0;
  int count = 0;
  omp::Settings::get().places()[static_cast<std::size_t>(place)].each([&](std::size_t cpu) {
    if (count < room) ids[count] = static_cast<int>(cpu);
    ++count;
  });
  return count;
}

int get_place_num() { return worker() == nullptr ? -1 : omp::current_place(*worker()); }

int get_partition_place_nums(int room, int* places) {
  if (worker() == nullptr || get_num_places() == 0) return 0;
  const auto& partition = omp::worker_data(*worker()).placement.partition;
  const int count =
      static_cast<int>(partition.length == 0 ? static_cast<unsigned>(get_num_places()) : partition.length);
  for (int i = 0; i < count && i < room; ++i) places[i] = (static_cast<int>(partition.first) + i) % get_num_places();
  return count;
}

int get_proc_id() { return worker() == nullptr ? -1 : sched_getcpu(); }
int get_target_info(std::uint64_t* /*device*/, ompt_id_t* /*target*/, ompt_id_t* /*host_op*/) { return 0; }
int get_num_devices() { return 0; }

struct Entry {
  const char* name;
  ompt_interface_fn_t function;
};

template <class Function>
ompt_interface_fn_t entry(Function* function) noexcept {
  return reinterpret_cast<ompt_interface_fn_t>(function);
}

}  // namespace

ompt_interface_fn_t lookup(const char* name) noexcept {
  static const std::array<Entry, 19> k_entries{{
      {"ompt_enumerate_states", entry(enumerate_states)},
      {"ompt_enumerate_mutex_impls", entry(enumerate_mutex_impls)},
      {"ompt_set_callback", entry(set_callback)},
      {"ompt_get_callback", entry(get_callback)},
      {"ompt_get_thread_data", entry(get_thread_data)},
      {"ompt_get_num_procs", entry(get_num_procs)},
      {"ompt_get_num_places", entry(get_num_places)},
      {"ompt_get_place_proc_ids", entry(get_place_proc_ids)},
      {"ompt_get_place_num", entry(get_place_num)},
      {"ompt_get_partition_place_nums", entry(get_partition_place_nums)},
      {"ompt_get_proc_id", entry(get_proc_id)},
      {"ompt_get_state", entry(get_state)},
      {"ompt_get_parallel_info", entry(get_parallel_info)},
      {"ompt_get_task_info", entry(get_task_info)},
      {"ompt_get_task_memory", entry(get_task_memory)},
      {"ompt_get_unique_id", entry(get_unique_id)},
      {"ompt_finalize_tool", entry(finalize_tool)},
      {"ompt_get_target_info", entry(get_target_info)},
      {"ompt_get_num_devices", entry(get_num_devices)},
  }};
  for (const Entry& each : k_entries) {
    if (std::strcmp(each.name, name) == 0) return each.function;
  }
  return nullptr;
}

}  // namespace heddle::ompt
