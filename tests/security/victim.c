/* A program that uses much of the runtime, and then says what has become of it: whether it runs with more rights than
 * its caller, which files are mapped and open, how many children it has had. set_user_id.py gives it away set-user-id.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double a[1000];

/* Depend clauses that overlap without being the same: what HEDDLE_VERIFY looks up the source lines of. */
static void overlap(void) {
  void (*range)(const void*, size_t) = (void (*)(const void*, size_t))dlsym(RTLD_DEFAULT, "heddle_verify_range");
  if (range) range(a, 800);
#pragma omp task depend(out : a[0 : 100])
  a[0] += 1;
  if (range) range(&a[50], 800);
#pragma omp task depend(out : a[50 : 100])
  a[50] += 1;
}

static int compute(void) {
  int sum = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp single
    overlap();
#pragma omp for schedule(runtime) reduction(+ : sum)
    for (int i = 0; i < 100; i++) sum += i;
  }
  void* memory = omp_alloc(64, omp_high_bw_mem_alloc);
  omp_free(memory, omp_high_bw_mem_alloc);
  return sum;
}

static void say_mapped_files(void) {
  char line[4096], last[4096] = "";
  FILE* maps = fopen("/proc/self/maps", "re");
  while (maps && fgets(line, sizeof line, maps)) {
    const char* path = strchr(line, '/');
    if (path && strcmp(path, last) != 0) printf("mapped %s", path);
    if (path) strcpy(last, path);
  }
  if (maps) fclose(maps);
}

static void say_open_files(void) {
  DIR* folder = opendir("/proc/self/fd");
  for (struct dirent* entry; folder && (entry = readdir(folder));) {
    char target[4096];
    const ssize_t length = readlinkat(dirfd(folder), entry->d_name, target, sizeof target - 1);
    if (length <= 0 || atoi(entry->d_name) <= 2 || atoi(entry->d_name) == dirfd(folder)) continue;
    target[length] = '\0';
    printf("open %s\n", target);
  }
  if (folder) closedir(folder);
}

int main(void) {
  const int sum = compute();
  struct rusage children;
  getrusage(RUSAGE_CHILDREN, &children);
  errno = 0;
  const int none_left = wait(NULL) < 0 && errno == ECHILD;
  printf("secure %lu\nsum %d\nprocesses %d\n", getauxval(AT_SECURE), sum, !none_left || children.ru_minflt > 0);
  say_mapped_files();
  say_open_files();
  return 0;
}
