/* jacobi: two grids of tiles in regions; a step is a task a region, which spawns a task a tile. A tile's first and last
 * row are copied into halos, so that neighbours read those and not the tile. Halos between regions lie in the root. */
#include "jacobi.h"
#include "program.h"

typedef struct {
  float* grid[2];
  float *first[2], *last[2]; /* halos: copies of the tile's first and last row, by step */
} Tile;

static void start_tile(float* grid, float* first, float* last, long row, long rows, long cols) {
  COMPUTE(rows * cols, jacobi_start(grid, row, rows, cols));
  if (!COMPUTES) return;
  memcpy(first, grid, (size_t)cols * sizeof(float));
  memcpy(last, grid + (rows - 1) * cols, (size_t)cols * sizeof(float));
}
static void step_tile(const float* from, float* to, const float* above, const float* below, float* first, float* last,
                      long rows, long cols) {
  COMPUTE(rows * cols, jacobi_band(from, to, above, below, rows, cols));
  if (!COMPUTES) return;
  memcpy(first, to, (size_t)cols * sizeof(float));
  memcpy(last, to + (rows - 1) * cols, (size_t)cols * sizeof(float));
}

enum { k_main, k_start_region, k_start_tile, k_step_region, k_step_tile };

static void start_region(rid_t region, Tile* tiles, float* first, float* last, long count, long row, long rows,
                         long cols) {
  Arguments to = {0};
  long t;
  (void)region, (void)first, (void)last;
  for (t = 0; t < count; t++) {
    pass_object(&to, OUT, tiles[t].grid[0]);
    pass_object(&to, OUT, tiles[t].first[0]);
    pass_object(&to, OUT, tiles[t].last[0]);
    pass_value(&to, row + t * rows);
    pass_value(&to, rows);
    pass_value(&to, cols);
    spawn(k_start_tile, &to);
  }
}

/* above, below: the halos of the regions next to this one; null at the border. first, last: this region's own. */
static void step_region(rid_t region, Tile* tiles, const float* above, const float* below, float* first, float* last,
                        long count, long rows, long cols, long step) {
  const long now = step % 2, then = 1 - now;
  Arguments to = {0};
  long t;
  (void)region, (void)first, (void)last;
  for (t = 0; t < count; t++) {
    const float* north = t == 0 ? above : tiles[t - 1].last[now];
    const float* south = t == count - 1 ? below : tiles[t + 1].first[now];
    pass_object(&to, IN, tiles[t].grid[now]);
    pass_object(&to, OUT, tiles[t].grid[then]);
    pass_object(&to, IN, north);
    pass_object(&to, IN, south);
    pass_object(&to, OUT, tiles[t].first[then]);
    pass_object(&to, OUT, tiles[t].last[then]);
    pass_value(&to, rows);
    pass_value(&to, cols);
    spawn(k_step_tile, &to);
  }
}

static void jacobi_main(long regions, long tiles, long rows, long cols, long steps, long check) {
  rid_t* region = (rid_t*)calloc((size_t)regions, sizeof(rid_t));
  Tile** tile = (Tile**)calloc((size_t)regions, sizeof(Tile*));
  const long height = rows / (regions * tiles);
  const size_t row_bytes = (size_t)cols * sizeof(float);
  Arguments to = {0};
  long r, t, p, step;
  for (r = 0; r < regions; r++) {
    region[r] = sys_ralloc(0, 0);
    tile[r] = (Tile*)sys_alloc((size_t)tiles * sizeof(Tile), region[r]);
    for (t = 0; t < tiles; t++)
      for (p = 0; p < 2; p++) {
        tile[r][t].grid[p] = (float*)sys_alloc((size_t)height * row_bytes, region[r]);
        tile[r][t].first[p] = (float*)sys_alloc(row_bytes, t == 0 ? 0 : region[r]);
        tile[r][t].last[p] = (float*)sys_alloc(row_bytes, t == tiles - 1 ? 0 : region[r]);
      }
  }
  for (r = 0; r < regions; r++) {
    pass_region(&to, INOUT | NO_TRANSFER, region[r]);
    pass_value(&to, (intptr_t)tile[r]);
    pass_object(&to, OUT, tile[r][0].first[0]);
    pass_object(&to, OUT, tile[r][tiles - 1].last[0]);
    pass_value(&to, tiles);
    pass_value(&to, r * tiles * height);
    pass_value(&to, height);
    pass_value(&to, cols);
    spawn(k_start_region, &to);
  }
  for (r = 0; r < regions; r++) wait_region(IN | NO_TRANSFER, region[r]);
  begin_time();
  for (step = 0; step < steps; step++) {
    const long now = step % 2, then = 1 - now;
    for (r = 0; r < regions; r++) {
      pass_region(&to, INOUT | NO_TRANSFER, region[r]);
      pass_value(&to, (intptr_t)tile[r]);
      pass_object(&to, IN | NO_TRANSFER, r == 0 ? NULL : tile[r - 1][tiles - 1].last[now]);
      pass_object(&to, IN | NO_TRANSFER, r == regions - 1 ? NULL : tile[r + 1][0].first[now]);
      pass_object(&to, OUT | NO_TRANSFER, tile[r][0].first[then]);
      pass_object(&to, OUT | NO_TRANSFER, tile[r][tiles - 1].last[then]);
      pass_value(&to, tiles);
      pass_value(&to, height);
      pass_value(&to, cols);
      pass_value(&to, step);
      spawn(k_step_region, &to);
    }
  }
  for (r = 0; r < regions; r++) wait_region(check ? IN : IN | NO_TRANSFER, region[r]);
  end_time();
  if (check && COMPUTES) {
    uint64_t digest = 0;
    for (r = 0; r < regions; r++)
      for (t = 0; t < tiles; t++)
        digest += jacobi_digest(tile[r][t].grid[steps % 2], (r * tiles + t) * height, height, cols);
    print_digest(digest);
  }
  for (r = 0; r < regions; r++) sys_rfree(region[r]);
  free(tile);
  free(region);
}

static func_t table[] = {TASK(jacobi_main), TASK(start_region), TASK(start_tile), TASK(step_region), TASK(step_tile)};
PROGRAM(jacobi, table, "regions tiles rows cols steps check", 2, 4, 512, 256, 16, 1)
