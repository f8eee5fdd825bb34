// Under HEDDLE_THREAD_LIMIT a process never has more threads than its own and as many as the limit says.
// However many of them open regions at once: each region runs all of its work on those that it gets.
// heddle-only: libgomp has no limit of the process
// env: HEDDLE_THREAD_LIMIT=8
// env: HEDDLE_LINGER=0
// link: -lpthread
#include <dirent.h>
#include <pthread.h>
#include <unistd.h>

#include "../check.h"

enum { k_masters = 16, k_team = 8, k_limit = 8, k_rounds = 5, k_deadline_ms = 10000 };

#ifdef __SANITIZE_THREAD__
enum { k_tools_threads = 1 };
#else
enum { k_tools_threads = 0 };
#endif

static pthread_barrier_t together;
static int most, beside;

static int os_threads(void) {
  int count = 0;
  DIR* tasks = opendir("/proc/self/task");
  for (struct dirent* entry; tasks && (entry = readdir(tasks));) count += entry->d_name[0] != '.';
  if (tasks) closedir(tasks);
  return count;
}

static void* master(void* number) {
  for (int round = 0; round < k_rounds; round++) {
    int members = 0, sum = 0;
    pthread_barrier_wait(&together);
#pragma omp parallel num_threads(k_team) reduction(+ : sum)
    {
      HIT(members);
#pragma omp for
      for (int i = 0; i < 100; i++) sum += i;
#pragma omp single
      {
        const int count = os_threads();
#pragma omp critical
        if (count > most) most = count;
      }
    }
    CHECK(members >= 1 && members <= k_team);
    CHECK_EQ(sum, 4950);
#pragma omp critical
    beside += members - 1;
  }
  return number;
}

int main(void) {
  pthread_t threads[k_masters];
  pthread_barrier_init(&together, NULL, k_masters);
  for (long m = 0; m < k_masters; m++) pthread_create(&threads[m], NULL, master, (void*)m);
  for (int m = 0; m < k_masters; m++) pthread_join(threads[m], NULL);
  CHECK(most > 0 && most <= 1 + k_tools_threads + k_masters + k_limit);
  CHECK(beside > 0);  // it is a limit, not a ban: whoever comes first gets some
  // The others have ended, so what they had goes to whoever is left.
  int members = 0;
  for (int ms = 0; members < k_team && ms < k_deadline_ms; ms += 10, usleep(10000)) {
    members = 0;
#pragma omp parallel num_threads(k_team)
    HIT(members);
  }
  CHECK_EQ(members, k_team);
  return check_result();
}
