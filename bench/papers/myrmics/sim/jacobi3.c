/* jacobi3: jacobi with regions in regions, for trees of three levels: a task for each outer region spawns one for each
 * inner one, which spawns one for each tile. For the simulator only: it counts time, and moves no data of its own. */
#include "../programs/program.h"

enum { k_main, k_outer, k_inner, k_tile };

typedef struct {
  void* grid[2];
  void *first[2], *last[2]; /* halos, by step */
} Tile;
typedef struct {
  rid_t region;
  Tile* tile;
} Inner;
typedef struct {
  rid_t region;
  Inner* inner;
} Outer;
typedef struct {
  long outers, inners, tiles, cells;
} Counts;

static void step_tile(const void* from, void* to, const void* above, const void* below, void* first, void* last,
                      long cells) {
  (void)from, (void)to, (void)above, (void)below, (void)first, (void)last;
  COMPUTE(cells, (void)0);
}
/* Halos of the neighbours of a band of tiles; null at the border. */
static void inner(rid_t region, Inner* band, const Counts* n, const void* above, const void* below, void* first,
                  void* last, long now) {
  Arguments to = {0};
  long t;
  (void)region, (void)first, (void)last;
  for (t = 0; t < n->tiles; t++) {
    Tile* tile = &band->tile[t];
    pass_object(&to, IN, tile->grid[now]);
    pass_object(&to, OUT, tile->grid[1 - now]);
    pass_object(&to, IN, t == 0 ? above : tile[-1].last[now]);
    pass_object(&to, IN, t == n->tiles - 1 ? below : tile[1].first[now]);
    pass_object(&to, OUT, tile->first[1 - now]);
    pass_object(&to, OUT, tile->last[1 - now]);
    pass_value(&to, n->cells);
    spawn(k_tile, &to);
  }
}
static void outer(rid_t region, Outer* band, const Counts* n, const void* above, const void* below, void* first,
                  void* last, long now) {
  Arguments to = {0};
  long i;
  (void)region, (void)first, (void)last;
  for (i = 0; i < n->inners; i++) {
    Inner* part = &band->inner[i];
    pass_region(&to, INOUT | NO_TRANSFER, part->region);
    pass_value(&to, (intptr_t)part);
    pass_value(&to, (intptr_t)n);
    pass_object(&to, IN | NO_TRANSFER, i == 0 ? above : part[-1].tile[n->tiles - 1].last[now]);
    pass_object(&to, IN | NO_TRANSFER, i == n->inners - 1 ? below : part[1].tile[0].first[now]);
    pass_object(&to, OUT | NO_TRANSFER, part->tile[0].first[1 - now]);
    pass_object(&to, OUT | NO_TRANSFER, part->tile[n->tiles - 1].last[1 - now]);
    pass_value(&to, now);
    spawn(k_inner, &to);
  }
}

static void make_band(Outer* band, const Counts* n, long row_bytes) {
  long i, t, p;
  for (i = 0; i < n->inners; i++) {
    Inner* part = &band->inner[i];
    part->region = sys_ralloc(band->region, 0);
    part->tile = (Tile*)sys_alloc((size_t)n->tiles * sizeof(Tile), part->region);
    for (t = 0; t < n->tiles; t++)
      for (p = 0; p < 2; p++) {
        const rid_t top = t > 0 ? part->region : i > 0 ? band->region : 0;
        const rid_t end = t < n->tiles - 1 ? part->region : i < n->inners - 1 ? band->region : 0;
        part->tile[t].grid[p] = sys_alloc((size_t)n->cells * 4, part->region);
        part->tile[t].first[p] = sys_alloc((size_t)row_bytes, top);
        part->tile[t].last[p] = sys_alloc((size_t)row_bytes, end);
      }
  }
}

static void jacobi3_main(long outers, long inners, long tiles, long cells, long cols, long steps) {
  Counts* n = (Counts*)sys_alloc(sizeof *n, 0);
  Outer* band = (Outer*)calloc((size_t)outers, sizeof(Outer));
  Arguments to = {0};
  long o, step;
  n->outers = outers, n->inners = inners, n->tiles = tiles, n->cells = cells;
  for (o = 0; o < outers; o++) {
    band[o].region = sys_ralloc(0, outers > 1 ? 1 : 99);
    band[o].inner = (Inner*)calloc((size_t)inners, sizeof(Inner));
    make_band(&band[o], n, cols * 4);
  }
  begin_time();
  for (step = 0; step < steps; step++) {
    const long now = step % 2;
    for (o = 0; o < outers; o++) {
      pass_region(&to, INOUT | NO_TRANSFER, band[o].region);
      pass_value(&to, (intptr_t)&band[o]);
      pass_value(&to, (intptr_t)n);
      pass_object(&to, IN | NO_TRANSFER, o == 0 ? NULL : band[o - 1].inner[inners - 1].tile[tiles - 1].last[now]);
      pass_object(&to, IN | NO_TRANSFER, o == outers - 1 ? NULL : band[o + 1].inner[0].tile[0].first[now]);
      pass_object(&to, OUT | NO_TRANSFER, band[o].inner[0].tile[0].first[1 - now]);
      pass_object(&to, OUT | NO_TRANSFER, band[o].inner[inners - 1].tile[tiles - 1].last[1 - now]);
      pass_value(&to, now);
      spawn(k_outer, &to);
    }
  }
  for (o = 0; o < outers; o++) wait_region(IN | NO_TRANSFER, band[o].region);
  end_time();
}
static func_t table[] = {TASK(jacobi3_main), TASK(outer), TASK(inner), TASK(step_tile)};
PROGRAM(jacobi3, table, "outers inners tiles cells cols steps", 2, 2, 4, 4096, 1024, 4)
