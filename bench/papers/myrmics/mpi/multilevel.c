/* multilevel: a master that hands out objects, and workers that ask for them. */
#include "../programs/multilevel.h"
#include "ranks.h"

enum { k_ask, k_work };
typedef struct {
  long place; /* -1: no more */
  uint64_t object;
} Work;

static void master(uint64_t* objects, long all, long reps) {
  long done = 0, given = 0, told = 0;
  while (done < all * reps || told < ranks - 1) {
    Work work;
    MPI_Status status;
    MPI_Recv(&work, (int)sizeof work, MPI_BYTE, MPI_ANY_SOURCE, k_ask, MPI_COMM_WORLD, &status);
    if (work.place >= 0) {
      objects[work.place] = work.object;
      done++;
    }
    /* A round begins when the one before is over, so that an object has one worker at a time. */
    if (given < all * reps && given / all <= done / all) {
      work.place = given++ % all;
      work.object = objects[work.place];
    } else if (given < all * reps) {
      work.place = -2; /* ask again */
    } else {
      work.place = -1;
      told++;
    }
    MPI_Send(&work, (int)sizeof work, MPI_BYTE, status.MPI_SOURCE, k_work, MPI_COMM_WORLD);
  }
}
static void worker(long delay) {
  Work work = {-1, 0};
  for (;;) {
    MPI_Send(&work, (int)sizeof work, MPI_BYTE, 0, k_ask, MPI_COMM_WORLD);
    MPI_Recv(&work, (int)sizeof work, MPI_BYTE, 0, k_work, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (work.place == -1) return;
    if (work.place >= 0) multilevel_work(&work.object, work.place, delay);
  }
}

int main(int count, char** values) {
  long a[7] = {2, 3, 3, 8, 64, 10, 200}; /* l3 l2 l1 l0 size reps delay */
  mpi_begin(&count, &values, a, 7);
  long all = 1, i, r;
  uint64_t digest = 0;
  uint64_t* objects;
  for (i = 0; i < 4; i++) all *= a[i] < 0 ? 1 : a[i];
  objects = (uint64_t*)calloc((size_t)all, sizeof *objects);
  mpi_start_time();
  if (ranks == 1) {
    for (r = 0; r < a[5]; r++)
      for (i = 0; i < all; i++) multilevel_work(&objects[i], i, a[6]);
  } else if (rank == 0) {
    master(objects, all, a[5]);
  } else {
    worker(a[6]);
  }
  mpi_end_time();
  for (i = 0; rank == 0 && i < all; i++) digest += digest_of((uint64_t)i, objects[i]);
  mpi_result(digest);
  MPI_Finalize();
  return 0;
}
