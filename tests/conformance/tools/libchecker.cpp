// An OMPT tool that knows the order in which events may come (OpenMP 5.2, chapter 19.5), and names each that comes
// wrong. run.py --checked looks at its report.
//
// checker/ has its parts: what it has found, what it knows, what holds of every event, and then the events, by what
// they are of. Here is what is left, and where it is given to the runtime.
#include <pthread.h>

#include <map>
#include <mutex>
#include <vector>

#include "checker/mutexes.hpp"
#include "checker/regions.hpp"
#include "checker/scopes.hpp"
#include "checker/tasks.hpp"
#include "omp-tools.h"

namespace {

using namespace checker;

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
