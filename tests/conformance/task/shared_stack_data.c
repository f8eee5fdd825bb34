// Tasks may work on their creator's stack variables as long as the creator waits, in loops and recursion.
#include "check.h"

static void sort(int *data, int n) {
  if (n < 2) return;
  int pivot = data[n / 2], i = 0, j = n - 1;
  while (i <= j) {
    while (data[i] < pivot) i++;
    while (data[j] > pivot) j--;
    if (i <= j) {
      int t = data[i];
      data[i++] = data[j];
      data[j--] = t;
    }
  }
#pragma omp task if (n > 50)
  sort(data, j + 1);
#pragma omp task if (n > 50)
  sort(data + i, n - i);
#pragma omp taskwait
}

int main(void) {
  static int data[20000];
  unsigned seed = 1;
  long before = 0, after = 0;
  for (int i = 0; i < 20000; i++) {
    seed = seed * 1664525u + 1013904223u;
    data[i] = (int)(seed >> 12);
    before += data[i];
  }
#pragma omp parallel
#pragma omp single
  sort(data, 20000);
  for (int i = 0; i < 20000; i++) {
    after += data[i];
    if (i) CHECK(data[i - 1] <= data[i]);
  }
  CHECK_EQ(after, before);
  return check_result();
}
