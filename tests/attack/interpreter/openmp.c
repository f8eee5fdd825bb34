// Runs programs of the generator by OpenMP's own constructs, one after the other, and judges each. Built by every
// compiler, as C and as C++ (README.md). Says `ok N` or `wrong N ...` on standard output for each.
#include "blocking.h"
#include "copies.h"
#include "statements.h"

static void run_body(Node* list, Scope* scope);

static void fulfil(Scope* own) {
  while (!LOAD(own->has_event)) sched_yield();
  const omp_event_handle_t event = (omp_event_handle_t)LOAD(own->event);
  end_part(own);
  omp_fulfill_event(event);
}

static void run_task(Job job) {
  Scope* const own = job.own;
  Node* const node = own->node;
  if (g_break == 3 && node->attribute[a_priority] > 5) abort();
  begin_task(own);
  pass_time(node->attribute[a_us]);
  run_body(node->first, own);
  if (node->attribute[a_detach] == d_itself) {
    end_part(own);
    fulfil(own);  // the last part, and the event
  } else {
    if (node->attribute[a_detach] == d_outside) hand_outside(own);
    end_part(own);
  }
}
// One function for each kind of job, or one for all, as the generator likes.
static __attribute__((noinline)) void run_task_1(Job job) {
  run_task(job);
  __asm__ volatile("" ::: "memory");
}
static __attribute__((noinline)) void run_task_2(Job job) {
  run_task(job);
  __asm__ volatile("nop" ::: "memory");
}

static void make_task(Node* node, Scope* scope, long index) {
  static void (*const jobs[])(Job) = {run_task, run_task_1, run_task_2};
  Scope* const own = new_scope(node, index, scope);
  ++scope->made;
  if (own->group != NULL) ADD(own->group->pending, 1);
  Job job = {jobs[node->attribute[a_fn] % 3], own};
  site_of(node)(job);
  if (!node->attribute[a_if] && !node->attribute[a_detach] && !LOAD(own->is_done))
    wrong(node, "an undeferred task is not over behind it");
}

static void run_member(Node* node, const Scope* outer, Group* group) {
  const long member = omp_get_thread_num();
  Scope* const own = new_scope(node, outer->index * k_most_threads + member, NULL);
  own->threads = omp_get_num_threads();
  own->group = group;
  run_body(node->first, own);
}

static void run_region(Node* node, Scope* scope) {
  const int threads = (int)node->attribute[a_threads];
  Group group = {0};
#pragma omp parallel num_threads(threads) shared(group)
  {
    if (node->attribute[a_each]) {
      run_member(node, scope, &group);
    } else {
#pragma omp single
      {
        Scope* const own = new_scope(node, scope->index * k_most_threads, NULL);
        own->group = &group;
        own->threads = 1;
        run_body(node->first, own);
      }
    }
  }
  check_group(node, &group, "behind a region");
}

static void run_group(Node* node, Scope* scope) {
  Group group = {0};
  Group* const outer = scope->group;
  scope->group = &group;
#pragma omp taskgroup
  run_body(node->first, scope);
  scope->group = outer;
  check_group(node, &group, "behind a taskgroup");
}

static void wait_for_accesses(Node* n, Scope* scope) {
  uint64_t* const c = scope->cell;
#pragma omp taskwait depend(iterator(int i = 0 : n->count[m_in]), in : c[n->cell[m_in][i]])
  scope->state = mix(scope->state, read_inputs(n, scope->index, c));
}

static void wait_for_children(Node* node, Scope* scope) {
#pragma omp taskwait
  check_children(node, scope, "behind a taskwait");
}

static void meet_all(Node* node, Scope* scope) {
#pragma omp barrier
  check_group(node, scope->group, "behind a barrier");
#pragma omp barrier
}

static void run_other(Node* node, Scope* scope) {
  switch (node->kind) {
    case k_taskloop:
      run_taskloop(node, scope);
      break;
    case k_taskred:
      run_task_reduction(node);
      break;
    case k_for:
      run_loop(node, scope);
      break;
    case k_sections:
      run_sections(node, scope);
      break;
    case k_single:
      run_single(node, scope);
      break;
    case k_barrier:
      meet_all(node, scope);
      break;
    case k_critical:
      run_critical(node);
      break;
    case k_chain:
      run_chain(node);
      break;
    case k_deep:
      run_deep(node);
      break;
    case k_cgroup:
      run_cancelled_group(node);
      break;
    case k_cparallel:
      run_cancelled_region(node);
      break;
    case k_cfor:
      run_cancelled_loop(node);
      break;
    case k_copies:
      run_copies(node);
      break;
    default:
      break;
  }
}

static void run_statement(Node* node, Scope* scope) {
  switch (node->kind) {
    case k_parallel:
      run_region(node, scope);
      break;
    case k_task:
      for (long k = 0; k < node->attribute[a_repeat]; ++k)
        make_task(node, scope, scope->index * node->attribute[a_repeat] + k);
      break;
    case k_taskwait:
      wait_for_children(node, scope);
      break;
    case k_waitdep:
      wait_for_accesses(node, scope);
      break;
    case k_group:
      run_group(node, scope);
      break;
    case k_yield: {
#pragma omp taskyield
      break;
    }
    case k_work:
      pass_time(node->attribute[a_us]);
      break;
    case k_sleep:
      usleep((unsigned)node->attribute[a_us]);
      break;
    case k_set:
      set_flag(&g_flags[node->attribute[a_flag]]);
      break;
    case k_wait:
      wait_for_flag(&g_flags[node->attribute[a_flag]], node->attribute[a_how]);
      break;
    case k_meet:
      meet(&g_flags[node->attribute[a_flag]], node->attribute[a_n]);
      break;
    case k_fulfil:
      fulfil(g_program->by_id[node->attribute[a_at] % 4096]->scopes[0]);
      break;
    default:
      run_other(node, scope);
  }
}

static void run_body(Node* list, Scope* scope) {
  for (Node* node = list; node != NULL; node = node->next) run_statement(node, scope);
}

#include "process.h"
