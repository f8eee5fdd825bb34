/* ray: Bcast of the scene, lines in turns, no more. */
#include "../programs/ray.h"
#include "ranks.h"

int main(int count, char** values) {
  long a[4] = {160, 128, 2, 8}; /* x y regions tiles */
  mpi_begin(&count, &values, a, 4);
  float* line = (float*)malloc((size_t)a[0] * sizeof *line);
  uint64_t digest = 0;
  Scene scene;
  long y;
  if (rank == 0) ray_scene(&scene);
  mpi_start_time();
  MPI_Bcast(&scene, (int)sizeof scene, MPI_BYTE, 0, MPI_COMM_WORLD);
  for (y = mpi_first(a[1], rank); y < mpi_first(a[1], rank + 1); y++) {
    ray_line(&scene, line, y, a[0], a[1]);
    digest += ray_digest(line, y, a[0]);
  }
  mpi_end_time();
  mpi_result(digest);
  MPI_Finalize();
  return 0;
}
