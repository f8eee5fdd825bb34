// Seismic by hand: a thread for each cpu that has its own rows from the first touch on, and a barrier after each phase
// that spins. What a loop can be tuned to without changing what it computes in which phase.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "whole.h"

typedef struct {
  _Alignas(64) atomic_uint arrived;
  _Alignas(64) atomic_uint phase;
  unsigned threads;
} Barrier;

static Barrier barrier;
static Seismic seismic;
static double* field;
static uint64_t begun, ended;

static void meet(void) {
  // order: relaxed — it cannot change before this thread has arrived, and the last change was acquired below.
  const unsigned phase = atomic_load_explicit(&barrier.phase, memory_order_relaxed);
  // order: acq_rel — release: this thread's rows; acquire: the last one to arrive has those of all.
  if (atomic_fetch_add_explicit(&barrier.arrived, 1, memory_order_acq_rel) + 1 == barrier.threads) {
    // order: relaxed — the release behind it shows it to who comes for the next phase.
    atomic_store_explicit(&barrier.arrived, 0, memory_order_relaxed);
    // order: release — the rows of all, which the last one has acquired.
    atomic_store_explicit(&barrier.phase, phase + 1, memory_order_release);
    return;
  }
  // order: acquire — pairs with the release of the last one.
  for (unsigned spins = 0; atomic_load_explicit(&barrier.phase, memory_order_acquire) == phase; spins++)
    if (spins % 4096 == 4095) sched_yield();  // there may be fewer cpus than threads
}

static void* work(void* argument) {
  const uint64_t own = (uint64_t)(uintptr_t)argument;
  const Seismic* s = &seismic;
  const uint64_t first = seismic_first(s->height, barrier.threads, own),
                 last = seismic_first(s->height, barrier.threads, own + 1);
  for (uint64_t y = first; y < last; y++) seismic_fill_row(s, field, s->height, y, y);
  meet();
  if (own == 0) begun = seismic_now_ns();
  for (uint64_t i = 0; i < s->iterations; i++) {
    for (uint64_t y = first; y < last && y + 1 < s->height; y++) seismic_stress(s, field, y);
    meet();
    for (uint64_t y = first == 0 ? 1 : first; y < last; y++) seismic_velocity(s, field, y, i);
    if (own == 0) seismic_first_row(s, field, i);
    meet();
  }
  if (own == 0) ended = seismic_now_ns();
  return NULL;
}

int main(int count, char** given) {
  seismic = seismic_parameters(count, given);
  field = seismic_new_field(&seismic);
  const char* const threads = getenv("OMP_NUM_THREADS");
  barrier.threads = threads != NULL && atoi(threads) > 0 ? (unsigned)atoi(threads) : 2;
  pthread_t others[256];
  if (barrier.threads > 256) barrier.threads = 256;
  for (unsigned thread = 1; thread < barrier.threads; thread++)
    if (pthread_create(&others[thread], NULL, work, (void*)(uintptr_t)thread) != 0) {
      fprintf(stderr, "seismic: thread %u cannot be started\n", thread);
      return 3;
    }
  work((void*)0);
  for (unsigned thread = 1; thread < barrier.threads; thread++) pthread_join(others[thread], NULL);
  seismic_end(&seismic, field, ended - begun);
  return 0;
}
