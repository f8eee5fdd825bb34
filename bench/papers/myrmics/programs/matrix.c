/* matrix: C += A * B, cut into regions, each cut into tiles. In each phase a region of C takes one region of A and one
 * of B, which shift by one region a phase into copies: so no region is read by all at once. */
#include "matrix.h"
#include "program.h"

enum { k_main, k_start_region, k_start_tile, k_multiply_region, k_multiply_tile, k_shift_region, k_shift_tile };

static void start_tile(double* tile, long which, long row, long col, long block) {
  COMPUTE(block * block, matrix_start(tile, (int)which, row, col, block));
}
static void multiply_tile(const double* a, const double* b, double* c, long block) {
  COMPUTE(block * block * block, matrix_multiply(a, b, c, block));
}
static void shift_tile(const double* from, double* to, long block) {
  COMPUTE(block * block / 4, memcpy(to, from, (size_t)(block * block) * sizeof(double)));
}

static void start_region(rid_t region, double** tiles, long which, long row, long col, long count, long block) {
  Arguments to = {0};
  long t;
  (void)region;
  for (t = 0; t < count * count; t++) {
    pass_object(&to, OUT, tiles[t]);
    pass_value(&to, which);
    pass_value(&to, row + t / count * block);
    pass_value(&to, col + t % count * block);
    pass_value(&to, block);
    spawn(k_start_tile, &to);
  }
}
static void multiply_region(rid_t a, double** as, rid_t b, double** bs, rid_t c, double** cs, long count, long block) {
  Arguments to = {0};
  long i, j, k;
  (void)a, (void)b, (void)c;
  for (k = 0; k < count; k++)
    for (i = 0; i < count; i++)
      for (j = 0; j < count; j++) {
        pass_object(&to, IN, as[i * count + k]);
        pass_object(&to, IN, bs[k * count + j]);
        pass_object(&to, INOUT, cs[i * count + j]);
        pass_value(&to, block);
        spawn(k_multiply_tile, &to);
      }
}
static void shift_region(rid_t from, double** froms, rid_t to_region, double** tos, long count, long block) {
  Arguments to = {0};
  long t;
  (void)from, (void)to_region;
  for (t = 0; t < count * count; t++) {
    pass_object(&to, IN, froms[t]);
    pass_object(&to, OUT, tos[t]);
    pass_value(&to, block);
    spawn(k_shift_tile, &to);
  }
}

typedef struct {
  rid_t region;
  double** tiles; /* the table lies in the region */
} Part;

static Part make_part(long count, long block) {
  Part part;
  part.region = sys_ralloc(0, 0);
  part.tiles = (double**)sys_alloc((size_t)(count * count) * sizeof(double*), part.region);
  sys_balloc((size_t)(block * block) * sizeof(double), part.region, (int)(count * count), (void**)part.tiles);
  return part;
}
static void pass_part(Arguments* to, unsigned mode, const Part* part) {
  pass_region(to, mode | NO_TRANSFER, part->region);
  pass_value(to, (intptr_t)part->tiles);
}

static void matrix_main(long side, long tiles, long block, long check, long dummies) {
  const long parts = side * side, width = tiles * block;
  Part* part[5]; /* A, B, C, and where A and B shift to */
  Arguments to = {0};
  long i, p, phase, t;
  for (i = 0; i < 5; i++) {
    part[i] = (Part*)calloc((size_t)parts, sizeof(Part));
    for (p = 0; p < parts; p++) part[i][p] = make_part(tiles, block);
    for (p = 0; p < dummies; p++) sys_ralloc(0, 0); /* so that the parts at one place lie under one scheduler */
  }
  for (i = 0; i < 3; i++)
    for (p = 0; p < parts; p++) {
      /* A and B begin so that the first phase's regions lie beside each other. */
      const long row = p / side, col = p % side, skew = (row + col) % side;
      pass_part(&to, OUT, &part[i][p]);
      pass_value(&to, i);
      pass_value(&to, (i == 1 ? skew : row) * width);
      pass_value(&to, (i == 0 ? skew : col) * width);
      pass_value(&to, tiles);
      pass_value(&to, block);
      spawn(k_start_region, &to);
    }
  for (p = 0; p < parts; p++) wait_region(IN | NO_TRANSFER, part[2][p].region);
  begin_time();
  for (phase = 0; phase < side; phase++) {
    Part *a = part[phase % 2 == 0 ? 0 : 3], *b = part[phase % 2 == 0 ? 1 : 4];
    Part *next_a = part[phase % 2 == 0 ? 3 : 0], *next_b = part[phase % 2 == 0 ? 4 : 1];
    for (p = 0; p < parts && phase + 1 < side; p++) {
      const long row = p / side, col = p % side;
      pass_part(&to, IN, &a[row * side + (col + 1) % side]);
      pass_part(&to, OUT, &next_a[p]);
      pass_value(&to, tiles);
      pass_value(&to, block);
      spawn(k_shift_region, &to);
      pass_part(&to, IN, &b[(row + 1) % side * side + col]);
      pass_part(&to, OUT, &next_b[p]);
      pass_value(&to, tiles);
      pass_value(&to, block);
      spawn(k_shift_region, &to);
    }
    for (p = 0; p < parts; p++) {
      pass_part(&to, IN, &a[p]);
      pass_part(&to, IN, &b[p]);
      pass_part(&to, INOUT, &part[2][p]);
      pass_value(&to, tiles);
      pass_value(&to, block);
      spawn(k_multiply_region, &to);
    }
  }
  for (p = 0; p < parts; p++) wait_region(check ? IN : IN | NO_TRANSFER, part[2][p].region);
  end_time();
  if (check && COMPUTES) {
    uint64_t digest = 0;
    for (p = 0; p < parts; p++)
      for (t = 0; t < tiles * tiles; t++)
        digest += matrix_digest(part[2][p].tiles[t], p / side * width + t / tiles * block,
                                p % side * width + t % tiles * block, block);
    print_digest(digest);
  }
  for (i = 0; i < 5; i++) free(part[i]);
}

static func_t table[] = {TASK(matrix_main),   TASK(start_region), TASK(start_tile), TASK(multiply_region),
                         TASK(multiply_tile), TASK(shift_region), TASK(shift_tile)};
PROGRAM(matrix, table, "regions_a_side tiles block check dummies", 2, 2, 32, 1, 1)
