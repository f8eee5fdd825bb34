// One producer of very many dependent tasks: the result is right, and memory does not grow with their number.
//
// usage: bounded_memory <graph> <tasks> <MiB>
// Built by plain gcc -fopenmp. Ends with 0 when the result is right and the peak of resident memory, from the first
// task to the last, has grown by at most so many MiB; 77 when the system does not tell.
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { k_chains = 64, k_width = 256, k_readers = 1000 };

// A figure of /proc/self/status in KiB, or -1.
static long status_kib(const char* name) {
  FILE* file = fopen("/proc/self/status", "r");
  char line[256];
  long value = -1;
  while (file && fgets(line, sizeof line, file))
    if (!strncmp(line, name, strlen(name))) value = atol(line + strlen(name));
  if (file) fclose(file);
  return value;
}

static int wrong(const char* what, int64_t found, int64_t expected) {
  if (found == expected) return 0;
  printf("%s: found %" PRId64 ", serially %" PRId64 "\n", what, found, expected);
  return 1;
}

// Each task needs the one before it.
static int chain(int64_t tasks) {
  int64_t x = 0;
  for (int64_t i = 0; i < tasks; i++) {
#pragma omp task depend(inout : x) shared(x) firstprivate(i)
    x = x == i ? i + 1 : -tasks;
  }
#pragma omp taskwait
  return wrong("the end of the chain", x, tasks);
}

// 64 chains, one task of each in turn.
static int chains(int64_t tasks) {
  static int64_t x[k_chains * 8];  // a line each
  memset(x, 0, sizeof x);
  for (int64_t i = 0; i < tasks; i++) {
    int64_t* mine = &x[i % k_chains * 8];
#pragma omp task depend(inout : *mine) firstprivate(mine, i)
    *mine = *mine == i / k_chains ? *mine + 1 : -tasks;
  }
#pragma omp taskwait
  int64_t sum = 0;
  for (int c = 0; c < k_chains; c++) sum += x[c * 8];
  return wrong("the chains together", sum, tasks);
}

// Rows of points; each needs three of the row before. A point counts the rows: all of a row are equal.
static int stencil(int64_t tasks) {
  static int64_t row[2][k_width + 2];
  memset(row, 0, sizeof row);
  const int64_t rows = tasks / k_width;
  for (int64_t t = 0; t < rows; t++) {
    int64_t *from = row[t % 2], *to = row[(t + 1) % 2];
    for (int p = 1; p <= k_width; p++) {
#pragma omp task depend(in : from[p - 1], from[p], from[p + 1]) depend(out : to[p]) firstprivate(from, to, p, t)
      {
        const int left = p == 1 || from[p - 1] == t, right = p == k_width || from[p + 1] == t;
        to[p] = left && right && from[p] == t ? t + 1 : -1;
      }
    }
  }
#pragma omp taskwait
  int64_t sum = 0;
  for (int p = 1; p <= k_width; p++) sum += row[rows % 2][p];
  return wrong("the last row", sum, rows * k_width);
}

// A writer now and then, and many readers that nothing but the next writer supersedes.
static int readers(int64_t tasks) {
  int64_t x = 0, early = 0;
  for (int64_t i = 0; i < tasks; i++) {
    if (i % k_readers == 0) {
#pragma omp task depend(out : x) shared(x) firstprivate(i)
      x = i;
    } else {
#pragma omp task depend(in : x) shared(x, early) firstprivate(i)
      if (x != i - i % k_readers) __atomic_fetch_add(&early, 1, __ATOMIC_RELAXED);
    }
  }
#pragma omp taskwait
  return wrong("readers at the wrong time", early, 0);
}

// One set of readers that is never superseded.
static int one_set(int64_t tasks) {
  int64_t x = 0, ran = 0;
  for (int64_t i = 0; i < tasks; i++) {
#pragma omp task depend(in : x) shared(x, ran)
    if (x == 0) __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  }
#pragma omp taskwait
  return wrong("readers that ran", ran, tasks);
}

// Every task names an address that no other one names. The addresses are names only: nothing lies there.
static int addresses(int64_t tasks) {
  int64_t ran = 0;
  for (int64_t i = 0; i < tasks; i++) {
    char* name = (char*)(uintptr_t)(0x100000000 + i * 64);
#pragma omp task depend(out : *name) shared(ran)
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  }
#pragma omp taskwait
  return wrong("tasks that ran", ran, tasks);
}

static const struct {
  const char* name;
  int (*run)(int64_t tasks);
} k_graphs[] = {{"chain", chain},     {"chains", chains},   {"stencil", stencil},
                {"readers", readers}, {"one_set", one_set}, {"addresses", addresses}};

static int judge(int (*run)(int64_t), int64_t tasks, long bound_mib) {
  int failed = 0;
#pragma omp parallel
#pragma omp single
  {
    failed |= run(k_width);  // threads, stacks and first chunks of memory are there
    const long before = status_kib("VmRSS:");
    const double start = omp_get_wtime();
    failed |= run(tasks);
    const double ns = (omp_get_wtime() - start) * 1e9 / (double)tasks;
    const long growth = status_kib("VmHWM:") - before;
    printf("%" PRId64 " tasks, %d threads: peak %+.1f MiB (allowed %ld), %.0f ns a task\n", tasks,
           omp_get_num_threads(), (double)growth / 1024, bound_mib, ns);
    if (growth > bound_mib * 1024) failed = 1;
    if (before < 0) failed = 77;
  }
  return failed;
}

int main(int count, char** words) {
  for (unsigned i = 0; count == 4 && i < sizeof k_graphs / sizeof *k_graphs; i++)
    if (!strcmp(words[1], k_graphs[i].name)) return judge(k_graphs[i].run, atoll(words[2]), atol(words[3]));
  fputs("usage: bounded_memory chain|chains|stencil|readers|one_set|addresses <tasks> <MiB>\n", stderr);
  return 2;
}
