// An OMPT tool that knows the order in which events may come (OpenMP 5.2, chapter 19.5), and names each that comes
// wrong.
//
// Each thread has a stack of the tasks that it has left for others, each task a stack of the scopes that are open in
// it. What it finds goes, a line each, to the file named by OMPT_CHECKER_REPORT; run.py --checked looks there. The
// program is not disturbed. A thread's state is its own; a task's belongs to the thread that runs it, a region's counts
// are atomic.
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

#include "omp-tools.h"

namespace {

// -- what is wrong ---------------------------------------------------------------------------------------------------

std::atomic<int> complaints{0};

[[gnu::format(printf, 1, 2)]] void complain(const char* format, ...) {
  constexpr int k_enough = 50;
  if (complaints.fetch_add(1) >= k_enough) return;
  const char* const path = getenv("OMPT_CHECKER_REPORT");
  const int file = path == nullptr ? STDERR_FILENO : open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (file < 0) return;
  char line[512];
  std::va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  if (length > static_cast<int>(sizeof line) - 2) length = sizeof line - 2;
  line[length++] = '\n';
  if (write(file, line, static_cast<size_t>(length)) < 0) abort();
  if (path != nullptr) close(file);
}

#define MUST(condition, ...) ((condition) ? true : (complain(__VA_ARGS__), false))

// -- what is known ---------------------------------------------------------------------------------------------------

enum class Scope { sync, sync_wait, reduction, work, masked };
const char* const k_scope_names[] = {"sync region", "wait", "reduction", "work", "masked"};

struct Open {
  Scope scope;
  int kind;
};

struct Region {
  Region* magic = this;  // so that a stray pointer is seen
  void* encountering = nullptr;
  unsigned requested = 0;
  int flags = 0;
  const void* caller = nullptr;
  std::atomic<unsigned> size{0};
  std::atomic<unsigned> begun{0};
  std::atomic<long> tasks{0};  // that have not ended
};

enum class State { created, running, left, waits_for_event, ended };

struct Task {
  Task* magic = this;
  int flags = 0;
  unsigned index = 0;
  Region* region = nullptr;  // null: of an initial task, whose region is not told
  Task* creator = nullptr;
  std::atomic<State> state{State::created};
  std::atomic<bool> fulfilled{false};
  bool wants_dependences = false;
  bool last_barrier_begun = false;
  bool last_barrier_over = false;
  Task* undeferred = nullptr;  // its child, which must end before it goes on
  std::vector<Open> open;
};

struct Thread {
  Thread* magic = this;
  ompt_thread_t kind{};
  bool ended = false;
  std::vector<Task*> tasks;      // implicit, and those that run on top of it; the last one runs
  std::vector<Region*> regions;  // that it masters
  bool acquiring = false;
  ompt_mutex_t mutex{};
  ompt_wait_id_t wait = 0;
  std::map<std::pair<int, ompt_wait_id_t>, int> held;
  std::vector<Task*> gone;  // ended tasks are kept for a while, so that one that is told of again is known
};

thread_local Thread* self = nullptr;
std::atomic<int> regions_open{0};
std::atomic<bool> finalized{false};
std::mutex lock;  // of the lists below
std::vector<Thread*>* threads;
std::map<ompt_wait_id_t, int>* locks;  // made and not destroyed, by kind

ompt_get_thread_data_t get_thread_data;
ompt_get_task_info_t get_task_info;
ompt_get_parallel_info_t get_parallel_info;

template <class T>
T* known(const ompt_data_t* data, const char* event, const char* what) {
  if (!MUST(data != nullptr, "%s: no %s", event, what)) return nullptr;
  auto* const object = static_cast<T*>(data->ptr);
  if (!MUST(object != nullptr, "%s: a %s that has not been told of", event, what)) return nullptr;
  return MUST(object->magic == object, "%s: a %s that is gone", event, what) ? object : nullptr;
}

bool is_lock(ompt_mutex_t kind) {
  return kind == ompt_mutex_lock || kind == ompt_mutex_test_lock || kind == ompt_mutex_nest_lock ||
         kind == ompt_mutex_test_nest_lock;
}

// Every event comes on a thread that has begun, and before the tool is ended.
Thread* thread_of(const char* event) {
  MUST(!finalized.load(), "%s: after the tool's end", event);
  if (!MUST(self != nullptr, "%s: on a thread that has not begun", event)) return nullptr;
  if (!MUST(!self->ended, "%s: on a thread that has ended", event)) return nullptr;
  const ompt_data_t* const data = get_thread_data();
  MUST(data != nullptr && data->ptr == self, "%s: ompt_get_thread_data is not of this thread", event);
  return self;
}

Task* running(const char* event) {
  Thread* const thread = thread_of(event);
  if (thread == nullptr || !MUST(!thread->tasks.empty(), "%s: on a thread without a task", event)) return nullptr;
  return thread->tasks.back();
}

// The program has gone on: an undeferred task must have ended.
void goes_on(Task& task, const char* event) {
  if (task.undeferred == nullptr) return;
  const State state = task.undeferred->state.load();
  MUST(state == State::ended || state == State::waits_for_event, "%s: before an undeferred task has ended", event);
  task.undeferred = nullptr;
}

// The event is of this thread's task.
Task* of_running(const ompt_data_t* data, const char* event) {
  Task* const task = known<Task>(data, event, "task");
  Task* const mine = running(event);
  if (task == nullptr || mine == nullptr) return nullptr;
  MUST(task == mine, "%s: of a task that this thread does not run", event);
  goes_on(*mine, event);
  return mine;
}

void begin(Task& task, Scope scope, int kind) { task.open.push_back({scope, kind}); }
void end(Task& task, Scope scope, int kind, const char* event) {
  const char* const name = k_scope_names[static_cast<int>(scope)];
  if (!MUST(!task.open.empty(), "%s: the end of a %s (%d) that is not open", event, name, kind)) return;
  const Open top = task.open.back();
  MUST(top.scope == scope && top.kind == kind, "%s: the end of a %s (%d) inside a %s (%d)", event, name, kind,
       k_scope_names[static_cast<int>(top.scope)], top.kind);
  task.open.pop_back();
}

// What the inquiry functions say must be what the event says.
void check_inquiries(const Task& task, const ompt_data_t* data, const ompt_data_t* parallel, const char* event) {
  int flags = 0, number = -1, threads = 0;
  ompt_data_t *told = nullptr, *region = nullptr, *same = nullptr;
  ompt_frame_t* frame = nullptr;
  MUST(get_task_info(0, &flags, &told, &frame, &region, &number) == 2, "%s: ompt_get_task_info knows no task", event);
  MUST(told == data, "%s: ompt_get_task_info speaks of another task", event);
  MUST(flags == task.flags, "%s: ompt_get_task_info says flags %x, not %x", event, flags, task.flags);
  MUST(parallel == nullptr || region == parallel, "%s: ompt_get_task_info speaks of another region", event);
  MUST(get_parallel_info(0, &same, &threads) == 2, "%s: ompt_get_parallel_info knows no region", event);
  MUST(same == region, "%s: the two inquiries speak of different regions", event);
  MUST(number >= 0 && number < threads, "%s: thread %d of %d", event, number, threads);
}

void retire(Task* task) {
  constexpr std::size_t k_kept = 512;
  std::vector<Task*>& gone = self->gone;
  gone.push_back(task);
  if (gone.size() < 2 * k_kept) return;
  for (std::size_t i = 0; i < k_kept; ++i) {
    gone[i]->magic = nullptr;
    delete gone[i];
  }
  gone.erase(gone.begin(), gone.begin() + k_kept);
}

void end_of(Task& task, const char* event) {
  MUST(task.state.exchange(State::ended) != State::ended, "%s: a task ends twice", event);
  MUST(task.open.empty(), "%s: a task ends inside a %s", event,
       task.open.empty() ? "" : k_scope_names[static_cast<int>(task.open.back().scope)]);
  MUST(!task.wants_dependences, "%s: a task's dependences were not told", event);
  goes_on(task, event);
  if (task.region != nullptr && (task.flags & (ompt_task_explicit | ompt_task_taskwait)) != 0) --task.region->tasks;
}

// -- threads ---------------------------------------------------------------------------------------------------------

void on_thread_begin(ompt_thread_t kind, ompt_data_t* data) {
  MUST(self == nullptr || self->ended, "thread_begin: again");
  MUST(kind == ompt_thread_initial || kind == ompt_thread_worker, "thread_begin: kind %d", static_cast<int>(kind));
  MUST(data->ptr == nullptr, "thread_begin: its data are not null");
  self = new Thread;
  self->kind = kind;
  data->ptr = self;
  const std::lock_guard<std::mutex> guard(lock);
  threads->push_back(self);
}

void on_thread_end(ompt_data_t* data) {
  Thread* const thread = thread_of("thread_end");
  if (thread == nullptr) return;
  MUST(data->ptr == thread, "thread_end: of another thread");
  MUST(thread->tasks.empty(), "thread_end: inside a task");
  MUST(thread->regions.empty(), "thread_end: inside a region");
  thread->ended = true;
}

// -- regions ---------------------------------------------------------------------------------------------------------

void on_parallel_begin(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* parallel, unsigned requested,
                       int flags, const void* caller) {
  Task* const task = of_running(encountering, "parallel_begin");
  if (task == nullptr) return;
  MUST(parallel->ptr == nullptr, "parallel_begin: its data are not null");
  MUST(requested > 0, "parallel_begin: no threads requested");
  MUST(frame != nullptr, "parallel_begin: no frame");
  if (frame != nullptr && caller != nullptr)
    MUST(frame->enter_frame.ptr != nullptr, "parallel_begin: the runtime has been entered from nowhere");
  const bool by_program = (flags & ompt_parallel_invoker_program) != 0;
  const bool by_runtime = (flags & ompt_parallel_invoker_runtime) != 0;
  const bool team = (static_cast<unsigned>(flags) & ompt_parallel_team) != 0;
  const bool league = (flags & ompt_parallel_league) != 0;
  MUST(by_program != by_runtime && team != league, "parallel_begin: flags %x", flags);
  auto* const region = new Region;
  region->encountering = task;
  region->requested = requested;
  region->flags = flags;
  region->caller = caller;
  parallel->ptr = region;
  self->regions.push_back(region);
  ++regions_open;
}

void on_parallel_end(ompt_data_t* parallel, ompt_data_t* encountering, int flags, const void* caller) {
  Region* const region = known<Region>(parallel, "parallel_end", "region");
  if (region == nullptr || of_running(encountering, "parallel_end") == nullptr) return;
  MUST(!self->regions.empty() && self->regions.back() == region, "parallel_end: not of the innermost region");
  if (!self->regions.empty()) self->regions.pop_back();
  --regions_open;
  MUST(region->encountering == encountering->ptr, "parallel_end: another task has met the region");
  MUST(region->flags == flags && region->caller == caller, "parallel_end: not as at the beginning");
  MUST(region->begun.load() == region->size.load(), "parallel_end: %u implicit tasks of %u", region->begun.load(),
       region->size.load());
  MUST(region->tasks.load() == 0, "parallel_end: %ld tasks have not ended", region->tasks.load());
  parallel->ptr = nullptr;
}

void begin_implicit(Region* region, ompt_data_t* data, unsigned size, unsigned index, int flags) {
  MUST(data->ptr == nullptr, "implicit_task: its data are not null");
  auto* const task = new Task;
  task->flags = flags;
  task->index = index;
  task->region = region;
  task->state = State::running;
  if (region == nullptr) {
    // Also that of a target region, which the host runs in place.
    MUST((flags & ompt_task_initial) != 0 && size == 1 && index == 1, "initial_task: flags %x, %u, %u", flags, size,
         index);
  } else {
    const bool league = (region->flags & ompt_parallel_league) != 0;
    MUST((flags & (league ? ompt_task_initial : ompt_task_implicit)) != 0, "implicit_task: flags %x", flags);
    MUST(size >= 1 && index < size, "implicit_task: %u of %u", index, size);
    MUST(size <= region->requested, "implicit_task: of %u, and %u were requested", size, region->requested);
    unsigned before = 0;
    if (!region->size.compare_exchange_strong(before, size))
      MUST(before == size, "implicit_task: of %u, and another of %u", size, before);
    ++region->begun;
    if (self->kind == ompt_thread_worker && self->regions.empty())
      MUST(self->tasks.empty(), "implicit_task: inside a task");
  }
  data->ptr = task;
  self->tasks.push_back(task);
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data, unsigned size,
                      unsigned index, int flags) {
  Thread* const thread = thread_of("implicit_task");
  if (thread == nullptr) return;
  if (endpoint == ompt_scope_begin) {
    const bool alone = (flags & ompt_task_initial) != 0 && parallel != nullptr && parallel->ptr == nullptr;
    return begin_implicit(alone ? nullptr : known<Region>(parallel, "implicit_task", "region"), data, size, index,
                          flags);
  }
  Task* const task = of_running(data, "implicit_task end");
  if (task == nullptr) return;
  MUST(endpoint == ompt_scope_end, "implicit_task: endpoint %d", static_cast<int>(endpoint));
  MUST(parallel == nullptr, "implicit_task end: with a region");
  MUST(size == 0, "implicit_task end: of %u", size);
  MUST(task->index == index && task->flags == flags, "implicit_task end: not as at the beginning");
  const bool initial = (task->flags & ompt_task_initial) != 0;
  MUST(initial || task->last_barrier_over, "implicit_task end: without its last barrier");
  end_of(*task, "implicit_task end");
  thread->tasks.pop_back();
  data->ptr = nullptr;
  retire(task);
}

// -- tasks -----------------------------------------------------------------------------------------------------------

void on_task_create(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* created, int flags,
                    int has_dependences, const void* /*caller*/) {
  Task* const creator = of_running(encountering, "task_create");
  if (creator == nullptr) return;
  MUST(created->ptr == nullptr, "task_create: its data are not null");
  MUST(frame != nullptr, "task_create: no frame");
  const int kind = flags & 0xff;
  MUST(kind == ompt_task_explicit || kind == ompt_task_taskwait, "task_create: flags %x", flags);
  if (kind == ompt_task_taskwait)
    MUST((flags & ompt_task_undeferred) != 0 && (flags & ompt_task_mergeable) != 0, "task_create: flags %x", flags);
  auto* const task = new Task;
  task->flags = flags;
  task->creator = creator;
  task->wants_dependences = has_dependences != 0;
  for (auto each = self->tasks.rbegin(); each != self->tasks.rend() && task->region == nullptr; ++each)
    if (((*each)->flags & ompt_task_implicit) != 0) task->region = (*each)->region;
  if (task->region != nullptr) ++task->region->tasks;
  created->ptr = task;
  if ((flags & ompt_task_undeferred) != 0) creator->undeferred = task;
}

void on_dependences(ompt_data_t* data, const ompt_dependence_t* list, int count) {
  Task* const task = known<Task>(data, "dependences", "task");
  if (task == nullptr || running("dependences") == nullptr) return;
  MUST(list != nullptr && count > 0, "dependences: none");
  bool doacross = false;
  for (int i = 0; i < count; ++i) {
    const int type = list[i].dependence_type;
    doacross = doacross || type == ompt_dependence_type_source || type == ompt_dependence_type_sink;
    const bool all = type == ompt_dependence_type_out_all_memory || type == ompt_dependence_type_inout_all_memory;
    MUST((type >= 1 && type <= 7) || all, "dependences: type %d", type);
    if (all) MUST(list[i].variable.ptr == nullptr, "dependences: all memory has an address");
  }
  if (doacross) {
    MUST(task == self->tasks.back(), "dependences: iterations of a task that this thread does not run");
    return;
  }
  MUST(task->wants_dependences, "dependences: of a task without any, or twice");
  MUST(task->state.load() == State::created, "dependences: of a task that has begun");
  task->wants_dependences = false;
}

void on_task_dependence(ompt_data_t* before, ompt_data_t* after) {
  Task* const first = known<Task>(before, "task_dependence", "task");
  Task* const second = known<Task>(after, "task_dependence", "task");
  if (first == nullptr || second == nullptr) return;
  MUST(first != second, "task_dependence: of a task on itself");
  MUST(second->state.load() == State::created, "task_dependence: of a task that has begun");
}

void switch_to(Task* next) {
  if (next == nullptr) return complain("task_schedule: switch to no task");
  State created = State::created;
  if (!next->state.compare_exchange_strong(created, State::running))
    complain("task_schedule: a task begins that has begun");
  MUST(!next->wants_dependences, "task_schedule: a task begins before its dependences are told");
  self->tasks.push_back(next);
}

void leave(Task& prior, Task* next, State state) {
  std::vector<Task*>& tasks = self->tasks;
  if (state == State::ended || prior.fulfilled.load()) {
    end_of(prior, "task_schedule");
  } else {
    State running = State::running;
    if (!prior.state.compare_exchange_strong(running, state)) end_of(prior, "task_schedule");
  }
  tasks.pop_back();
  MUST(!tasks.empty() && next == tasks.back(), "task_schedule: not back to the task that was left");
  if (state == State::ended) retire(&prior);
}

void fulfill(Task& task, bool late) {
  if (!late) {
    task.fulfilled = true;
    return;
  }
  MUST(task.state.load() == State::waits_for_event, "task_schedule: a late event of a task that does not wait for it");
  end_of(task, "task_schedule");
}

void on_task_schedule(ompt_data_t* prior_data, ompt_task_status_t status, ompt_data_t* next_data) {
  if (thread_of("task_schedule") == nullptr) return;
  Task* const prior = known<Task>(prior_data, "task_schedule", "task");
  if (prior == nullptr) return;
  Task* const next = next_data == nullptr ? nullptr : known<Task>(next_data, "task_schedule", "next task");
  if (status == ompt_task_early_fulfill || status == ompt_task_late_fulfill) {
    MUST(next_data == nullptr, "task_schedule: an event with a next task");
    return fulfill(*prior, status == ompt_task_late_fulfill);
  }
  if (status == ompt_taskwait_complete) {
    MUST((prior->flags & ompt_task_taskwait) != 0 && next_data == nullptr, "task_schedule: the end of no taskwait");
    end_of(*prior, "task_schedule");
    return retire(prior);
  }
  if (!MUST(!self->tasks.empty() && prior == self->tasks.back(), "task_schedule: from a task that does not run here"))
    return;
  switch (status) {
    case ompt_task_switch:
    case ompt_task_yield:
      return switch_to(next);
    case ompt_task_complete:
    case ompt_task_cancel:
      return leave(*prior, next, State::ended);
    case ompt_task_detach:
      return leave(*prior, next, State::waits_for_event);
    default:
      complain("task_schedule: status %d", static_cast<int>(status));
  }
}

// -- scopes ----------------------------------------------------------------------------------------------------------

void check_region(const Task& task, const ompt_data_t* parallel, const char* event) {
  if (task.region != nullptr && (task.flags & ompt_task_implicit) != 0)
    MUST(parallel != nullptr && parallel->ptr == task.region, "%s: of another region", event);
}

void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data,
                    const void* caller) {
  Task* const task = of_running(data, "sync_region");
  if (task == nullptr) return;
  const bool last = kind == ompt_sync_region_barrier_implicit_parallel;
  MUST(kind >= ompt_sync_region_barrier_explicit && kind <= ompt_sync_region_barrier_teams, "sync_region: kind %d",
       static_cast<int>(kind));
  MUST(last || caller != nullptr, "sync_region: kind %d from nowhere", static_cast<int>(kind));
  if (endpoint == ompt_scope_begin) {
    MUST(!task->last_barrier_begun, "sync_region: behind the end of the region");
    task->last_barrier_begun = last;
    check_region(*task, parallel, "sync_region");
    check_inquiries(*task, data, parallel, "sync_region");
    return begin(*task, Scope::sync, kind);
  }
  if (last) {
    MUST(parallel == nullptr, "sync_region: the end of a region's last barrier with a region");
    task->last_barrier_over = true;
  } else {
    check_region(*task, parallel, "sync_region end");
  }
  end(*task, Scope::sync, kind, "sync_region");
}

