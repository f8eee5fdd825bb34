// The statements that are no tasks with a body: loops and other worksharing, taskloops, reductions, chains,
// cancellation. Each checks itself. OpenMP.
#pragma once

#include "sites.h"

static void check_sum(const Node* node, long sum, long wanted, const char* of) {
  if (sum != wanted) wrong(node, "%s: %ld, not %ld", of, sum, wanted);
}

// -- a loop over n iterations in each of its forms
#define LOOP(name, clauses)                                                               \
  static long name(Node* node, unsigned char* hits) {                                     \
    const long n = node->attribute[a_n];                                                  \
    const int chunk = (int)(node->attribute[a_chunk] > 0 ? node->attribute[a_chunk] : 1); \
    long sum = 0;                                                                         \
    (void)chunk;                                                                          \
    OMP(omp for clauses)                                                                  \
    for (long i = 0; i < n; ++i) {                                                        \
      __atomic_add_fetch(&hits[i], 1, __ATOMIC_RELAXED);                                  \
      sum += i;                                                                           \
    }                                                                                     \
    return sum;                                                                           \
  }
LOOP(loop_static, schedule(static))
LOOP(loop_static_chunk, schedule(static, chunk) nowait)
LOOP(loop_dynamic, schedule(dynamic, chunk))
LOOP(loop_dynamic_nowait, schedule(dynamic, chunk) nowait)
LOOP(loop_guided, schedule(guided, chunk))
LOOP(loop_monotonic, schedule(monotonic : dynamic, chunk) nowait)
LOOP(loop_auto, schedule(auto))
LOOP(loop_runtime, schedule(runtime))

static long loop_reduced(Node* node, unsigned char* hits, long* sum) {
  const long n = node->attribute[a_n];
#pragma omp for schedule(dynamic, 3) reduction(+ : sum[0])
  for (long i = 0; i < n; ++i) {
    __atomic_add_fetch(&hits[i], 1, __ATOMIC_RELAXED);
    sum[0] += i;
  }
  return 0;
}

static void loop_ordered(Node* node, unsigned char* hits, Scope* scope) {
  const long n = node->attribute[a_n];
  (void)scope;
#pragma omp for ordered schedule(dynamic, 2)
  for (long i = 0; i < n; ++i) {
#pragma omp ordered
    {
      if (i > 0 && hits[i - 1] == 0) wrong(node, "iteration %ld came before the one before it", i);
      __atomic_add_fetch(&hits[i], 1, __ATOMIC_RELAXED);
    }
  }
}

static void run_loop(Node* node, Scope* scope) {
  static long (*const loops[])(Node*, unsigned char*) = {loop_static,         loop_static_chunk, loop_dynamic,
                                                         loop_dynamic_nowait, loop_guided,       loop_monotonic,
                                                         loop_auto,           loop_runtime};
  unsigned char* const hits = node->hits + scope->index / k_most_threads * node->attribute[a_n];
  const long schedule = node->attribute[a_schedule];
  if (schedule < 8) loops[schedule](node, hits);
  if (schedule == 8) loop_ordered(node, hits, scope);
  if (schedule == 9) {
    long sum[1] = {0};
    loop_reduced(node, hits, sum);
  }
}

static void run_sections(Node* node, Scope* scope) {
  long ran[4] = {0, 0, 0, 0};  // this thread's
#pragma omp sections
  {
#pragma omp section
    ran[0] = 1;
#pragma omp section
    ran[1] = 1;
#pragma omp section
    ran[2] = 1;
#pragma omp section
    ran[3] = 1;
  }
  (void)node;
  for (int i = 0; i < 4; ++i) ADD(scope->group->pending, ran[i] << 40);
#pragma omp barrier
#pragma omp single
  {
    check_sum(node, LOAD(scope->group->pending) >> 40, 4, "sections that ran");
    ADD(scope->group->pending, -((long)4 << 40));
  }
}

static void run_single(Node* node, Scope* scope) {
  long given = -1;
#pragma omp single copyprivate(given)
  given = scope->index / k_most_threads + 7;
  check_sum(node, given, scope->index / k_most_threads + 7, "what a single gave to all");
}

static void run_critical(Node* node) {
#pragma omp critical(attack)
  {
    const long before = *(volatile long*)&node->attribute[a_at];
    if (before % 5 == 0) sched_yield();
    *(volatile long*)&node->attribute[a_at] = before + 1;
  }
}

