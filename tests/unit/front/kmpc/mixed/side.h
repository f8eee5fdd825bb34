/* The two halves of one process: the same code, built by gcc and by clang, each calling its own OpenMP library. */
#pragma once

/* Sums 1..n with a loop and as many threads as it gets; counts the threads. */
long SIDE(sum)(long n, int* threads);
/* A task for each number, which calls `other` in a region of its own; ordered by a dependence on `cell`. */
long SIDE(tasks)(int n, long (*other)(long, int*));
/* Makes a task that ends when `fulfil` has been called with its event, by whoever gets `hand_over`. */
void SIDE(detached)(void (*hand_over)(void* event), int* done);
void SIDE(fulfil)(void* event);
