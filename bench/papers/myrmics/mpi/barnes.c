/* barnes: every rank gets all bodies, builds the octrees of all parts and pulls its own parts; who has which parts
 * follows from the last step's loads. */
#include "../programs/barnes.h"
#include "ranks.h"

typedef struct {
  Node* nodes;
  long used, room;
} Pool;
static Node* make_node(void* from) {
  Pool* pool = (Pool*)from;
  if (pool->used == pool->room) MPI_Abort(MPI_COMM_WORLD, 1);
  return &pool->nodes[pool->used++];
}

/* Parts in a row go to one rank; each rank gets about the same load. */
static void share(const double* load, long parts, int* owner) {
  double all = 0, before = 0;
  long p;
  for (p = 0; p < parts; p++) all += load[p];
  for (p = 0; p < parts; p++) {
    owner[p] = (int)((before + load[p] / 2) / all * ranks);
    if (owner[p] >= ranks) owner[p] = ranks - 1;
    before += load[p];
  }
}

int main(int count, char** values) {
  long a[4] = {4096, 8, 6, 3}; /* bodies particles regions steps */
  mpi_begin(&count, &values, a, 4);
  const long parts = a[2], n = a[0] / parts;
  Body* bodies = (Body*)malloc((size_t)(parts * n) * sizeof *bodies);
  Pull* pulls = (Pull*)calloc((size_t)(parts * n), sizeof *pulls);
  double* load = (double*)calloc((size_t)parts, sizeof *load);
  int* owner = (int*)malloc((size_t)parts * sizeof *owner);
  Node** tree = (Node**)malloc((size_t)parts * sizeof *tree);
  Pool pool = {NULL, 0, 40 * parts * n + 1000};
  const Nursery nursery = {make_node, &pool};
  double sums[9] = {0};
  long p, q, i, step;
  pool.nodes = (Node*)malloc((size_t)pool.room * sizeof(Node));
  barnes_start(bodies, 0, parts * n, parts * n);
  for (p = 0; p < parts; p++) load[p] = 1;
  mpi_start_time();
  for (step = 0; step < a[3]; step++) {
    share(load, parts, owner);
    pool.used = 0;
    for (p = 0; p < parts; p++) tree[p] = barnes_build(&nursery, bodies + p * n, n, a[1]);
    for (p = 0; p < parts; p++) {
      load[p] = 0;
      if (owner[p] != rank) continue;
      for (q = 0; q < parts; q++)
        for (i = 0; i < n; i++) barnes_pull(&pulls[p * n + i], &bodies[p * n + i], tree[q], bodies + q * n);
      for (i = 0; i < n; i++) load[p] += (double)pulls[p * n + i].met;
    }
    MPI_Allreduce(MPI_IN_PLACE, load, (int)parts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (p = 0; p < parts; p++)
      if (owner[p] == rank) barnes_move(bodies + p * n, pulls + p * n, n);
    for (p = 0; p < parts; p++)
      MPI_Bcast(bodies + p * n, (int)((size_t)n * sizeof *bodies), MPI_BYTE, owner[p], MPI_COMM_WORLD);
  }
  mpi_end_time();
  for (p = 0; p < parts; p++) barnes_add(sums, bodies + p * n, n);
  if (rank == 0) barnes_print(sums);
  MPI_Finalize();
  return 0;
}
