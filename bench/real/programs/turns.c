// Threads that spin in the program until the primary one has had its turn, as LLVM's kmp_sch_simd_guided does.
//   gcc -O2 -fopenmp bench/real/programs/turns.c -o turns; heddle run ./turns 4 300
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { k_patience = 1000000 };  // looks: less than a millisecond, then it sleeps between them

static int had_its_turn;

static int look(void) { return __atomic_load_n(&had_its_turn, __ATOMIC_ACQUIRE); }
static void set(int value) { __atomic_store_n(&had_its_turn, value, __ATOMIC_RELEASE); }

static void wait_for_turn(void) {
  for (int i = 0; i < k_patience; i++)
    if (look()) return;
  while (!look()) usleep(10);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const int threads = atoi(argv[1]), rounds = atoi(argv[2]);
  if (threads < 1 || rounds < 1) return 2;
  const double start = omp_get_wtime();
#pragma omp parallel num_threads(threads)
  for (int round = 0; round < rounds; round++) {
    if (omp_get_thread_num() == 0) {
      set(1);
    } else {
      wait_for_turn();
    }
#pragma omp barrier
    if (omp_get_thread_num() == 0) set(0);
#pragma omp barrier
  }
  printf("%d threads: %.1f us a round\n", threads, (omp_get_wtime() - start) / rounds * 1e6);
  return 0;
}
