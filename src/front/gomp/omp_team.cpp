// omp_get_thread_num and the other questions about teams, levels and time, for C and Fortran.
#include <cstdint>

#include "front/gomp/bad_call.hpp"
#include "front/gomp/export.hpp"
#include "front/gomp/fortran.hpp"
#include "omp/routines.hpp"
#include "omp/routines_team.hpp"
#include "omp/tasks.hpp"
#include "runtime/current.hpp"

using namespace heddle;
using runtime::current;

extern "C" {

int HEDDLE_GOMP_EXPORT(omp_get_thread_num)() { return omp::thread_num(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_num_threads)() { return omp::num_threads(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_level)() { return omp::level(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_active_level)() { return omp::active_level(current()); }
int HEDDLE_GOMP_EXPORT(omp_in_parallel)() { return omp::in_parallel(current()); }
int HEDDLE_GOMP_EXPORT(omp_in_explicit_task)() { return omp::in_explicit_task(current()); }
int HEDDLE_GOMP_EXPORT(omp_in_explicit_task_)() HEDDLE_GOMP_ALIAS(omp_in_explicit_task);
int HEDDLE_GOMP_EXPORT(omp_in_final)() { return omp::in_final(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_ancestor_thread_num)(int level) { return omp::ancestor_thread_num(current(), level); }
int HEDDLE_GOMP_EXPORT(omp_get_team_size)(int level) { return omp::team_size(current(), level); }
int HEDDLE_GOMP_EXPORT(omp_get_num_procs)() { return omp::num_procs(); }
int HEDDLE_GOMP_EXPORT(omp_get_team_num)() { return omp::team_num(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_num_teams)() { return omp::num_teams(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_cancellation)() { return omp::cancellation(); }
int HEDDLE_GOMP_EXPORT(omp_get_max_task_priority)() { return omp::max_task_priority(); }

double HEDDLE_GOMP_EXPORT(omp_get_wtime)() { return omp::wall_time(); }
double HEDDLE_GOMP_EXPORT(omp_get_wtick)() { return omp::wall_tick(); }

void HEDDLE_GOMP_EXPORT(omp_fulfill_event)(std::uintptr_t event) {
  if (event == 0) {
    gomp::bad_call("omp_fulfill_event", __builtin_return_address(0), "the handle is 0: no detach clause has set it");
  }
  omp::fulfill_event(event);
}
// Fortran's interface declares the handle VALUE.
void HEDDLE_GOMP_EXPORT(omp_fulfill_event_)(std::uintptr_t event) HEDDLE_GOMP_ALIAS(omp_fulfill_event);

int HEDDLE_GOMP_EXPORT(omp_get_thread_num_)() HEDDLE_GOMP_ALIAS(omp_get_thread_num);
int HEDDLE_GOMP_EXPORT(omp_get_num_threads_)() HEDDLE_GOMP_ALIAS(omp_get_num_threads);
int HEDDLE_GOMP_EXPORT(omp_get_level_)() HEDDLE_GOMP_ALIAS(omp_get_level);
int HEDDLE_GOMP_EXPORT(omp_get_active_level_)() HEDDLE_GOMP_ALIAS(omp_get_active_level);
int HEDDLE_GOMP_EXPORT(omp_in_parallel_)() HEDDLE_GOMP_ALIAS(omp_in_parallel);
int HEDDLE_GOMP_EXPORT(omp_in_final_)() HEDDLE_GOMP_ALIAS(omp_in_final);
int HEDDLE_GOMP_EXPORT(omp_get_num_procs_)() HEDDLE_GOMP_ALIAS(omp_get_num_procs);
int HEDDLE_GOMP_EXPORT(omp_get_team_num_)() HEDDLE_GOMP_ALIAS(omp_get_team_num);
int HEDDLE_GOMP_EXPORT(omp_get_num_teams_)() HEDDLE_GOMP_ALIAS(omp_get_num_teams);
int HEDDLE_GOMP_EXPORT(omp_get_cancellation_)() HEDDLE_GOMP_ALIAS(omp_get_cancellation);
int HEDDLE_GOMP_EXPORT(omp_get_max_task_priority_)() HEDDLE_GOMP_ALIAS(omp_get_max_task_priority);
double HEDDLE_GOMP_EXPORT(omp_get_wtime_)() HEDDLE_GOMP_ALIAS(omp_get_wtime);
double HEDDLE_GOMP_EXPORT(omp_get_wtick_)() HEDDLE_GOMP_ALIAS(omp_get_wtick);

int HEDDLE_GOMP_EXPORT(omp_get_ancestor_thread_num_)(const std::int32_t* level) {
  return omp::ancestor_thread_num(current(), *level);
}
int HEDDLE_GOMP_EXPORT(omp_get_ancestor_thread_num_8_)(const std::int64_t* level) {
  return omp::ancestor_thread_num(current(), gomp::as_int(*level));
}
int HEDDLE_GOMP_EXPORT(omp_get_team_size_)(const std::int32_t* level) { return omp::team_size(current(), *level); }
int HEDDLE_GOMP_EXPORT(omp_get_team_size_8_)(const std::int64_t* level) {
  return omp::team_size(current(), gomp::as_int(*level));
}

}  // extern "C"
