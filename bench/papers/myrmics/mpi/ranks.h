/* ranks.h: what the hand-written MPI programs share: arguments, time, a result on rank 0. They use the kernels of
 * ../programs, and take the same arguments as the program of that name; with any number of ranks the result is the
 * same. */
#ifndef RANKS_H
#define RANKS_H

#include <mpi.h>
#include <stdlib.h>

#include "../programs/digest.h"

static int rank, ranks;
static double begin_seconds;

static inline void mpi_begin(int* count, char*** values, long* arguments, int n) {
  int i;
  MPI_Init(count, values);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (i = 0; i < n && i + 1 < *count; i++) arguments[i] = strtol((*values)[i + 1], NULL, 10);
}
static inline void mpi_start_time(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  begin_seconds = MPI_Wtime();
}
static inline void mpi_end_time(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("seconds %.6f\n", MPI_Wtime() - begin_seconds);
}
/* The sum of all ranks' parts of the digest. */
static inline void mpi_result(uint64_t part) {
  uint64_t all = 0;
  MPI_Reduce(&part, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) print_digest(all);
}
/* The first of this rank's pieces, of so many that all ranks share evenly. */
static inline long mpi_first(long pieces, int of) { return pieces * of / ranks; }

#endif
