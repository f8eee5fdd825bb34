// What a body may wait for besides tasks, and the thread outside of OpenMP that fulfils events.
#pragma once

#include <pthread.h>
#include <unistd.h>

#include "values.h"

typedef struct Flag {
  int set, met;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int pipe[2];
} Flag;
static Flag g_flags[k_flags];

static void clear_flags(void) {
  for (int i = 0; i < k_flags; ++i) {
    Flag* const flag = &g_flags[i];
    flag->set = flag->met = 0;
    pthread_mutex_init(&flag->lock, NULL);
    pthread_cond_init(&flag->changed, NULL);
    if (flag->pipe[1] != 0) {
      close(flag->pipe[0]);
      close(flag->pipe[1]);
    }
    if (pipe(flag->pipe) != 0) _exit(3);
  }
}

static void set_flag(Flag* flag) {
  pthread_mutex_lock(&flag->lock);
  STORE(flag->set, 1);
  pthread_cond_broadcast(&flag->changed);
  pthread_mutex_unlock(&flag->lock);
  for (int i = 0; i < 64; ++i)
    if (write(flag->pipe[1], "x", 1) != 1) _exit(3);
}

static void wait_for_flag(Flag* flag, long how) {
  if (how == 1) {
    pthread_mutex_lock(&flag->lock);
    while (!flag->set) pthread_cond_wait(&flag->changed, &flag->lock);
    pthread_mutex_unlock(&flag->lock);
  } else if (how == 2) {
    char byte;
    if (read(flag->pipe[0], &byte, 1) != 1) _exit(3);
  } else {
    while (!LOAD(flag->set)) sched_yield();
  }
}

/// Returns when so many have come.
static void meet(Flag* flag, long n) {
  pthread_mutex_lock(&flag->lock);
  if (++flag->met >= n) pthread_cond_broadcast(&flag->changed);
  while (flag->met < n) pthread_cond_wait(&flag->changed, &flag->lock);
  pthread_mutex_unlock(&flag->lock);
}

// -- the thread outside: ends what is handed to it, a moment later
enum { k_handed = 4096 };
typedef struct Outside {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  Scope* handed[k_handed];
  unsigned first, last;
  int runs;
  pthread_t thread;
} Outside;
static Outside g_outside;
static void fulfil(Scope* own);

static void* run_outside(void* nothing) {
  for (;;) {
    pthread_mutex_lock(&g_outside.lock);
    while (g_outside.first == g_outside.last) pthread_cond_wait(&g_outside.changed, &g_outside.lock);
    Scope* const own = g_outside.handed[g_outside.first++ % k_handed];
    pthread_cond_broadcast(&g_outside.changed);
    pthread_mutex_unlock(&g_outside.lock);
    if (own == NULL) return nothing;
    if (own->index % 4 == 0) usleep(200);
    fulfil(own);
  }
}

/// Also in a child of fork(), where the thread is not.
static void prepare_outside(void) {
  memset(&g_outside, 0, sizeof g_outside);
  pthread_mutex_init(&g_outside.lock, NULL);
  pthread_cond_init(&g_outside.changed, NULL);
}

/// Null: the thread ends. Waits for room: the thread outside needs nobody's help to make some.
static void hand_outside(Scope* own) {
  pthread_mutex_lock(&g_outside.lock);
  if (!g_outside.runs) {
    g_outside.runs = 1;
    if (pthread_create(&g_outside.thread, NULL, run_outside, NULL) != 0) _exit(3);
  }
  while (g_outside.last - g_outside.first == k_handed) pthread_cond_wait(&g_outside.changed, &g_outside.lock);
  g_outside.handed[g_outside.last++ % k_handed] = own;
  pthread_cond_broadcast(&g_outside.changed);
  pthread_mutex_unlock(&g_outside.lock);
}

static void stop_outside(void) {
  if (!g_outside.runs) return;
  hand_outside(NULL);
  pthread_join(g_outside.thread, NULL);
  g_outside.runs = 0;
}
