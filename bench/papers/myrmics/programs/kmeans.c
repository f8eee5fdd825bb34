/* kmeans: points in regions, a task a tile; sums are reduced within each region, then over all regions, and the new
 * centres are copied into each region's buffers. */
#include "kmeans.h"
#include "program.h"

enum { k_main, k_start_region, k_start_tile, k_assign_region, k_assign_tile, k_reduce_tiles, k_reduce_all };

static void start_tile(Point* tile, long first, long n) { COMPUTE(n, kmeans_start(tile, first, n)); }
static void assign_tile(const Point* tile, int32_t* member, const Point* centres, Sum* sums, long n, long clusters) {
  COMPUTE(n * clusters, kmeans_assign(tile, n, centres, clusters, sums, member));
}
static void reduce_tiles(rid_t buffers, Sum** sums, Sum* into, long clusters, long count) {
  long t;
  (void)buffers;
  if (COMPUTES) kmeans_clear(into, clusters);
  for (t = 0; t < count; t++) {
    const Sum* tile = sums[t];
    COMPUTE(clusters, kmeans_add(into, tile, clusters));
    (void)tile;
  }
}
/* The arguments behind the first three: a region's sums and where its centres are. Their number is not known here: they
 * are taken by va_arg. */
static void reduce_all(Sum* scratch, long clusters, long regions, ...) {
  va_list list;
  Point* copies[MOST_ARGUMENTS / 2];
  long r;
  if (COMPUTES) kmeans_clear(scratch, clusters);
  va_start(list, regions);
  for (r = 0; r < regions; r++) {
    const Sum* sums = va_arg(list, const Sum*);
    copies[r] = va_arg(list, Point*);
    COMPUTE(clusters, kmeans_add(scratch, sums, clusters));
    (void)sums;
  }
  va_end(list);
  if (!COMPUTES) return;
  for (r = 0; r < regions; r++) kmeans_move(copies[r], scratch, clusters);
}

static void start_region(rid_t region, Point** tiles, long count, long first, long n) {
  Arguments to = {0};
  long t;
  (void)region;
  for (t = 0; t < count; t++) {
    pass_object(&to, OUT, tiles[t]);
    pass_value(&to, first + t * n);
    pass_value(&to, n);
    spawn(k_start_tile, &to);
  }
}
static void assign_region(rid_t region, Point** tiles, int32_t** members, rid_t buffers, Sum** sums, Sum* into,
                          const Point* centres, long count, long n, long clusters) {
  Arguments to = {0};
  long t;
  (void)region;
  for (t = 0; t < count; t++) {
    pass_object(&to, IN, tiles[t]);
    pass_object(&to, INOUT, members[t]);
    pass_object(&to, IN, centres);
    pass_object(&to, OUT, sums[t]);
    pass_value(&to, n);
    pass_value(&to, clusters);
    spawn(k_assign_tile, &to);
  }
  pass_region(&to, INOUT, buffers);
  pass_value(&to, (intptr_t)sums);
  pass_value(&to, (intptr_t)into);
  pass_value(&to, clusters);
  pass_value(&to, count);
  spawn(k_reduce_tiles, &to);
}

static void kmeans_main(long clusters, long regions, long tiles, long n, long steps) {
  rid_t* region = (rid_t*)calloc((size_t)(2 * regions), sizeof(rid_t)); /* the points', then the buffers' */
  Point*** tile = (Point***)calloc((size_t)regions, sizeof(Point**));
  int32_t*** member = (int32_t***)calloc((size_t)regions, sizeof(int32_t**)); /* to which centre a point belongs */
  Sum*** sums = (Sum***)calloc((size_t)regions, sizeof(Sum**));
  Sum** sum = (Sum**)calloc((size_t)regions, sizeof(Sum*));
  Point** centres = (Point**)calloc((size_t)regions, sizeof(Point*));
  const size_t sum_bytes = (size_t)clusters * sizeof(Sum);
  Sum* scratch = (Sum*)sys_alloc(sum_bytes, 0);
  Arguments to = {0};
  long r, k, step;
  /* All of one kind first: then both of a place lie under one scheduler, where schedulers divide them evenly. */
  for (r = 0; r < 2 * regions; r++) region[r] = sys_ralloc(0, 0);
  for (r = 0; r < regions; r++) {
    tile[r] = (Point**)sys_alloc((size_t)tiles * sizeof(Point*), region[r]);
    sys_balloc((size_t)n * sizeof(Point), region[r], (int)tiles, (void**)tile[r]);
    member[r] = (int32_t**)sys_alloc((size_t)tiles * sizeof(int32_t*), region[r]);
    sys_balloc((size_t)n * sizeof(int32_t), region[r], (int)tiles, (void**)member[r]);
    sums[r] = (Sum**)sys_alloc((size_t)tiles * sizeof(Sum*), region[regions + r]);
    sys_balloc(sum_bytes, region[regions + r], (int)tiles, (void**)sums[r]);
    sum[r] = (Sum*)sys_alloc(sum_bytes, region[regions + r]);
    centres[r] = (Point*)sys_alloc((size_t)clusters * sizeof(Point), region[regions + r]);
    for (k = 0; k < clusters; k++) kmeans_centre(&centres[r][k], k);
    pass_region(&to, OUT | NO_TRANSFER, region[r]);
    pass_value(&to, (intptr_t)tile[r]);
    pass_value(&to, tiles);
    pass_value(&to, r * tiles * n);
    pass_value(&to, n);
    spawn(k_start_region, &to);
  }
  for (r = 0; r < regions; r++) wait_region(IN | NO_TRANSFER, region[r]);
  begin_time();
  for (step = 0; step < steps; step++) {
    for (r = 0; r < regions; r++) {
      pass_region(&to, INOUT | NO_TRANSFER, region[r]);
      pass_value(&to, (intptr_t)tile[r]);
      pass_value(&to, (intptr_t)member[r]);
      pass_region(&to, INOUT | NO_TRANSFER, region[regions + r]);
      pass_value(&to, (intptr_t)sums[r]);
      pass_value(&to, (intptr_t)sum[r]);
      pass_value(&to, (intptr_t)centres[r]);
      pass_value(&to, tiles);
      pass_value(&to, n);
      pass_value(&to, clusters);
      spawn(k_assign_region, &to);
    }
    pass_object(&to, INOUT, scratch);
    pass_value(&to, clusters);
    pass_value(&to, regions);
    for (r = 0; r < regions; r++) {
      pass_object(&to, IN, sum[r]);
      pass_object(&to, INOUT, centres[r]);
    }
    spawn(k_reduce_all, &to);
  }
  for (r = 0; r < regions; r++) wait_region(IN | NO_TRANSFER, region[regions + r]);
  {
    void* word = centres[0];
    unsigned type = IN;
    sys_wait(&word, &type, 1);
  }
  end_time();
  if (COMPUTES) kmeans_print(centres[0], clusters);
  free(centres);
  free(sum);
  free(sums);
  free(member);
  free(tile);
  free(region);
}

static func_t table[] = {TASK(kmeans_main), TASK(start_region), TASK(start_tile), TASK(assign_region),
                         TASK(assign_tile), TASK(reduce_tiles), TASK(reduce_all)};
PROGRAM(kmeans, table, "clusters regions tiles objects_a_tile steps", 8, 2, 4, 4096, 6)
