/* kmeans: Bcast of the centres, Reduce of the sums. */
#include "../programs/kmeans.h"
#include "ranks.h"

int main(int count, char** values) {
  long a[5] = {8, 2, 4, 4096, 6}; /* clusters regions tiles objects_a_tile steps */
  mpi_begin(&count, &values, a, 5);
  const long clusters = a[0], all = a[1] * a[2] * a[3], first = mpi_first(all, rank),
             n = mpi_first(all, rank + 1) - first;
  Point* points = (Point*)malloc((size_t)(n > 0 ? n : 1) * sizeof *points);
  int32_t* member = (int32_t*)malloc((size_t)(n > 0 ? n : 1) * sizeof *member);
  Point* centres = (Point*)malloc((size_t)clusters * sizeof *centres);
  Sum* sums = (Sum*)malloc((size_t)clusters * sizeof *sums);
  Sum* whole = (Sum*)malloc((size_t)clusters * sizeof *whole);
  long step, k;
  kmeans_start(points, first, n);
  for (k = 0; k < clusters; k++) kmeans_centre(&centres[k], k);
  mpi_start_time();
  for (step = 0; step < a[4]; step++) {
    MPI_Bcast(centres, (int)(3 * clusters), MPI_FLOAT, 0, MPI_COMM_WORLD);
    kmeans_assign(points, n, centres, clusters, sums, member);
    MPI_Reduce(sums, whole, (int)(4 * clusters), MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) kmeans_move(centres, whole, clusters);
  }
  mpi_end_time();
  if (rank == 0) kmeans_print(centres, clusters);
  MPI_Finalize();
  return 0;
}
