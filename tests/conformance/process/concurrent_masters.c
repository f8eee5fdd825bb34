// Several threads of the program's own each open regions at the same time, each with its own team.
// link: -lpthread
#include <pthread.h>

#include "check.h"

static void *master(void *argument) {
  int which = (int)(long)argument;
  for (int round = 0; round < 40; round++) {
    int members = 0, numbers = 0, tasks = 0, wanted = 1 + (which + round) % 4;
#pragma omp parallel num_threads(wanted) reduction(+ : members, numbers)
    {
      members++;
      numbers += omp_get_thread_num();
      CHECK_EQ(omp_get_level(), 1);
#pragma omp single
      for (int t = 0; t < 10; t++) {
#pragma omp task shared(tasks)
        HIT(tasks);
      }
    }
    CHECK_EQ(members, wanted);
    CHECK_EQ(numbers, wanted * (wanted - 1) / 2);
    CHECK_EQ(tasks, 10);
    CHECK_EQ(omp_get_thread_num(), 0);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (long t = 0; t < 4; t++) pthread_create(&threads[t], NULL, master, (void *)t);
  master((void *)7L);
  for (int t = 0; t < 4; t++) pthread_join(threads[t], NULL);
  return check_result();
}
