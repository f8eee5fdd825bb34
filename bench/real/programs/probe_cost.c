// One construct, so many times, for an instruction counter: probe_cost KIND COUNT. The second thread of a team sleeps,
// so that the first one's instructions are the same every time.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int sleeping, over;

static void sleep_until_over(void) {
  pthread_mutex_lock(&lock);
  sleeping = 1;
  pthread_cond_broadcast(&change);
  while (!over) pthread_cond_wait(&change, &lock);
  pthread_mutex_unlock(&lock);
}

static void tell(int* flag, int wait_for_it) {
  pthread_mutex_lock(&lock);
  if (!wait_for_it) *flag = 1;
  while (wait_for_it && !*flag) pthread_cond_wait(&change, &lock);
  pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&lock);
}

static void tasks(long count) {
  for (long i = 0; i < count; i += 100) {
    for (int k = 0; k < 100; k++) {
#pragma omp task
      __asm__ volatile("");
    }
#pragma omp taskwait
  }
}

static void dependent_tasks(long count) {
  int data = 0;
  for (long i = 0; i < count; i += 100) {
    for (int k = 0; k < 100; k++) {
#pragma omp task depend(inout : data)
      __asm__ volatile("");
    }
#pragma omp taskwait
  }
}

static void in_team(void (*work)(long), long count) {
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() != 0) {
      sleep_until_over();
    } else {
      tell(&sleeping, 1);
      work(count);
      tell(&over, 0);
    }
  }
}

int main(int words, char** word) {
  if (words != 3) return fprintf(stderr, "usage: probe_cost KIND COUNT\n"), 2;
  const char* kind = word[1];
  const long count = atol(word[2]);
  if (strcmp(kind, "taskwait") == 0) {
    for (long i = 0; i < count; i++) {
#pragma omp taskwait
    }
  } else if (strcmp(kind, "taskgroup") == 0) {
    for (long i = 0; i < count; i++) {
#pragma omp taskgroup
      __asm__ volatile("");
    }
  } else if (strcmp(kind, "region") == 0) {
    for (long i = 0; i < count; i++) {
#pragma omp parallel num_threads(1)
      __asm__ volatile("");
    }
  } else if (strcmp(kind, "barrier") == 0) {
#pragma omp parallel num_threads(1)
    for (long i = 0; i < count; i++) {
#pragma omp barrier
    }
  } else if (strcmp(kind, "task") == 0) {
    in_team(tasks, count);
  } else if (strcmp(kind, "task-alone") == 0) {
    tasks(count);
  } else if (strcmp(kind, "task-depend") == 0) {
    in_team(dependent_tasks, count);
  } else {
    return fprintf(stderr, "probe_cost: unknown kind %s\n", kind), 2;
  }
  return 0;
}
