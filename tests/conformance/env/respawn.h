// Runs this same program again with other environment variables, and keeps what it printed: the only
// way to test settings that are read when the runtime is loaded.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

typedef struct {
  const char *name, *value;  // a NULL value unsets the variable; a NULL name ends the list
} Setting;

typedef struct {
  int status;  // exit status, or 256 + signal
  char out[4096], err[8192];
} Outcome;

static inline void respawn_child(const char *word, const Setting *settings, const int *out, const int *err) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  for (; settings && settings->name; settings++)
    if (settings->value)
      setenv(settings->name, settings->value, 1);
    else
      unsetenv(settings->name);
  dup2(out[1], 1);
  dup2(err[1], 2);
  close(out[0]), close(out[1]), close(err[0]), close(err[1]);
  execl(path, path, word, (char *)NULL);
  _exit(127);
}

static inline void respawn_read(int from, char *text, size_t room) {
  size_t filled = 0;
  for (ssize_t n; filled + 1 < room && (n = read(from, text + filled, room - 1 - filled)) > 0;) filled += (size_t)n;
  text[filled] = 0;
  close(from);
}

static inline Outcome respawn(const char *word, const Setting *settings) {
  Outcome outcome = {0};
  int out[2], err[2], status = 0;
  fflush(stdout);
  if (pipe(out) || pipe(err)) exit(2);
  pid_t child = fork();
  if (child == 0) respawn_child(word, settings, out, err);
  close(out[1]), close(err[1]);
  respawn_read(out[0], outcome.out, sizeof outcome.out);  // the programs print little: no deadlock on a full pipe
  respawn_read(err[0], outcome.err, sizeof outcome.err);
  waitpid(child, &status, 0);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
  return outcome;
}

// One row: under NAME=VALUE the program, asked `word`, prints `wanted`.
static inline void check_setting(const char *word, const char *name, const char *value, const char *wanted) {
  const Setting settings[] = {{name, value}, {NULL, NULL}};
  Outcome outcome = respawn(word, settings);
  if ((outcome.status || strcmp(outcome.out, wanted) || outcome.err[0]) && check_count_failure())
    printf("%s=\"%s\": printed \"%s\", not \"%s\"; status %d; stderr \"%s\"\n", name, value, outcome.out, wanted,
           outcome.status, outcome.err);
}

// One row: a malformed value is named on stderr exactly once, and the program goes on with `wanted`.
static inline void check_malformed(const char *word, const char *name, const char *value, const char *wanted) {
  const Setting settings[] = {{name, value}, {NULL, NULL}};
  Outcome outcome = respawn(word, settings);
  const char *first = strstr(outcome.err, name);
  int once = first && !strstr(first + 1, name);
  if ((outcome.status || !once || (wanted && strcmp(outcome.out, wanted))) && check_count_failure())
    printf("%s=\"%s\": printed \"%s\"; status %d; stderr \"%s\" should name the variable once\n", name, value,
           outcome.out, outcome.status, outcome.err);
}