void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                         ompt_data_t* data, const void* /*caller*/) {
  Task* const task = of_running(data, "sync_region_wait");
  if (task == nullptr) return;
  if (endpoint == ompt_scope_end) return end(*task, Scope::sync_wait, kind, "sync_region_wait");
  check_region(*task, parallel, "sync_region_wait");
  bool inside = false;
  for (const Open& each : task->open) inside = inside || (each.scope == Scope::sync && each.kind == kind);
  MUST(inside, "sync_region_wait: kind %d outside of its region", static_cast<int>(kind));
  begin(*task, Scope::sync_wait, kind);
}

void on_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* /*parallel*/, ompt_data_t* data,
                  const void* /*caller*/) {
  Task* const task = of_running(data, "reduction");
  if (task == nullptr) return;
  MUST(kind == ompt_sync_region_reduction, "reduction: kind %d", static_cast<int>(kind));
  endpoint == ompt_scope_begin ? begin(*task, Scope::reduction, kind) : end(*task, Scope::reduction, kind, "reduction");
}

void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data,
             std::uint64_t /*count*/, const void* caller) {
  Task* const task = of_running(data, "work");
  if (task == nullptr) return;
  MUST(kind >= ompt_work_loop && kind <= ompt_work_loop_other, "work: kind %d", static_cast<int>(kind));
  MUST(caller != nullptr || endpoint == ompt_scope_end, "work: kind %d from nowhere", static_cast<int>(kind));
  check_region(*task, parallel, "work");
  endpoint == ompt_scope_begin ? begin(*task, Scope::work, kind) : end(*task, Scope::work, kind, "work");
}

