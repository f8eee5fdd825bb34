/* bitonic: blocks in regions are sorted, then merged with partners at a distance of 1, 2, 4 ... blocks, of which each
 * keeps one half, from one buffer into the other. A partner of another region is copied beside the block before. A task
 * gets the table of a region's blocks beside the region. */
#include "bitonic.h"
#include "program.h"

enum { k_main, k_sort_region, k_sort_tile, k_copy_region, k_copy_tile, k_merge_region, k_merge_tile };

static void sort_tile(uint32_t* tile, long first, long n) {
  if (COMPUTES) bitonic_start(tile, first, n);
  COMPUTE((double)n * (double)(63 - __builtin_clzl((unsigned long)n)), bitonic_sort(tile, n));
}
static void copy_tile(const uint32_t* from, uint32_t* to, long n) {
  COMPUTE((double)n / 4, memcpy(to, from, (size_t)n * sizeof *to));
}
static void merge_tile(uint32_t* into, const uint32_t* mine, const uint32_t* other, long n, long lower) {
  COMPUTE(2.0 * (double)n, bitonic_merge(into, mine, other, n, lower));
}

static void sort_region(rid_t region, uint32_t** tiles, long count, long first, long n) {
  Arguments to = {0};
  long t;
  (void)region;
  for (t = 0; t < count; t++) {
    pass_object(&to, OUT, tiles[t]);
    pass_value(&to, first + t * n);
    pass_value(&to, n);
    spawn(k_sort_tile, &to);
  }
}
static void copy_region(rid_t from, uint32_t** froms, rid_t to_region, uint32_t** tos, long count, long n) {
  Arguments to = {0};
  long t;
  (void)from, (void)to_region;
  for (t = 0; t < count; t++) {
    pass_object(&to, IN, froms[t]);
    pass_object(&to, OUT, tos[t]);
    pass_value(&to, n);
    spawn(k_copy_tile, &to);
  }
}
/* into_tiles, my_tiles, other_tiles: where a region's blocks go, are, and where their partners are; the last two are
 * one where partners lie in one region, else their copies stand at the same places. steps: the span and the distance,
 * both powers of 2, in one word. */
static void merge_region(rid_t mine, rid_t others, rid_t into, uint32_t** into_tiles, uint32_t** my_tiles,
                         uint32_t** other_tiles, long count, long first, long steps, long n) {
  const long span = 1L << (63 - __builtin_clzl((unsigned long)steps)), distance = steps - span;
  Arguments to = {0};
  long t;
  (void)mine, (void)others, (void)into;
  for (t = 0; t < count; t++) {
    pass_object(&to, OUT, into_tiles[t]);
    pass_object(&to, IN, my_tiles[t]);
    pass_object(&to, IN, other_tiles[other_tiles == my_tiles ? t ^ distance : t]);
    pass_value(&to, n);
    pass_value(&to, bitonic_lower(first + t, span, distance));
    spawn(k_merge_tile, &to);
  }
}

static void bitonic_main(long regions, long tiles, long elements, long check, long dummies) {
  const long blocks = regions * tiles, n = elements / blocks;
  /* The data's, two buffers, then the copies'. */
  rid_t* region = (rid_t*)calloc((size_t)(3 * regions), sizeof(rid_t));
  uint32_t*** tile = (uint32_t***)calloc((size_t)(3 * regions), sizeof(uint32_t**));
  Arguments to = {0};
  long i, r, span, distance, t, now = 0;
  for (r = 0; r < 3 * regions; r++) {
    region[r] = sys_ralloc(0, 0);
    tile[r] = (uint32_t**)sys_alloc((size_t)tiles * sizeof(uint32_t*), region[r]);
    sys_balloc((size_t)n * sizeof(uint32_t), region[r], (int)tiles, (void**)tile[r]);
    /* So that the buffers of a region lie under one scheduler. */
    for (i = 0; i < dummies && r % regions == regions - 1; i++) sys_ralloc(0, 0);
  }
  begin_time();
  for (r = 0; r < regions; r++) {
    pass_region(&to, INOUT | NO_TRANSFER, region[r]);
    pass_value(&to, (intptr_t)tile[r]);
    pass_value(&to, tiles);
    pass_value(&to, r * tiles * n);
    pass_value(&to, n);
    spawn(k_sort_region, &to);
  }
  for (span = 2; span <= blocks; span *= 2)
    for (distance = span / 2; distance > 0; distance /= 2) {
      const long apart = distance / tiles; /* in regions */
      const rid_t *from = region + now * regions, *into = region + (1 - now) * regions, *copy = region + 2 * regions;
      for (r = 0; r < regions && apart > 0; r++) {
        const long partner = r ^ apart;
        pass_region(&to, IN | NO_TRANSFER, from[partner]);
        pass_object(&to, IN, tile[now * regions + partner]); /* lies in the region beside it */
        pass_region(&to, OUT | NO_TRANSFER, copy[r]);
        pass_value(&to, (intptr_t)tile[2 * regions + r]);
        pass_value(&to, tiles);
        pass_value(&to, n);
        spawn(k_copy_region, &to);
      }
      for (r = 0; r < regions; r++) {
        pass_region(&to, IN | NO_TRANSFER, from[r]);
        if (apart > 0)
          pass_region(&to, IN | NO_TRANSFER, copy[r]);
        else
          pass_value(&to, 0);
        pass_region(&to, OUT | NO_TRANSFER, into[r]);
        pass_value(&to, (intptr_t)tile[(1 - now) * regions + r]);
        pass_value(&to, (intptr_t)tile[now * regions + r]);
        pass_value(&to, (intptr_t)tile[(apart > 0 ? 2 : now) * regions + r]);
        pass_value(&to, tiles);
        pass_value(&to, r * tiles);
        pass_value(&to, span + distance);
        pass_value(&to, n);
        spawn(k_merge_region, &to);
      }
      now = 1 - now;
    }
  region += now * regions, tile += now * regions;
  for (r = 0; r < regions; r++) wait_region(check ? IN : IN | NO_TRANSFER, region[r]);
  end_time();
  if (check && COMPUTES) {
    uint64_t digest = 0;
    uint32_t last = 0;
    for (r = 0; r < regions; r++)
      for (t = 0; t < tiles; t++) {
        for (i = 0; i < n; i++) {
          if (tile[r][t][i] < last) printf("not sorted at %ld\n", (r * tiles + t) * n + i);
          last = tile[r][t][i];
        }
        digest += bitonic_digest(tile[r][t], (r * tiles + t) * n, n);
      }
    print_digest(digest);
  }
  free(tile - now * regions);
  free(region - now * regions);
}

static func_t table[] = {TASK(bitonic_main), TASK(sort_region),  TASK(sort_tile), TASK(copy_region),
                         TASK(copy_tile),    TASK(merge_region), TASK(merge_tile)};
PROGRAM(bitonic, table, "regions tiles elements check dummies", 2, 8, 65536, 1, 1)
