// What tasks do to data, and the oracle: each task's values follow from what it reads, so an order that is broken shows
// in a cell; what runs twice, never, too early or beside what it excludes is told where it happens. C and C++.
#pragma once

#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "program.h"

/// Tasks that are waited for together: those of a region, or of a taskgroup.
typedef struct Group {
  long pending;
} Group;

/// One execution of a statement with a body: its children's data and its own state.
struct Scope {
  uint64_t cell[k_cells];
  int busy[k_cells];  // a child that excludes others has it
  uint64_t state;
  long made, done;      // children
  long started, parts;  // this one: begun; its body and, when detached, its event are not over
  int is_done;
  Node* node;
  long index;
  Scope* maker;
  Group* group;    // that it belongs to
  uint64_t seen;   // what it read when it began
  long threads;    // of a region: those there were
  uint64_t event;  // when detached
  int has_event;
};

static Program* g_program;
static int g_break;    // ATTACK_BREAK: a fault of our own, for the harness's own test (README.md)
static long g_number;  // of the program

#define LOAD(x) __atomic_load_n(&(x), __ATOMIC_ACQUIRE)
#define STORE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELEASE)
#define ADD(x, v) __atomic_add_fetch(&(x), (v), __ATOMIC_ACQ_REL)

__attribute__((format(printf, 2, 3))) static void wrong(const Node* node, const char* form, ...) {
  if (ADD(g_program->wrong, 1) > 3) return;
  char text[400];
  va_list values;
  va_start(values, form);
  vsnprintf(text, sizeof text, form, values);
  va_end(values);
  char line[500];
  const int length =
      snprintf(line, sizeof line, "wrong %ld line %d %s: %s\n", g_number, node->line, k_kind_names[node->kind], text);
  if (write(STDOUT_FILENO, line, (size_t)length) < 0) _exit(3);
}

static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = (a ^ (b * 0x9e3779b97f4a7c15u)) + 0x7f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 27);
}

static uint64_t own_value(const Node* node, long index) { return mix((uint64_t)node->line, (uint64_t)index); }
static uint64_t share_of(const Node* node, long index) { return own_value(node, index) & 0xffff; }

static void pass_time(long us) {
  if (us <= 0) return;
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000000 + (now.tv_nsec - start.tv_nsec) / 1000 < us);
}

static Scope* new_scope(Node* node, long index, Scope* maker) {
  Scope* const scope = (Scope*)calloc(1, sizeof *scope);
  scope->node = node;
  scope->index = index;
  scope->maker = maker;
  scope->parts = node->kind == k_task && node->attribute[a_detach] ? 2 : 1;
  if (maker != NULL) scope->group = maker->group;
  node->scopes[index] = scope;
  return scope;
}

static uint64_t read_inputs(const Node* node, long index, const uint64_t* cells) {
  uint64_t value = own_value(node, index);
  for (int i = 0; i < node->count[m_in]; ++i) value = mix(value, cells[node->cell[m_in][i]]);
  if (node->attribute[a_allmem])
    for (int cell = 0; cell < k_cells; ++cell) value = mix(value, cells[cell]);
  return value;
}

/// What a task's data is when it is over, from what it read.
static void write_outputs(const Node* node, long index, uint64_t* cells, uint64_t value) {
  for (int i = 0; i < node->count[m_out]; ++i) cells[node->cell[m_out][i]] = mix(value, (uint64_t)i);
  for (int i = 0; i < node->count[m_inout]; ++i) cells[node->cell[m_inout][i]] += mix(value, (uint64_t)index);
  if (node->attribute[a_allmem]) cells[0] += value;
}

/// The task begins: cells that it may write hold something else until it is over.
static void begin_task(Scope* own) {
  const Node* const node = own->node;
  if (__atomic_exchange_n(&own->started, 1, __ATOMIC_ACQ_REL) != 0) wrong(node, "ran twice");
  uint64_t* const cells = own->maker->cell;
  own->seen = read_inputs(node, own->index, cells);
  for (int i = 0; i < node->count[m_out]; ++i) cells[node->cell[m_out][i]] = 1;
  for (int i = 0; i < node->count[m_inout]; ++i) cells[node->cell[m_inout][i]] += 1;
  for (int i = 0; i < node->count[m_mx]; ++i) {
    if (__atomic_exchange_n(&own->maker->busy[node->cell[m_mx][i]], 1, __ATOMIC_ACQ_REL) != 0)
      wrong(node, "two at a time in cell %d", node->cell[m_mx][i]);
    uint64_t* const cell = &cells[node->cell[m_mx][i]];
    const uint64_t before = *(volatile uint64_t*)cell;
    if (own->index % 3 == 0) sched_yield();
    if (g_break == 1 && node->attribute[a_fp] == 2) continue;
    *(volatile uint64_t*)cell = before + share_of(node, own->index);
  }
  for (int i = 0; i < node->count[m_set]; ++i) ADD(cells[node->cell[m_set][i]], share_of(node, own->index));
}