void on_dispatch(ompt_data_t* parallel, ompt_data_t* data, ompt_dispatch_t kind, ompt_data_t instance) {
  Task* const task = of_running(data, "dispatch");
  if (task == nullptr) return;
  MUST(kind >= ompt_dispatch_iteration && kind <= ompt_dispatch_distribute_chunk, "dispatch: kind %d", kind);
  MUST(instance.ptr != nullptr, "dispatch: nothing");
  check_region(*task, parallel, "dispatch");
  if (kind == ompt_dispatch_taskloop_chunk) return;
  bool inside = false;
  for (const Open& each : task->open) inside = inside || each.scope == Scope::work;
  MUST(inside, "dispatch: kind %d outside of a construct", static_cast<int>(kind));
  if (kind != ompt_dispatch_section && instance.ptr != nullptr)
    MUST(static_cast<ompt_dispatch_chunk_t*>(instance.ptr)->iterations > 0, "dispatch: an empty chunk");
}

void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data, const void* caller) {
  Task* const task = of_running(data, "masked");
  if (task == nullptr) return;
  MUST(caller != nullptr, "masked: from nowhere");
  check_region(*task, parallel, "masked");
  endpoint == ompt_scope_begin ? begin(*task, Scope::masked, 0) : end(*task, Scope::masked, 0, "masked");
}

