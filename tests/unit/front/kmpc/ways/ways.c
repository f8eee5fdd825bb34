// What users of libomp see where OpenMP leaves it open, one claim per name on the command line. Exit status 0: it
// holds. Calls libomp's own functions beside OpenMP's, so that objects of GCC and of Clang ask the same.
#define _GNU_SOURCE
#include <limits.h>
#include <omp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int reserved_1, flags, reserved_2, reserved_3;
  const char* source;
} Ident;
typedef struct {
  void* shared;
  void* code;
  int part;
  void* destroy;
  long long priority;
} CompilersTask;
typedef struct {
  intptr_t address;
  size_t length;
  unsigned char kind;
} Dependence;

int __kmpc_global_thread_num(Ident*);
void __kmpc_dispatch_init_4(Ident*, int, int, int, int, int, int);
int __kmpc_dispatch_next_4(Ident*, int, int*, int*, int*, int*);
void __kmpc_push_num_threads_list(Ident*, int, unsigned, const int*);
void __kmpc_push_num_threads_strict(Ident*, int, int, int, const char*);
CompilersTask* __kmpc_omp_task_alloc(Ident*, int, int, size_t, size_t, void*);
int __kmpc_omp_task_with_deps(Ident*, int, CompilersTask*, int, Dependence*, int, Dependence*);
int __kmpc_get_target_offload(void);
void kmp_set_defaults(const char*);
int kmp_get_blocktime(void);

static Ident here = {0, 2, 0, 0, ";ways.c;main;1;1;;"};
static int wrong;

#define SAY(condition)                                                        \
  do {                                                                        \
    if (!(condition)) {                                                       \
      __atomic_add_fetch(&wrong, 1, __ATOMIC_RELAXED);                        \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                         \
  } while (0)

// Runs a loop [0, trip) of vectors; each chunk but the last is a multiple of `unit`. All iterations are run once.
static void vectors(int schedule, int length, int unit, int trip, int step) {
  char* done = calloc((size_t)trip, 1);
#pragma omp parallel num_threads(3)
  {
    int self = __kmpc_global_thread_num(&here), last = 0, lower, upper, stride;
    __kmpc_dispatch_init_4(&here, self, schedule, 0, (trip - 1) * step, step, length);
    while (__kmpc_dispatch_next_4(&here, self, &last, &lower, &upper, &stride)) {
      SAY(stride == step);
      int first = lower / step, count = (upper - lower) / step + 1;
      SAY(first % unit == 0);
      SAY(count > 0 && (count % unit == 0 || first + count == trip));
      for (int i = first; i < first + count; i++) done[i]++;
    }
  }
  for (int i = 0; i < trip; i++) SAY(done[i] == 1);
  free(done);
}

enum { guided_simd = 46, runtime_simd = 47 };

static void chunks_of_vectors(void) {
  for (int step = -2; step <= 3; step++) {
    if (step == 0) continue;
    for (int trip = 1; trip < 60; trip += 7) vectors(guided_simd, 4, 4, trip, step);
    omp_set_schedule(omp_sched_guided, 2);
    vectors(runtime_simd, 4, 8, 61, step);
    omp_set_schedule(omp_sched_dynamic, 3);
    vectors(runtime_simd, 4, 12, 61, step);
    omp_set_schedule(omp_sched_static, 0);
    vectors(runtime_simd, 4, 4, 61, step);
    omp_set_schedule(omp_sched_static, 2);
    vectors(runtime_simd, 4, 8, 61, step);
    omp_set_schedule(omp_sched_auto, 0);
    vectors(runtime_simd, 4, 4, 61, step);
  }
}

static void a_schedule_is_told_as_it_was_set(void) {
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  SAY(kind == omp_sched_static && chunk == 0);
  for (int plain = omp_sched_static; plain <= omp_sched_guided; plain++) {
    for (int modifier = 0; modifier < 2; modifier++) {
      const omp_sched_t wanted = (omp_sched_t)((unsigned)plain | (modifier ? 0x80000000U : 0U));
      omp_set_schedule(wanted, 5);
      omp_get_schedule(&kind, &chunk);
      SAY(kind == wanted && chunk == 5);
    }
  }
}

static void an_unchosen_runtime_schedule_is_static(void) {
  int owner[8], again[8];
  for (int round = 0; round < 20; round++) {
    int* to = round == 0 ? owner : again;
#pragma omp parallel for schedule(runtime) num_threads(4)
    for (int i = 0; i < 8; i++) to[i] = omp_get_thread_num();
    SAY(memcmp(owner, to, sizeof owner) == 0);
  }
  for (int i = 0; i < 8; i++) SAY(owner[i] == i / 2);
}

static void of_trapezoidal_and_static_steal(void) {
  omp_sched_t kind;
  int chunk, sum = 0;
  omp_get_schedule(&kind, &chunk);
  SAY((int)kind == atoi(getenv("WANTED_KIND")) && chunk == 6);
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
  for (int i = 0; i < 1000; i++) sum += i;
  SAY(sum == 499500);
}

static int team(void) { return omp_get_num_threads(); }

static void threads_by_a_list(void) {
  const int list[] = {3, 2};
  omp_set_max_active_levels(4);
  for (int round = 0; round < 3; round++) {
    __kmpc_push_num_threads_list(&here, __kmpc_global_thread_num(&here), 2, list);
#pragma omp parallel
    {
      SAY(team() == 3);
#pragma omp parallel
      {
        SAY(team() == 2);
#pragma omp parallel num_threads(1)
#pragma omp parallel
        SAY(team() == 2);
      }
    }
#pragma omp parallel
    SAY(team() == 4);
  }
}

static void too_many_threads_asked_strictly(void) {
  __kmpc_push_num_threads_strict(&here, __kmpc_global_thread_num(&here), 2, 1, "not this one");
#pragma omp parallel
  SAY(team() == 2);
  __kmpc_push_num_threads_strict(&here, __kmpc_global_thread_num(&here), 50, 1, "fewer than fifty");
#pragma omp parallel
  SAY(team() == 5);
  __kmpc_push_num_threads_strict(&here, __kmpc_global_thread_num(&here), 50, 2, NULL);
#pragma omp parallel
  SAY(0 && "goes on");
}

static void the_environment_counts_until_first_use(void) {
  setenv("OMP_NUM_THREADS", "3", 1);
  setenv("OMP_SCHEDULE", "dynamic,7", 1);
  setenv("OMP_PLACES", "{0}", 1);
  setenv("KMP_BLOCKTIME", "9", 1);
  SAY(kmp_get_blocktime() == 9);
  SAY(omp_get_max_threads() == 3);
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  SAY(kind == omp_sched_dynamic && chunk == 7);
  SAY(omp_get_num_places() == 1);
#pragma omp parallel
  SAY(team() == 3);
  setenv("OMP_NUM_THREADS", "5", 1);
  SAY(omp_get_max_threads() == 3);
}

static void a_task_without_code_orders_others(void) {
  int x = 0, seen = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
    const int self = __kmpc_global_thread_num(&here);
    Dependence of[] = {{(intptr_t)&x, sizeof x, 3}};
    CompilersTask* nothing = __kmpc_omp_task_alloc(&here, self, 1, sizeof *nothing, 0, NULL);
    __kmpc_omp_task_with_deps(&here, self, nothing, 1, of, 0, NULL);
#pragma omp task depend(in : x) shared(x, seen)
    seen = x;
  }
  SAY(seen == 1);
}

