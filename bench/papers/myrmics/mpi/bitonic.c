/* bitonic: a block on each of the largest power of two of ranks, exchanged like a butterfly. */
#include "../programs/bitonic.h"
#include "ranks.h"

int main(int count, char** values) {
  long a[5] = {2, 8, 65536, 1, 1}; /* regions tiles elements check dummies */
  mpi_begin(&count, &values, a, 5);
  long used = 1, span, distance;
  uint64_t digest = 0;
  while (2 * used <= ranks) used *= 2;
  const long n = a[2] / used;
  uint32_t* mine = (uint32_t*)malloc((size_t)n * sizeof *mine);
  uint32_t* other = (uint32_t*)malloc((size_t)n * sizeof *other);
  uint32_t* into = (uint32_t*)malloc((size_t)n * sizeof *into);
  mpi_start_time();
  if (rank < used) {
    bitonic_start(mine, rank * n, n);
    bitonic_sort(mine, n);
    for (span = 2; span <= used; span *= 2)
      for (distance = span / 2; distance > 0; distance /= 2) {
        const int partner = (int)(rank ^ distance);
        MPI_Sendrecv(mine, (int)n, MPI_UINT32_T, partner, 0, other, (int)n, MPI_UINT32_T, partner, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        bitonic_merge(into, mine, other, n, bitonic_lower(rank, span, distance));
        {
          uint32_t* const old = mine;
          mine = into;
          into = old;
        }
      }
    digest = bitonic_digest(mine, rank * n, n);
  }
  mpi_end_time();
  mpi_result(digest);
  MPI_Finalize();
  return 0;
}
