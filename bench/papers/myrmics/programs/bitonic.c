/* bitonic: blocks in regions are sorted, then exchanged with partners at a distance of 1, 2, 4 ... blocks: a copy of
 * the partner's block, then a merge that keeps one half. A task gets the table of a region's blocks beside the region.
 */
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
static void merge_tile(uint32_t* mine, const uint32_t* other, long n, long lower) {
  uint32_t* scratch = COMPUTES ? (uint32_t*)malloc((size_t)n * sizeof *scratch) : NULL;
  COMPUTE(2.0 * (double)n, bitonic_merge(mine, other, scratch, n, lower));
  free(scratch);
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
/* distance: between partners within the region; 0: they lie in two regions, at the same places. */
static void copy_region(rid_t from, uint32_t** froms, rid_t to_region, uint32_t** tos, long count, long distance,
                        long n) {
  Arguments to = {0};
  long t;
  (void)from, (void)to_region;
  for (t = 0; t < count; t++) {
    pass_object(&to, IN, froms[t ^ distance]);
    pass_object(&to, OUT, tos[t]);
    pass_value(&to, n);
    spawn(k_copy_tile, &to);
  }
}
static void merge_region(rid_t region, uint32_t** tiles, rid_t copies, uint32_t** copy, long count, long first,
                         long span, long distance, long n) {
  Arguments to = {0};
  long t;
  (void)region, (void)copies;
  for (t = 0; t < count; t++) {
    pass_object(&to, INOUT, tiles[t]);
    pass_object(&to, IN, copy[t]);
    pass_value(&to, n);
    pass_value(&to, bitonic_lower(first + t, span, distance));
    spawn(k_merge_tile, &to);
  }
}

static void bitonic_main(long regions, long tiles, long elements, long check, long dummies) {
  const long blocks = regions * tiles, n = elements / blocks;
  rid_t* region = (rid_t*)calloc((size_t)(2 * regions), sizeof(rid_t)); /* the data's, then the copies' */
  uint32_t*** tile = (uint32_t***)calloc((size_t)(2 * regions), sizeof(uint32_t**));
  Arguments to = {0};
  long i, r, span, distance, t;
  for (i = 0; i < dummies; i++) sys_ralloc(0, 0);
  for (r = 0; r < 2 * regions; r++) {
    region[r] = sys_ralloc(0, 0);
    tile[r] = (uint32_t**)sys_alloc((size_t)tiles * sizeof(uint32_t*), region[r]);
    sys_balloc((size_t)n * sizeof(uint32_t), region[r], (int)tiles, (void**)tile[r]);
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
      for (r = 0; r < regions; r++) {
        const long partner = r ^ apart;
        pass_region(&to, IN | NO_TRANSFER, region[partner]);
        pass_object(&to, IN, tile[partner]); /* lies in the region beside it */
        pass_region(&to, OUT | NO_TRANSFER, region[regions + r]);
        pass_value(&to, (intptr_t)tile[regions + r]);
        pass_value(&to, tiles);
        pass_value(&to, apart == 0 ? distance : 0);
        pass_value(&to, n);
        spawn(k_copy_region, &to);
      }
      for (r = 0; r < regions; r++) {
        pass_region(&to, INOUT | NO_TRANSFER, region[r]);
        pass_value(&to, (intptr_t)tile[r]);
        pass_region(&to, IN | NO_TRANSFER, region[regions + r]);
        pass_value(&to, (intptr_t)tile[regions + r]);
        pass_value(&to, tiles);
        pass_value(&to, r * tiles);
        pass_value(&to, span);
        pass_value(&to, distance);
        pass_value(&to, n);
        spawn(k_merge_region, &to);
      }
    }
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
  free(tile);
  free(region);
}

static func_t table[] = {TASK(bitonic_main), TASK(sort_region),  TASK(sort_tile), TASK(copy_region),
                         TASK(copy_tile),    TASK(merge_region), TASK(merge_tile)};
PROGRAM(bitonic, table, "regions tiles elements check dummies", 2, 8, 65536, 1, 1)
