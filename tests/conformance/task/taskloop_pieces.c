// grainsize and num_tasks bound the pieces as promised; strict makes them exact.
#include "check.h"

enum { k_trips = 103 };
static int piece_of[k_trips], pieces;

static void note(int i, int *mine) {
  if (*mine < 0) *mine = __atomic_fetch_add(&pieces, 1, __ATOMIC_RELAXED);
  piece_of[i] = *mine;
}

static void check_pieces(int low, int high, int remainder_allowed) {
  int size[k_trips] = {0}, smaller = 0;
  for (int i = 0; i < k_trips; i++) size[piece_of[i]]++;
  for (int p = 0; p < pieces; p++) {
    CHECK(size[p] < high);
    smaller += size[p] < low;
  }
  CHECK(smaller <= remainder_allowed);
  pieces = 0;
}

#define PIECES(...)                              \
  do {                                           \
    int mine = -1;                               \
    OMP(taskloop firstprivate(mine) __VA_ARGS__) \
    for (int i = 0; i < k_trips; i++) note(i, &mine); \
  } while (0)

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    PIECES(grainsize(10));
    check_pieces(10, 20, 0);
#ifndef __clang__  // clang 19 reads the modifier, and drops it
    PIECES(grainsize(strict : 10));
    CHECK_EQ(pieces, 11);
    check_pieces(10, 11, 1);
#endif
    PIECES(num_tasks(8));
    CHECK_EQ(pieces, 8);
    check_pieces(12, 14, 0);
    PIECES(num_tasks(strict : 8));
    CHECK_EQ(pieces, 8);
    check_pieces(12, 14, 0);
    PIECES(num_tasks(1000));
    CHECK_EQ(pieces, k_trips);
    check_pieces(1, 2, 0);
  }
  return check_result();
}
