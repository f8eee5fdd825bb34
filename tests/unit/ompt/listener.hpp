// A tool in the test's own process that writes down what it is told, a line per event, with the objects by name.
//
// Names are given when an object is first told of: threads T0, T1, …; regions R1, …; tasks t1, …; the initial task is
// "initial". `told()` has the lines since the last `forget()`, of all threads in their order; `told_of(thread)` those
// of one. start_test.cpp holds ompt_start_tool.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/omp-tools.h"

namespace heddle::ompt::test {

struct Line {
  int thread;
  ompt_callbacks_t event;
  std::string text;
  const void* caller;               // where the program called, if the event says
  std::vector<const void*> frames;  // of the encountering task: exit, enter
  ompt_wait_id_t id;                // of a lock
};

/// Forgets lines and names; threads keep theirs.
void forget();
std::vector<Line> lines();
std::vector<std::string> told();
std::vector<std::string> told_of(int thread);
/// Only lines that begin so.
std::vector<std::string> told_of_kind(const std::string& beginning);

/// Waits until so many lines begin so: of what other threads tell in their own time. @returns whether they came
bool await(const std::string& beginning, std::size_t count);

/// Called in each event of this thread, after it has been written down; null: nothing.
using InEvents = void (*)(ompt_callbacks_t event);
inline constinit thread_local InEvents in_events = nullptr;

/// The entry points, found by lookup.
extern ompt_function_lookup_t lookup;
template <class Function>
Function entry(const char* name) {
  return reinterpret_cast<Function>(lookup(name));
}

/// The calling thread's number.
int this_threads_number();

/// "t1" and so on, for an object that has been told of.
std::string name_of_task(const ompt_data_t* data);
std::string name_of_region(const ompt_data_t* data);

}  // namespace heddle::ompt::test