/// Called when its body is over, and when its event comes: the last of the two ends the task.
static void end_part(Scope* own) {
  if (ADD(own->parts, -1) != 0) return;
  Node* const node = own->node;
  Scope* const maker = own->maker;
  Group* const group = own->group;
  for (int i = 0; i < node->count[m_inout]; ++i) maker->cell[node->cell[m_inout][i]] -= 1;
  if (read_inputs(node, own->index, maker->cell) != own->seen) wrong(node, "what it reads was changed while it ran");
  for (int i = 0; i < node->count[m_mx]; ++i) STORE(maker->busy[node->cell[m_mx][i]], 0);
  write_outputs(node, own->index, maker->cell, own->seen);
  STORE(own->is_done, 1);
  ADD(maker->done, 1);
  if (group != NULL) ADD(group->pending, -1);
}

static void check_children(const Node* node, Scope* scope, const char* where) {
  const long done = LOAD(scope->done);
  if (done != scope->made) wrong(node, "%s: %ld of %ld children are done", where, done, scope->made);
}

static void check_group(const Node* node, Group* group, const char* where) {
  const long pending = LOAD(group->pending);
  if (pending != 0) wrong(node, "%s: %ld tasks are not done", where, pending);
}

// -- the oracle: the same statements, one after the other, on cells of its own
static void judge_body(const Node* list, const Scope* real, uint64_t* cells, uint64_t* state);

static void judge_cells(const Node* node, const Scope* real, const uint64_t* cells, uint64_t state) {
  for (int cell = 0; cell < k_cells; ++cell)
    if (real->cell[cell] != cells[cell])
      wrong(node, "cell %d of its children is %lx, not %lx", cell, (unsigned long)real->cell[cell],
            (unsigned long)cells[cell]);
  if (real->state != state) wrong(node, "a wait for accesses saw other values");
}

static void judge_scope(Node* node, const Scope* real) {
  if (node->first == NULL) return;
  uint64_t cells[k_cells] = {0}, state = 0;
  judge_body(node->first, real, cells, &state);
  judge_cells(node, real, cells, state);
}

static void judge_task(Node* node, const Scope* real, uint64_t* cells) {
  for (long k = 0; k < node->attribute[a_repeat]; ++k) {
    const long index = real->index * node->attribute[a_repeat] + k;
    const Scope* const task = node->scopes[index];
    if (task == NULL || !task->started || !task->is_done) {
      wrong(node, "never ran, or never ended");
      continue;
    }
    const uint64_t value = read_inputs(node, index, cells);
    write_outputs(node, index, cells, value);
    for (int i = 0; i < node->count[m_mx]; ++i) cells[node->cell[m_mx][i]] += share_of(node, index);
    for (int i = 0; i < node->count[m_set]; ++i) cells[node->cell[m_set][i]] += share_of(node, index);
    judge_scope(node, task);
  }
}

static void judge_region(Node* node, const Scope* real) {
  const long members = node->attribute[a_each] ? real->threads : 1;
  for (long member = 0; member < members; ++member) {
    const Scope* const own = node->scopes[real->index * k_most_threads + member];
    if (own == NULL)
      wrong(node, "member %ld of %ld never came", member, members);
    else
      judge_scope(node, own);
  }
}

static void judge_hits(Node* node, long index) {
  const long n = node->attribute[a_n];
  for (long i = 0; i < n; ++i)
    if (node->hits[index * n + i] != 1) {
      wrong(node, "iteration %ld of %ld ran %d times", i, n, node->hits[index * n + i]);
      return;
    }
}

static void judge_body(const Node* list, const Scope* real, uint64_t* cells, uint64_t* state) {
  for (Node* node = (Node*)list; node != NULL; node = node->next) {
    if (node->kind == k_task) judge_task(node, real, cells);
    if (node->kind == k_group) judge_body(node->first, real, cells, state);
    if (node->kind == k_taskloop) judge_hits(node, real->index);
    if (node->kind == k_for && real->index % k_most_threads == 0) judge_hits(node, real->index / k_most_threads);
    if (node->kind == k_waitdep) *state = mix(*state, read_inputs(node, real->index, cells));
    if (node->kind == k_parallel && node->scopes[real->index * k_most_threads] != NULL) {
      Scope region = {{0}, {0}, 0, 0, 0, 0, 0, 0, node, real->index, NULL, NULL, 0, 0, 0, 0};
      region.threads = node->scopes[real->index * k_most_threads]->threads;
      judge_region(node, &region);
    }
  }
}

static void release_program(Program* program) {
  for (Node *node = program->all, *next; node != NULL; node = next) {
    next = node->next_of_program;
    for (long i = 0; i < node->slots * k_most_threads; ++i) free(node->scopes[i]);
    free(node->scopes);
    free(node->hits);
    free(node);
  }
}
