/* fft: a band of rows a rank; transposes exchange a tile with every other rank, pair by pair. */
#include "../programs/fft.h"
#include "ranks.h"

static long n; /* rows and columns */

static void transpose(const Complex* from, Complex* to, long first, long rows) {
  Complex* out = (Complex*)malloc((size_t)(rows * n) * sizeof *out);
  Complex* in = (Complex*)malloc((size_t)(rows * n) * sizeof *in);
  int step;
  long i, j;
  for (step = 0; step < ranks; step++) {
    const int to_rank = (rank + step) % ranks, from_rank = (rank - step + ranks) % ranks;
    const long left = mpi_first(n, to_rank), width = mpi_first(n, to_rank + 1) - left;
    const long top = mpi_first(n, from_rank), height = mpi_first(n, from_rank + 1) - top;
    for (i = 0; i < width; i++)
      for (j = 0; j < rows; j++) out[i * rows + j] = from[j * n + left + i];
    MPI_Sendrecv(out, (int)(2 * width * rows), MPI_FLOAT, to_rank, 0, in, (int)(2 * height * rows), MPI_FLOAT,
                 from_rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < rows; i++)
      for (j = 0; j < height; j++) to[i * n + top + j] = in[i * height + j];
  }
  (void)first;
  free(out);
  free(in);
}

int main(int count, char** values) {
  long a[2] = {8, 256}; /* tiles n */
  mpi_begin(&count, &values, a, 2);
  n = a[1];
  const long first = mpi_first(n, rank), rows = mpi_first(n, rank + 1) - first;
  Complex* square[2];
  uint64_t digest = 0;
  long i, j;
  int half;
  for (half = 0; half < 2; half++) square[half] = (Complex*)malloc((size_t)(rows * n) * sizeof(Complex));
  for (i = 0; i < rows; i++)
    for (j = 0; j < n; j++) square[0][i * n + j] = fft_element(first + i, j);
  mpi_start_time();
  for (half = 0; half < 2; half++) {
    for (i = 0; i < rows; i++) fft_row(square[half] + i * n, n);
    transpose(square[half], square[1 - half], first, rows);
  }
  mpi_end_time();
  for (i = 0; i < rows; i++)
    for (j = 0; j < n; j++) digest += fft_digest(square[0][i * n + j], first + i, j);
  mpi_result(digest);
  MPI_Finalize();
  return 0;
}