// Two blocks of half a pool do not fit: each takes some bytes more.
static void a_pool_counts_its_own_notes(void) {
  omp_alloctrait_t traits[] = {{omp_atk_pool_size, 1 << 20}, {omp_atk_fallback, omp_atv_null_fb}};
  const omp_allocator_handle_t pool = omp_init_allocator(omp_default_mem_space, 2, traits);
  for (int round = 0; round < 3; round++) {
    void* one = omp_alloc(1 << 19, pool);
    void* two = omp_alloc(1 << 19, pool);
    SAY(one != NULL && two == NULL);
    void* rest = omp_alloc(1 << 18, pool);
    SAY(rest != NULL);
    omp_free(rest, pool);
    omp_free(one, pool);
  }
  omp_destroy_allocator(pool);
}

static int cpus(void) {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  return CPU_COUNT(&set);
}

static void a_master_stays_in_its_place(void) {
  const int before = cpus();
#pragma omp parallel num_threads(2)
  SAY(cpus() == 1);
  SAY(cpus() == 1 && omp_get_place_num() == 0);
  SAY(before >= 1 && omp_get_partition_num_places() == omp_get_num_places());
}

// GCC refuses these questions where it sees them in a teams construct.
static void ask_for_the_places_of_a_team(int places) {
  int all[1024];
  omp_get_partition_place_nums(all);
  SAY(omp_get_partition_num_places() < places);
  SAY(omp_get_place_num() == all[0]);
  SAY(cpus() == 1);
}

static void teams_have_places(void) {
  const int places = omp_get_num_places();
  if (places < 2 || places > 1024) return;
#pragma omp teams num_teams(2)
  ask_for_the_places_of_a_team(places);
  SAY(omp_get_partition_num_places() == places);
}

static void affinity_is_shown_by_team(void) {
  omp_set_max_active_levels(3);
  for (int round = 0; round < 2; round++) {
#pragma omp parallel num_threads(3)
    team();
  }
#pragma omp parallel num_threads(2)
  {
    for (int round = 0; round < 2; round++) {
#pragma omp parallel num_threads(2)
      team();
    }
  }
#pragma omp parallel num_threads(3)
  team();
}

static void defaults_are_set_by_name(void) {
  kmp_set_defaults("OMP_TARGET_OFFLOAD=dIsabled");
  SAY(__kmpc_get_target_offload() == 0);
  kmp_set_defaults("OMP_TARGET_OFFLOAD=mandatory");
  SAY(__kmpc_get_target_offload() == 2);
  kmp_set_defaults("OMP_TARGET_OFFLOAD=mandatorynot");
  SAY(__kmpc_get_target_offload() == 1);
}

static const struct {
  const char* name;
  void (*run)(void);
} claims[] = {{"vectors", chunks_of_vectors},
              {"schedule", a_schedule_is_told_as_it_was_set},
              {"unchosen", an_unchosen_runtime_schedule_is_static},
              {"other_schedules", of_trapezoidal_and_static_steal},
              {"list", threads_by_a_list},
              {"strict", too_many_threads_asked_strictly},
              {"late", the_environment_counts_until_first_use},
              {"nothing", a_task_without_code_orders_others},
              {"pool", a_pool_counts_its_own_notes},
              {"stays", a_master_stays_in_its_place},
              {"teams", teams_have_places},
              {"shown", affinity_is_shown_by_team},
              {"defaults", defaults_are_set_by_name}};

int main(int count, char** names) {
  for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
    if (count != 2 || strcmp(claims[i].name, names[1]) != 0) continue;
    claims[i].run();
    return wrong != 0;
  }
  return 2;
}