// -- what keeps others out -------------------------------------------------------------------------------------------

void on_lock_init(ompt_mutex_t kind, unsigned /*hint*/, unsigned /*impl*/, ompt_wait_id_t wait,
                  const void* /*caller*/) {
  if (running("lock_init") == nullptr) return;
  const std::lock_guard<std::mutex> guard(lock);
  (*locks)[wait] = kind;
}

void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t wait, const void* /*caller*/) {
  if (running("lock_destroy") == nullptr) return;
  const std::lock_guard<std::mutex> guard(lock);
  const auto found = locks->find(wait);
  if (!MUST(found != locks->end(), "lock_destroy: of a lock that was not made")) return;
  MUST(found->second == kind, "lock_destroy: kind %d of a lock of kind %d", static_cast<int>(kind), found->second);
  locks->erase(found);
}

void on_mutex_acquire(ompt_mutex_t kind, unsigned /*hint*/, unsigned /*impl*/, ompt_wait_id_t wait,
                      const void* /*caller*/) {
  Task* const task = running("mutex_acquire");
  if (task == nullptr) return;
  goes_on(*task, "mutex_acquire");
  const bool tried = self->mutex == ompt_mutex_test_lock || self->mutex == ompt_mutex_test_nest_lock;
  MUST(!self->acquiring || tried, "mutex_acquire: while another is being acquired");
  self->acquiring = true;
  self->mutex = kind;
  self->wait = wait;
  if (!is_lock(kind)) return;
  const std::lock_guard<std::mutex> guard(lock);
  MUST(locks->count(wait) != 0, "mutex_acquire: a lock that was not made");
}

