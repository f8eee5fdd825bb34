/* jacobi: a band of rows a rank; two Isend and two Irecv a step. */
#include "../programs/jacobi.h"
#include "ranks.h"

int main(int count, char** values) {
  long a[6] = {2, 4, 512, 256, 16, 1}; /* regions tiles rows cols steps check */
  mpi_begin(&count, &values, a, 6);
  const long cols = a[3], first = mpi_first(a[2], rank), rows = mpi_first(a[2], rank + 1) - first;
  const int above = rank == 0 ? MPI_PROC_NULL : rank - 1, below = rank == ranks - 1 ? MPI_PROC_NULL : rank + 1;
  float* grid[2];
  float* halo[2];
  long step;
  int i;
  for (i = 0; i < 2; i++) {
    grid[i] = (float*)malloc((size_t)(rows * cols) * sizeof(float));
    halo[i] = (float*)malloc((size_t)cols * sizeof(float));
  }
  jacobi_start(grid[0], first, rows, cols);
  mpi_start_time();
  for (step = 0; step < a[4]; step++) {
    const float* from = grid[step % 2];
    float* to = grid[1 - step % 2];
    MPI_Request request[4];
    MPI_Irecv(halo[0], (int)cols, MPI_FLOAT, above, 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(halo[1], (int)cols, MPI_FLOAT, below, 1, MPI_COMM_WORLD, &request[1]);
    MPI_Isend(from, (int)cols, MPI_FLOAT, above, 1, MPI_COMM_WORLD, &request[2]);
    MPI_Isend(from + (rows - 1) * cols, (int)cols, MPI_FLOAT, below, 0, MPI_COMM_WORLD, &request[3]);
    if (rows > 2) jacobi_band(from + cols, to + cols, from, from + (rows - 1) * cols, rows - 2, cols);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    jacobi_row(rank == 0 ? NULL : halo[0], from, rows > 1 ? from + cols : rank == ranks - 1 ? NULL : halo[1], to, cols);
    if (rows > 1)
      jacobi_row(from + (rows - 2) * cols, from + (rows - 1) * cols, rank == ranks - 1 ? NULL : halo[1],
                 to + (rows - 1) * cols, cols);
  }
  mpi_end_time();
  mpi_result(jacobi_digest(grid[a[4] % 2], first, rows, cols));
  MPI_Finalize();
  return 0;
}
