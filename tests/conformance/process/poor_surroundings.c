// Without standard files, with every signal blocked, with next to no address space, descriptors or processes, a program still ends right
// heddle-only: libgomp and libomp end the process when a thread is refused
// races: ThreadSanitizer wants memory and threads of its own
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

static void nothing_special(void) {}
static void no_standard_files(void) {
  for (int file = 0; file < 3; file++) close(file);
}
static void all_signals_blocked(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
}
static void children_are_not_waited_for(void) { signal(SIGCHLD, SIG_IGN); }
static void limit(int what, rlim_t most) {
  const struct rlimit limits = {most, most};
  setrlimit(what, &limits);
}
static void few_descriptors(void) { limit(RLIMIT_NOFILE, 4); }  // the loader needs one
// Stacks of threads take 8 MiB each of it: enough is left beside the last one for tasks.
static void little_memory(void) { limit(RLIMIT_AS, 32 << 20); }
static void no_more_threads(void) {
  if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) _exit(9);  // root has no such limit
  limit(RLIMIT_NPROC, 0);
}

static void (*const surroundings[])(void) = {nothing_special, no_standard_files, all_signals_blocked, children_are_not_waited_for,
                                             few_descriptors, little_memory,     no_more_threads};
enum { k_surroundings = sizeof surroundings / sizeof *surroundings };

static int work(void) {
  int sum = 0, value[8] = {0};
#pragma omp parallel num_threads(8)
  {
#pragma omp for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < 100; i++) sum += i;
#pragma omp single
    for (int i = 0; i < 200; i++) {
#pragma omp task depend(inout : value[i % 8]) shared(value)
      value[i % 8] += 1;
    }
  }
  for (int i = 0; i < 8; i++) sum += value[i];
  return sum == 4950 + 200 ? 0 : 1;
}

static int status_in(void (*surrounding)(void), char* self, char** settings) {
  const pid_t child = fork();
  if (child == 0) {
    const int code = open(self, O_RDONLY | O_CLOEXEC);
    char* words[] = {self, "work", NULL};
    surrounding();
    fexecve(code, words, settings);
    _exit(8);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

int main(int count, char** words) {
  if (count > 1) return work();
  static char path[4096];
  snprintf(path, sizeof path, "LD_LIBRARY_PATH=%s", getenv("LD_LIBRARY_PATH") ? getenv("LD_LIBRARY_PATH") : "");
  char* plain[] = {path, NULL};
  char* asking[] = {path, "OMP_PLACES=cores", "HEDDLE_VERIFY=1", "HEDDLE_TRACE=/dev/null", "OMP_DYNAMIC=perhaps", NULL};
  const int sanitized = dlsym(RTLD_DEFAULT, "__asan_init") || dlsym(RTLD_DEFAULT, "__tsan_init");
  for (int i = 0; i < k_surroundings; i++) {
    if (surroundings[i] == little_memory && sanitized) continue;  // it takes terabytes of addresses
    const int status = status_in(surroundings[i], words[0], plain);
    if (surroundings[i] == no_more_threads && (status == 127 || status == 8)) continue;  // others may not read the build folder
    CHECK_EQ(status, 0);
    CHECK_EQ(status_in(surroundings[i], words[0], asking), 0);
  }
  return check_result();
}