// A lock that has been tried is held as any other.
int kind_held(ompt_mutex_t kind) {
  if (kind == ompt_mutex_test_lock) return ompt_mutex_lock;
  return kind == ompt_mutex_test_nest_lock ? ompt_mutex_nest_lock : kind;
}

void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t wait, const void* /*caller*/) {
  if (running("mutex_acquired") == nullptr) return;
  MUST(self->acquiring && self->mutex == kind && self->wait == wait, "mutex_acquired: not what was to be acquired");
  self->acquiring = false;
  ++self->held[{kind_held(kind), wait}];
}

// The owner of a lock is a task, which another thread may have run.
void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t wait, const void* /*caller*/) {
  if (running("mutex_released") == nullptr) return;
  const auto found = self->held.find({kind_held(kind), wait});
  if (found == self->held.end()) {
    MUST(is_lock(kind), "mutex_released: kind %d, which this thread does not hold", static_cast<int>(kind));
    return;
  }
  if (--found->second == 0) self->held.erase(found);
}

void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait, const void* /*caller*/) {
  if (running("nest_lock") == nullptr) return;
  MUST(endpoint == ompt_scope_begin || endpoint == ompt_scope_end, "nest_lock: endpoint %d", endpoint);
  self->acquiring = false;
  static_cast<void>(wait);
}

