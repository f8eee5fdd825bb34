/* matrix: blocks on the largest square of ranks, shifted left and up after each phase; the other ranks look on. */
#include "../programs/matrix.h"
#include "ranks.h"

static double* blocks[5]; /* A, B, C, and what comes in of A and B */

/* One block moves on while its neighbour's comes. */
static void shift(int which, int to, int from, int n, MPI_Comm square) {
  double* other = blocks[which];
  MPI_Sendrecv(blocks[which], n, MPI_DOUBLE, to, which, blocks[3 + which], n, MPI_DOUBLE, from, which, square,
               MPI_STATUS_IGNORE);
  blocks[which] = blocks[3 + which];
  blocks[3 + which] = other;
}

int main(int count, char** values) {
  long a[5] = {2, 2, 32, 1, 1}; /* regions_a_side tiles block check dummies */
  mpi_begin(&count, &values, a, 5);
  const long all = a[0] * a[1] * a[2];
  long side = 1, phase, i, width;
  uint64_t digest = 0;
  MPI_Comm square;
  while ((side + 1) * (side + 1) <= ranks && all % (side + 1) == 0) side++;
  width = all / side;
  MPI_Comm_split(MPI_COMM_WORLD, rank < side * side ? 0 : 1, rank, &square);
  mpi_start_time();
  if (rank < side * side) {
    const long row = rank / side, col = rank % side, skew = (row + col) % side;
    const int n = (int)(width * width);
    for (i = 0; i < 5; i++) blocks[i] = (double*)malloc((size_t)n * sizeof(double));
    matrix_start(blocks[0], 0, row * width, skew * width, width);
    matrix_start(blocks[1], 1, skew * width, col * width, width);
    matrix_start(blocks[2], 2, row * width, col * width, width);
    for (phase = 0; phase < side; phase++) {
      matrix_multiply(blocks[0], blocks[1], blocks[2], width);
      if (phase + 1 == side) break;
      shift(0, (int)(row * side + (col + side - 1) % side), (int)(row * side + (col + 1) % side), n, square);
      shift(1, (int)((row + side - 1) % side * side + col), (int)((row + 1) % side * side + col), n, square);
    }
    digest = matrix_digest(blocks[2], row * width, col * width, width);
  }
  mpi_end_time();
  mpi_result(digest);
  MPI_Finalize();
  return 0;
}
