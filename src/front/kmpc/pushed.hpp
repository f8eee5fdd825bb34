// Clauses that come in calls of their own, in front of the construct that they belong to: num_threads, proc_bind,
// num_teams, thread_limit.
//
// Each thread keeps its own until its next construct takes them.
#pragma once

#include <cstdint>

namespace heddle::kmpc {

struct PendingClauses {
  unsigned threads = 0;  // 0: no clause
  unsigned bind = 0;     // an omp_proc_bind_t; 0: no clause
  unsigned teams = 0;
  unsigned thread_limit = 0;
  bool list = false;              // the clause named threads for regions inside, too: WorkerData::next_threads
  bool strict = false;            // so many threads, or else what follows
  std::int32_t severity = 0;      // of an error directive: 1 warning, 2 fatal
  const char* message = nullptr;  // the program's; null: ours
};

inline constinit thread_local PendingClauses pushed;

}  // namespace heddle::kmpc