// -- the rest --------------------------------------------------------------------------------------------------------

void on_cancel(ompt_data_t* data, int flags, const void* /*caller*/) {
  known<Task>(data, "cancel", "task");
  const int what = flags & 0x0f;
  const int how = flags & 0x70;
  MUST(what != 0 && (what & (what - 1)) == 0 && how != 0 && (how & (how - 1)) == 0, "cancel: flags %x", flags);
}

void on_flush(ompt_data_t* data, const void* caller) {
  if (thread_of("flush") == nullptr) return;
  MUST(data != nullptr && data->ptr == self && caller != nullptr, "flush: of another thread, or from nowhere");
}

// A child of fork() has the thread that forked, and no other.
void after_fork_in_child() {
  threads->clear();
  if (self != nullptr && !self->ended) threads->push_back(self);
  regions_open = self == nullptr ? 0 : static_cast<int>(self->regions.size());
  lock.unlock();
}

// Who is inside a region when the process ends goes with it. Where none is open, all of the pool must have told their
// ends, and so must the thread that ends the process.
void finalize(ompt_data_t* /*tool*/) {
  finalized = true;
  if (regions_open.load() != 0) return;
  const std::lock_guard<std::mutex> guard(lock);
  for (const Thread* thread : *threads) {
    if (thread->ended || (thread->kind != ompt_thread_worker && thread != self)) continue;
    MUST(thread->tasks.size() > 1, "the end: a thread of kind %d has not ended, tasks %zu", thread->kind,
         thread->tasks.size());
  }
}

