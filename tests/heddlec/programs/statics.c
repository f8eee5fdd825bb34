// options: --static=require
// flags: -fopenmp
// Regions of plain OpenMP that are provably static: each becomes a plan, or --static=require fails.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 600 };
static double first[most], second[most];
static int parts;  // only main writes it
static double* table[4];

static int half(int n) { return n / 2; }

static void relax(double* from, double* to, int n) {
#pragma omp parallel
  {
    const int inner = n - 2;
#pragma omp for schedule(static, 32)
    for (int i = 1; i < inner; i++) to[i] = from[i - 1] + from[i + 1];
#pragma omp for nowait
    for (int i = 1; i < inner; i++) from[i] = to[i] / 2 + i;
#pragma omp single
    from[0] = to[1] + 1;
#pragma omp sections
    {
#pragma omp section
      to[0] = from[0];
#pragma omp section
      to[n - 1] = from[n - 1] + 1;
    }
  }
}

static long pipeline(int n, int block, int* x) {
  long total = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int at = 0; at < n; at += block) {
      const int end = at + block < n ? at + block : n;
#pragma omp task depend(inout : x[at]) priority(1)
      for (int i = at; i < end; i++) x[i] += i + half(n);
    }
#pragma omp taskwait
    for (int at = 0; at < n; at += block) {
#pragma omp task depend(inout : total) shared(total)
      for (int i = at; i < at + block && i < n; i++) total = (total * 3 + x[i]) % 100003;
    }
  }
  return total;
}

static double dot(const double* a, const double* b, int n) {
  double sum = 0, most_of = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most_of) schedule(static)
  for (int i = 0; i < n; i++) {
    sum += a[i] * b[i];
    if (a[i] > most_of) most_of = a[i];
  }
  return sum + most_of;
}

/// C of old: all variables at the top, private by a clause; the scratch is set before it is read.
static int scratch(int n, int m, int* out) {
  int i, j, t;
#pragma omp parallel private(i, j, t)
  {
#pragma omp for
    for (i = 0; i < n; i++) {
      t = 0;
      for (j = 0; j < m; j++) t += i * j;
      out[i] = t;
    }
  }
  int sum = 0;
  for (i = 0; i < n; i++) sum += out[i];
  return sum;
}

/// Creation code that reads pointers from memory, while tasks write numbers; the table changes between entries.
static void by_table(int n) {
#pragma omp parallel
  {
#pragma omp masked
    for (int k = 0; k < parts; k++) {
      if (table[k] == NULL) continue;
#pragma omp task depend(inout : table[k][0])
      for (int i = 0; i < n; i++) table[k][i] += k + 1;
#pragma omp task depend(inout : table[k][0])
      for (int i = 0; i < n; i++) table[k][i] *= 2;
    }
  }
}

/// The value at the entry; a group that is waited for; tasks of a loop.
static int groups(int n, int* x) {
  int begin = n * 3;
#pragma omp parallel firstprivate(begin)
  {
#pragma omp single nowait
    {
#pragma omp taskgroup
      {
#pragma omp task firstprivate(begin)
        {
          begin += 1;
          x[1] = begin;
        }
      }
#pragma omp taskloop grainsize(3)
      for (int i = 2; i < n; i++) x[i] = x[1] + i;
#pragma omp task
      x[n] = x[n - 1] + x[2];
    }
  }
  return x[n];
}

/// Bodies may make tasks of their own.
static int nested(int n, int* x) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task
    {
      for (int k = 0; k < 3; k++) {
#pragma omp task
        {
#pragma omp atomic
          x[i] += k;
        }
      }
    }
  }
  int sum = 0;
  for (int i = 0; i < n; i++) sum += x[i];
  return sum;
}

struct most_of {
  int value, at;
};
#pragma omp declare reduction(later : struct most_of : omp_out = omp_in.value > omp_out.value ? omp_in : omp_out) \
    initializer(omp_priv = {-1, 0})

/// Loops that are collapsed, a reduction that the program declares.
static int collapsed(int n, int m, int* x) {
  struct most_of found = {-1, 0};
  int end = -1;
#pragma omp parallel
  {
#pragma omp for collapse(2) schedule(static, 5)
    for (int i = 0; i < n; i++)
      for (int j = m; j > 0; j -= 2) x[i * m + j - 1] = i * j % 17;
#pragma omp for lastprivate(end) schedule(static, 7)
    for (int i = 0; i < n * m; i++) {
      end = i * 2;
      x[i] += end % 2;
    }
#pragma omp for reduction(later : found)
    for (int i = 0; i < n * m; i++)
      if (x[i] * 1000 + i > found.value) {
        found.value = x[i] * 1000 + i;
        found.at = i;
      }
  }
  return found.at + end * 1000;
}

/// A reduction's result is read behind the region, entries follow each other with other sizes.
int main(void) {
  int* x = calloc(most, sizeof *x);
  double rows[4][8];
  memset(rows, 0, sizeof rows);
  parts = 4;
  for (int i = 0; i < most; i++) first[i] = i % 7;
  for (int round = 0; round < 6; round++) {
    relax(first, second, most - round % 2);
    printf("%g %g\n", dot(first, second, most), second[5]);
    printf("%ld %d\n", pipeline(200, 13 + round % 2, x), scratch(40, 20 + round, x + 300));
    for (int k = 0; k < 4; k++) table[k] = k == round % 4 ? NULL : rows[k];
    by_table(8);
    printf("%g %g %g %g\n", rows[0][1], rows[1][7], rows[2][0], rows[3][3]);
    printf("%d %d %d\n", groups(20, x + 400), nested(10, x + 500), collapsed(6 + round % 2, 9, x));
  }
  free(x);
  return 0;
}
