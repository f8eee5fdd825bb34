// Clauses that come in calls of their own, in front of the construct that they belong to: num_threads, proc_bind,
// num_teams, thread_limit.
//
// Each thread keeps its own until its next construct takes them.
#pragma once

namespace heddle::kmpc {

struct Pushed {
  unsigned threads = 0;  // 0: no clause
  unsigned bind = 0;     // an omp_proc_bind_t; 0: no clause
  unsigned teams = 0;
  unsigned thread_limit = 0;
};

inline constinit thread_local Pushed pushed;

}  // namespace heddle::kmpc
