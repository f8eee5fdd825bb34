// OMP_THREAD_LIMIT counts the threads of each of the program's own threads apart: none takes from another, and nested
// regions of one thread share what it has.
// link: -lpthread
#include <pthread.h>

#include "../env/respawn.h"

enum { k_masters = 16, k_limit = 8 };

static pthread_barrier_t together;

// All teams exist at the same time.
static void *full_team(void *got) {
#pragma omp parallel num_threads(k_limit)
  {
#pragma omp master
    {
      *(int *)got = omp_get_num_threads();
      pthread_barrier_wait(&together);
    }
  }
  return NULL;
}

static int masters(void) {
  pthread_t threads[k_masters];
  int got[k_masters], right = 0;
  pthread_barrier_init(&together, NULL, k_masters);
  for (int m = 0; m < k_masters; m++) pthread_create(&threads[m], NULL, full_team, &got[m]);
  for (int m = 0; m < k_masters; m++) pthread_join(threads[m], NULL);
  for (int m = 0; m < k_masters; m++) right += got[m] == k_limit;
  printf("%d", right);
  return 0;
}

// 4 and four times 3 more: of these only 4 may be there at a time.
static int nested(void) {
  int most = 0, now = 0, inner = 0;
  omp_set_max_active_levels(2);
  for (int round = 0; round < 20; round++) {
#pragma omp parallel num_threads(4)
    {
      CHECK(omp_get_num_threads() == 4);
#pragma omp parallel num_threads(4)
      {
        int here = __atomic_add_fetch(&now, 1, __ATOMIC_SEQ_CST), seen = __atomic_load_n(&most, __ATOMIC_SEQ_CST);
        while (here > seen && !__atomic_compare_exchange_n(&most, &seen, here, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        }
        HIT(inner);
#pragma omp barrier
        __atomic_sub_fetch(&now, 1, __ATOMIC_SEQ_CST);
      }
    }
  }
  // All places are given back: an outermost team and a lone inner one get what there is.
  int whole = 0;
#pragma omp parallel num_threads(k_limit)
#pragma omp single
  whole = omp_get_num_threads() == k_limit;
  printf("%d", most <= k_limit && inner >= 20 * 4 && whole && !check_failures);
  return 0;
}

// A lone inner team gets all that is left.
static int lone(void) {
  int got = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp parallel num_threads(20)
#pragma omp single
    got = omp_get_num_threads();
  }
  printf("%d", got);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return words[1][0] == 'm' ? masters() : words[1][0] == 'n' ? nested() : lone();
  check_setting("masters", "OMP_THREAD_LIMIT", "8", "16");
  check_setting("nested", "OMP_THREAD_LIMIT", "8", "1");
  check_setting("lone", "OMP_THREAD_LIMIT", "8", "6");
  return check_result();
}
