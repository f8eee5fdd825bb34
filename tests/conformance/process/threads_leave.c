// Threads that are not needed leave when they have idled for a while, those of nested teams, of threads that have ended
// and, in a program without thread-local data, of other threads than the first; all of them come back when needed.
// checked: the tool that looks on has thread-local data, for which threads stay
// heddle-only: libgomp keeps the threads of a team as long as its master lives
// env: OMP_THREAD_LIMIT=8
// env: HEDDLE_LINGER=50
// link: -lpthread
#include <dirent.h>
#include <pthread.h>
#include <unistd.h>

#include "../check.h"

enum { k_masters = 16, k_team = 8, k_deadline_ms = 10000 };

#ifdef __SANITIZE_THREAD__
enum { k_tools_threads = 1 };
#else
enum { k_tools_threads = 0 };
#endif

static pthread_barrier_t all_idle, go_on;

static int os_threads(void) {
  int count = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *entry; tasks && (entry = readdir(tasks));) count += entry->d_name[0] != '.';
  if (tasks) closedir(tasks);
  return count;
}

static int waits_for_at_most(int wanted) {
  int count = os_threads();
  for (int ms = 0; count > wanted && ms < k_deadline_ms; ms += 10, count = os_threads()) usleep(10000);
  if (count > wanted) printf("%d threads, not %d\n", count, wanted);
  return count <= wanted;
}

static void full_team(void) {
  int members = 0;
#pragma omp parallel num_threads(k_team)
  HIT(members);
  CHECK_EQ(members, k_team);
}

static void nested_teams(void) {
  int members = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(4)
  HIT(members);
  CHECK_EQ(members, 8);  // the limit
}

static void *master(void *number) {
  for (int round = 0; round < 2; round++) {
    full_team();
    pthread_barrier_wait(&all_idle);
    pthread_barrier_wait(&go_on);
  }
  for (int round = 0; round < 2; round++) {
    nested_teams();
    pthread_barrier_wait(&all_idle);
    pthread_barrier_wait(&go_on);
  }
  return number;
}

static int larger(int one, int other) { return one > other ? one : other; }

int main(void) {
  pthread_t threads[k_masters];
  const int alone = 1 + k_tools_threads;
  const int kept = larger(omp_get_num_procs(), omp_get_max_threads()) - 1;
  pthread_barrier_init(&all_idle, NULL, k_masters + 1);
  pthread_barrier_init(&go_on, NULL, k_masters + 1);
  full_team();
  for (long m = 0; m < k_masters; m++) pthread_create(&threads[m], NULL, master, (void *)m);
  for (int round = 0; round < 4; round++) {
    pthread_barrier_wait(&all_idle);
    // The program's own, and the first one's team, or as many as are kept if those are more.
    CHECK(waits_for_at_most(alone + k_masters + larger(kept, k_team - 1)));
    pthread_barrier_wait(&go_on);
  }
  for (int m = 0; m < k_masters; m++) pthread_join(threads[m], NULL);
  CHECK(waits_for_at_most(alone + larger(kept, k_team - 1)));
  full_team();
  return check_result();
}