static void run_taskloop(Node* node, Scope* scope) {
  const long n = node->attribute[a_n], grain = node->attribute[a_grain] > 0 ? node->attribute[a_grain] : 1;
  const long pieces = node->attribute[a_pieces] > 0 ? node->attribute[a_pieces] : 1;
  unsigned char* const hits = node->hits + scope->index * n;
  long sum = 0;
  if (g_break == 2 && grain == 3)
    for (;;) pause();
  if (node->attribute[a_reduce]) {
#pragma omp taskloop grainsize(grain) reduction(+ : sum)
    for (long i = 0; i < n; ++i) {
      hits[i]++;
      sum += i;
    }
    check_sum(node, sum, n * (n - 1) / 2, "a taskloop's sum");
  } else if (node->attribute[a_pieces]) {
#pragma omp taskloop num_tasks(pieces) firstprivate(n) priority(3)
    for (long i = 0; i < n; ++i) hits[i]++;
  } else if (node->attribute[a_nogroup]) {
#pragma omp taskloop grainsize(grain) nogroup
    for (long i = 0; i < n; ++i) hits[i]++;
  } else {
#pragma omp taskloop grainsize(grain)
    for (long i = 0; i < n; ++i) hits[i]++;
  }
}

static void run_task_reduction(Node* node) {
  const long n = node->attribute[a_n];
  long sum = 0, largest = -1;
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(max : largest)
  for (long i = 0; i < n; ++i) {
#pragma omp task in_reduction(+ : sum) in_reduction(max : largest) firstprivate(i)
    {
      sum += i;
      if (i > largest) largest = i;
#pragma omp task in_reduction(+ : sum)
      sum += 1;
#pragma omp taskwait
    }
  }
  check_sum(node, sum, n * (n - 1) / 2 + n, "a task reduction's sum");
  check_sum(node, largest, n - 1, "a task reduction's maximum");
}

// -- recursion: small frames, since the stack is what is attacked
static void chain(long left, long* ran) {
  __atomic_add_fetch(ran, 1, __ATOMIC_RELAXED);
  if (left <= 1) return;
#pragma omp task firstprivate(left, ran)
  chain(left - 1, ran);
}
static void run_chain(Node* node) {
  long ran = 0;
#pragma omp taskgroup
  chain(node->attribute[a_n], &ran);
  check_sum(node, ran, node->attribute[a_n], "links of a chain");
}
static long deep(long left) {
  long below = 0;
  if (left > 1) {
#pragma omp task shared(below)
    below = deep(left - 1);
#pragma omp taskwait
  }
  return below + 1;
}
static void run_deep(Node* node) {
  for (long i = 0; i < node->attribute[a_many]; ++i) {
    long depth = 0;
#pragma omp task shared(depth)
    depth = deep(node->attribute[a_n]);
#pragma omp taskwait
    check_sum(node, depth, node->attribute[a_n], "depth");
  }
}

// -- cancellation: nothing of what was cancelled runs behind the end, and without OMP_CANCELLATION all has run
static void run_cancelled_group(Node* node) {
  const long n = node->attribute[a_n], at = node->attribute[a_at];
  long running = 0, ran = 0;
#pragma omp taskgroup
  for (long i = 0; i < n; ++i) {
#pragma omp task firstprivate(i) shared(running, ran)
    {
      ADD(running, 1);
#pragma omp task firstprivate(i) shared(ran)
      ADD(ran, 1);
      pass_time(i % 7);
      ADD(running, -1);
      if (i == at) {
#pragma omp cancel taskgroup
      }
#pragma omp cancellation point taskgroup
      ADD(ran, 1);
    }
  }
  check_sum(node, LOAD(running), 0, "tasks of a cancelled group that still run");
  if (!omp_get_cancellation()) check_sum(node, LOAD(ran), 2 * n, "tasks of a group that nobody can cancel");
}

static void run_cancelled_region(Node* node) {
  const int threads = (int)node->attribute[a_threads];
  long inside = 0;
#pragma omp parallel num_threads(threads) shared(inside)
  {
    ADD(inside, 1);
#pragma omp task shared(inside)
    {
      ADD(inside, 1);
      ADD(inside, -1);
    }
    ADD(inside, -1);
    if (omp_get_thread_num() == node->attribute[a_at] % omp_get_num_threads()) {
#pragma omp cancel parallel
    }
#pragma omp barrier
#pragma omp cancellation point parallel
  }
  check_sum(node, LOAD(inside), 0, "members of a cancelled region that are still in it");
}

static void run_cancelled_loop(Node* node) {
  const int threads = (int)node->attribute[a_threads];
  const long n = node->attribute[a_n], at = node->attribute[a_at];
  long inside = 0, ran = 0;
#pragma omp parallel num_threads(threads) shared(inside, ran)
  {
#pragma omp for schedule(dynamic, 2)
    for (long i = 0; i < n; ++i) {
      ADD(ran, 1);
      if (i == at) {
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
    ADD(inside, 1);
#pragma omp barrier
    check_sum(node, LOAD(inside), omp_get_num_threads(), "members behind a cancelled loop");
  }
  if (!omp_get_cancellation()) check_sum(node, LOAD(ran), n, "iterations of a loop that nobody can cancel");
}