int initialize(ompt_function_lookup_t lookup, int /*device*/, ompt_data_t* /*tool*/) {
  threads = new std::vector<Thread*>;
  locks = new std::map<ompt_wait_id_t, int>;
  pthread_atfork([] { lock.lock(); }, [] { lock.unlock(); }, after_fork_in_child);
  get_thread_data = reinterpret_cast<ompt_get_thread_data_t>(lookup("ompt_get_thread_data"));
  get_task_info = reinterpret_cast<ompt_get_task_info_t>(lookup("ompt_get_task_info"));
  get_parallel_info = reinterpret_cast<ompt_get_parallel_info_t>(lookup("ompt_get_parallel_info"));
  const auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
#define LISTEN(event) set(ompt_callback_##event, reinterpret_cast<ompt_callback_t>(on_##event))
  LISTEN(thread_begin);
  LISTEN(thread_end);
  LISTEN(parallel_begin);
  LISTEN(parallel_end);
  LISTEN(implicit_task);
  LISTEN(task_create);
  LISTEN(task_schedule);
  LISTEN(dependences);
  LISTEN(task_dependence);
  LISTEN(sync_region);
  LISTEN(sync_region_wait);
  LISTEN(reduction);
  LISTEN(work);
  LISTEN(dispatch);
  LISTEN(masked);
  LISTEN(lock_init);
  LISTEN(lock_destroy);
  LISTEN(mutex_acquire);
  LISTEN(mutex_acquired);
  LISTEN(mutex_released);
  LISTEN(nest_lock);
  LISTEN(cancel);
  LISTEN(flush);
  return 1;
}

}  // namespace

extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned /*version*/, const char* /*runtime*/) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}
