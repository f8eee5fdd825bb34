// The process around the programs: one after the other, or with forks, exec, threads of its own, masked signals, or an
// end in the middle. Included at the end of an interpreter, which defines run_body.
#pragma once

#include <signal.h>
#include <sys/wait.h>

static void say(const char* what, long number) {
  char line[64];
  const int length = snprintf(line, sizeof line, "%s %ld\n", what, number);
  if (write(STDOUT_FILENO, line, (size_t)length) < 0) _exit(3);
}

/// @returns how many mistakes there were
static int run_program(Program* program) {
  g_program = program;
  clear_flags();
  say("run", g_number);
  Scope* const own = new_scope(program->root, 0, NULL);
  run_body(program->root->first, own);
  judge_body(program->root->first, own, own->cell, &own->state);
  const int mistakes = program->wrong;
  if (mistakes == 0) say("ok", g_number);
  release_program(program);
  return mistakes;
}

static int run_in_child(Program* program) {
  const pid_t child = fork();
  if (child < 0) _exit(3);
  if (child == 0) {
    prepare_outside();
    exit(run_program(program) != 0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) continue;
  release_program(program);
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}

static void* run_in_thread(void* program) { return (void*)(long)run_program((Program*)program); }

static int run_one(Program* program, const char* mode) {
  if (strcmp(mode, "fork") == 0 && g_number % 2 == 1) return run_in_child(program);
  if (strcmp(mode, "thread") != 0) return run_program(program);
  pthread_t thread;
  void* mistakes = NULL;
  if (pthread_create(&thread, NULL, run_in_thread, program) != 0) _exit(3);
  pthread_join(thread, &mistakes);
  return (long)mistakes != 0;
}

/// The whole file in memory: a child's exit() would put back the place in a file that both have open.
static FILE* open_text(const char* path, char** text) {
  size_t bytes = 0, room = 0;
  FILE* const file = fopen(path, "re");
  const ssize_t length = file == NULL ? -1 : getdelim(text, &room, '\0', file);
  if (length > 0) bytes = (size_t)length;
  if (file != NULL) fclose(file);
  return bytes == 0 ? NULL : fmemopen(*text, bytes, "r");
}

static int run_file(const char* path, const char* mode, long repeat) {
  int mistakes = 0;
  for (long round = 0; round < repeat; ++round) {
    char* text = NULL;
    FILE* const file = open_text(path, &text);
    if (file == NULL) refuse_line(0, "cannot read", path);
    int line = 0;
    static Program program;
    for (g_number = 0; read_program(file, &program, &line); ++g_number) mistakes += run_one(&program, mode);
    fclose(file);
    free(text);
  }
  return mistakes;
}

static void end_otherwise(const char* mode, char** words) {
  if (strcmp(mode, "exec") == 0 && getenv("ATTACK_AGAIN") == NULL) {
    setenv("ATTACK_AGAIN", "1", 1);
    execv("/proc/self/exe", words);
  }
  if (strcmp(mode, "leave") == 0) pthread_exit(NULL);
  if (strcmp(mode, "exit") == 0) {
#ifdef _OPENMP
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp task
#endif
    exit(0);
  }
}

#ifdef __cplusplus
extern "C"
#endif
    int
    attack_main(int count, char** words);
int attack_main(int count, char** words) {
  if (count < 2) {
    fprintf(stderr, "usage: %s PROGRAMS [plain|fork|exec|thread|mask|leave|exit] [TIMES]\n", words[0]);
    return 2;
  }
  const char* const mode = count > 2 ? words[2] : "plain";
  const char* const broken = getenv("ATTACK_BREAK");
  g_break = broken == NULL ? 0 : atoi(broken);
  if (strcmp(mode, "mask") == 0) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
  }
  prepare_outside();
  const int mistakes = run_file(words[1], mode, count > 3 ? atol(words[3]) : 1);
  stop_outside();
  if (mistakes != 0) return 1;
  say("end", g_number);
  end_otherwise(mode, words);
  return 0;
}

#ifndef ATTACK_PLUGIN
int main(int count, char** words) { return attack_main(count, words); }
#endif
