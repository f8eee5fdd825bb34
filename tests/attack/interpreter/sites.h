// Where tasks are made: a place in the code for each form of dependences, size of private data, and kind of task, which
// all jobs share. OpenMP.
#pragma once

#include <omp.h>

#include "values.h"

typedef struct Job {
  void (*run)(struct Job);
  Scope* own;
} Job;

#define OMP(...) _Pragma(#__VA_ARGS__)

typedef struct {
  unsigned char bytes[200];
} Private1;
typedef struct {
  unsigned char bytes[5000];
} Private2;
typedef struct {
  unsigned char bytes[70000];
} Private3;

static void fill(unsigned char* bytes, size_t size, Job job) {
  for (size_t i = 0; i < size; i += 13) bytes[i] = (unsigned char)(i + (size_t)job.own->index);
}
static void check_private(const unsigned char* bytes, size_t size, Job job) {
  for (size_t i = 0; i < size; i += 13)
    if (bytes[i] != (unsigned char)(i + (size_t)job.own->index)) {
      wrong(job.own->node, "byte %zu of its private data is %d", i, bytes[i]);
      return;
    }
}

/// What all sites know: `n` the statement, `c` the cells.
#define SITE_KNOWS                          \
  Node* const n = job.own->node;            \
  uint64_t* const c = job.own->maker->cell; \
  (void)c;
#define SITE_FLAGS \
  if (n->attribute[a_if]) final(n->attribute[a_final]) priority((int)n->attribute[a_priority])
#define ITEMS(mode, from) iterator(int i = from : n->count[mode])
#define CELL(mode) c[n->cell[mode][i]]

#define FORM_0
#define FORM_1                                                                       \
  depend(ITEMS(m_in, 0), in : CELL(m_in)) depend(ITEMS(m_out, 0), out : CELL(m_out)) \
      depend(ITEMS(m_inout, 0), inout : CELL(m_inout))
#ifdef __clang__
#define SETS depend(ITEMS(m_set, 0), inoutset : CELL(m_set))
#else
#define SETS  // unknown to GCC 12, as omp_all_memory is; the generator asks it for neither
#endif
#define FORM_2 FORM_1 depend(ITEMS(m_mx, 0), mutexinoutset : CELL(m_mx)) SETS
#define FORM_3                                                                                               \
  depend(depobj : object) depend(ITEMS(m_in, 0), in : CELL(m_in)) depend(ITEMS(m_out, 0), out : CELL(m_out)) \
      depend(ITEMS(m_inout, 1), inout : CELL(m_inout)) depend(ITEMS(m_mx, 0), mutexinoutset : CELL(m_mx))
#define FORM_4                                                                                    \
  depend(in : c[n->cell[m_in][0]], c[n->cell[m_in][1]], c[n->cell[m_in][2]], c[n->cell[m_in][3]]) \
      depend(inout : c[n->cell[m_inout][0]])
#define FORM_5 depend(mutexinoutset : c[n->cell[m_mx][0]])
#define FORM_6 depend(inout : c[n->cell[m_inout][0]])
#define FORM_7 depend(inout : omp_all_memory)

#define NOTHING
#define WITH_OBJECT    \
  omp_depend_t object; \
  OMP(omp depobj(object) depend(inout : c[n->cell[m_inout][0]]))
#define DROP_OBJECT OMP(omp depobj(object) destroy)

#define BODY_0 job.run(job);
#define BODY_PRIVATE                             \
  check_private(block.bytes, sizeof block, job); \
  job.run(job);
#define BLOCK(size)    \
  Private##size block; \
  fill(block.bytes, sizeof block, job);

// SITE(name, before, what the task says, its body, after)
#define SITE(name, before, says, body, after) \
  static void name(Job job) { SITE_KNOWS before OMP(omp task firstprivate(job) SITE_FLAGS says){body} after }
// Its event is known to whoever fulfils it before the body runs: a field of its scope, which the clause cannot name.
#define SITE_DETACHED(name, before, says, body, after)                                 \
  static void name(Job job) {                                                          \
    SITE_KNOWS before omp_event_handle_t event = (omp_event_handle_t)0;                \
    OMP(omp task firstprivate(job) detach(event) SITE_FLAGS says) {                    \
      tell_event(job.own, event);                                                      \
      body                                                                             \
    }                                                                                  \
    if (job.own->node->attribute[a_detach] == d_statement) tell_event(job.own, event); \
    after                                                                              \
  }
static void tell_event(Scope* own, omp_event_handle_t event) {
  STORE(own->event, (uint64_t)event);
  STORE(own->has_event, 1);
}

#define SITES_OF(form, before, after)                                                                       \
  SITE(site_##form##_0, before, FORM_##form, BODY_0, after)                                                 \
  SITE(site_##form##_1, before BLOCK(1), FORM_##form firstprivate(block), BODY_PRIVATE, after)              \
  SITE(site_##form##_2, before BLOCK(2), FORM_##form firstprivate(block), BODY_PRIVATE, after)              \
  SITE(site_##form##_3, before BLOCK(3), FORM_##form firstprivate(block), BODY_PRIVATE, after)              \
  SITE_DETACHED(detached_##form##_0, before, FORM_##form, BODY_0, after)                                    \
  SITE_DETACHED(detached_##form##_1, before BLOCK(1), FORM_##form firstprivate(block), BODY_PRIVATE, after) \
  SITE_DETACHED(detached_##form##_2, before BLOCK(2), FORM_##form firstprivate(block), BODY_PRIVATE, after) \
  SITE_DETACHED(detached_##form##_3, before BLOCK(3), FORM_##form firstprivate(block), BODY_PRIVATE, after) \
  SITE(untied_##form, before, FORM_##form untied, BODY_0, after)                                            \
  SITE(mergeable_##form, before, FORM_##form mergeable, BODY_0, after)

SITES_OF(0, NOTHING, NOTHING)
SITES_OF(1, NOTHING, NOTHING)
SITES_OF(2, NOTHING, NOTHING)
SITES_OF(3, WITH_OBJECT, DROP_OBJECT)
SITES_OF(4, NOTHING, NOTHING)
SITES_OF(5, NOTHING, NOTHING)
SITES_OF(6, NOTHING, NOTHING)
#ifdef __clang__
SITES_OF(7, NOTHING, NOTHING)
#endif

typedef void (*Site)(Job);
#define ROW(form)                                                                                       \
  {site_##form##_0,     site_##form##_1,     site_##form##_2,     site_##form##_3, detached_##form##_0, \
   detached_##form##_1, detached_##form##_2, detached_##form##_3, untied_##form,   mergeable_##form}
static const Site k_sites[][10] = {ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6),
#ifdef __clang__
                                   ROW(7)
#else
                                   ROW(2)
#endif
};

static Site site_of(const Node* node) {
  const long tied = node->attribute[a_tied];  // 1: untied, 2: mergeable
  const long detached = node->attribute[a_detach] != d_no;
  return k_sites[node->attribute[a_form]][tied && !detached ? 7 + tied : node->attribute[a_fp] + 4 * detached];
}
