/* md5: Scatter of the buffers, Gather of the sums. */
#include "../programs/md5.h"
#include "ranks.h"

int main(int count, char** values) {
  long a[3] = {32, 16384, 4}; /* buffers size regions */
  mpi_begin(&count, &values, a, 3);
  const long all = a[0], bytes = a[1], share = (all + ranks - 1) / ranks; /* the last ranks may have less to do */
  uint8_t* out = rank == 0 ? (uint8_t*)calloc((size_t)(share * ranks), (size_t)bytes) : NULL;
  uint8_t* in = (uint8_t*)malloc((size_t)(share * bytes));
  uint32_t* sums = (uint32_t*)calloc((size_t)share, 4 * sizeof(uint32_t));
  uint32_t* whole = rank == 0 ? (uint32_t*)malloc((size_t)(share * ranks) * 4 * sizeof(uint32_t)) : NULL;
  uint64_t digest = 0;
  long i;
  for (i = 0; rank == 0 && i < all; i++) md5_start(out + i * bytes, i, bytes);
  mpi_start_time();
  MPI_Scatter(out, (int)(share * bytes), MPI_BYTE, in, (int)(share * bytes), MPI_BYTE, 0, MPI_COMM_WORLD);
  for (i = 0; i < share && rank * share + i < all; i++) md5_sum(in + i * bytes, bytes, sums + 4 * i);
  MPI_Gather(sums, (int)(4 * share), MPI_UINT32_T, whole, (int)(4 * share), MPI_UINT32_T, 0, MPI_COMM_WORLD);
  mpi_end_time();
  for (i = 0; rank == 0 && i < all; i++) digest += md5_digest(whole + 4 * i, i);
  mpi_result(digest);
  MPI_Finalize();
  return 0;
}
