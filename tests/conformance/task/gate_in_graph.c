// A task that waits for the rest of its graph, all of whose tasks share one function, holds up those behind it alone.
// However short the tasks of that function have been before.
#include <unistd.h>

#include "check.h"

enum { k_side = 10, k_tasks = k_side * k_side };  // fewer than 64 a thread: no runtime runs one for want of room

static int cells[k_side + 1][k_side + 1];
static int beside, behind, passed;

typedef struct {
  int row, column, gates;  // none where gates is 0
} Gate;

static int others_of(Gate gate) { return k_tasks - (k_side - gate.row) * (k_side - gate.column); }

static void node(int row, int column, Gate gate) {
  if (!gate.gates || row < gate.row || column < gate.column) {
    HIT(beside);
  } else if (row > gate.row || column > gate.column) {
    CHECK(PEEK(passed));
    HIT(behind);
  } else {
    while (PEEK(beside) < others_of(gate)) usleep(20);  // for ever, if one of these stands still
    POKE(passed, 1);
  }
}

static void graph(Gate gate) {
  beside = behind = passed = 0;
  for (int row = 0; row < k_side; row++)
    for (int column = 0; column < k_side; column++) {
#pragma omp task firstprivate(row, column, gate) depend(in : cells[row][column + 1], cells[row + 1][column]) \
    depend(out : cells[row + 1][column + 1])
      node(row, column, gate);
    }
#pragma omp taskwait
  CHECK_EQ(beside, gate.gates ? others_of(gate) : k_tasks);
  CHECK_EQ(beside + behind + passed, k_tasks);
}

int main(void) {
  const int threads = omp_get_max_threads() < 2 ? 2 : omp_get_max_threads();
#pragma omp parallel num_threads(threads)
#pragma omp single
  {
    for (int round = 0; round < 50; round++) graph((Gate){0, 0, 0});  // all are short
    for (int row = 0; row < k_side; row++)
      for (int column = 0; column < k_side; column++) graph((Gate){row, column, 1});
  }
  return check_result();
}
