// What the checker knows of threads, regions and tasks. Each thread has a stack of the tasks that it has left for
// others, each task a stack of the scopes that are open in it. A thread's state is its own; a task's belongs to the
// thread that runs it, a region's counts are atomic.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "omp-tools.h"

namespace checker {

enum class Scope { sync, sync_wait, reduction, work, masked };
inline const char* const k_scope_names[] = {"sync region", "wait", "reduction", "work", "masked"};

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

inline thread_local Thread* self = nullptr;
inline std::atomic<int> regions_open{0};
inline std::atomic<bool> finalized{false};
inline std::mutex lock;  // of the lists below
inline std::vector<Thread*>* threads;
inline std::map<ompt_wait_id_t, int>* locks;  // made and not destroyed, by kind

inline ompt_get_thread_data_t get_thread_data;
inline ompt_get_task_info_t get_task_info;
inline ompt_get_parallel_info_t get_parallel_info;

}  // namespace checker
