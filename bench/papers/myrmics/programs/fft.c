/* fft: a band of rows is a region with a square tile for each band, so that the transpose of a band reads one tile of
 * every other: as many arguments as there are tiles, and four. Rows are gathered into an object that the task allocates
 * in its region and frees. */
#include "fft.h"
#include "program.h"

enum { k_main, k_start_band, k_rows_of_band, k_transpose_band };

static void start_band(rid_t band, Complex** tiles, long number, long count, long side) {
  long t, i, j;
  (void)band;
  if (COMPUTES)
    for (t = 0; t < count; t++)
      for (i = 0; i < side; i++)
        for (j = 0; j < side; j++) tiles[t][i * side + j] = fft_element(number * side + i, t * side + j);
}
static void transform(Complex** tiles, Complex* row, long count, long side) {
  long i, t;
  for (i = 0; i < side; i++) {
    for (t = 0; t < count; t++) memcpy(row + t * side, tiles[t] + i * side, (size_t)side * sizeof *row);
    fft_row(row, count * side);
    for (t = 0; t < count; t++) memcpy(tiles[t] + i * side, row + t * side, (size_t)side * sizeof *row);
  }
}
static void rows_of_band(rid_t band, Complex** tiles, long count, long side) {
  Complex* row = (Complex*)sys_alloc((size_t)(count * side) * sizeof *row, band);
  COMPUTE(fft_units(side, count * side), transform(tiles, row, count, side));
  (void)tiles;
  sys_free(row);
}
static void transpose_band(rid_t to_band, Complex** to, long count, long side, ...) {
  va_list list;
  long t, i, j;
  (void)to_band;
  va_start(list, side);
  for (t = 0; t < count; t++) {
    const Complex* from = va_arg(list, const Complex*);
    if (COMPUTES)
      for (i = 0; i < side; i++)
        for (j = 0; j < side; j++) to[t][i * side + j] = from[j * side + i];
    (void)from, (void)i, (void)j, (void)to;
  }
  va_end(list);
}

static void fft_main(long count, long n) {
  const long side = n / count;
  rid_t* band = (rid_t*)calloc((size_t)(2 * count), sizeof(rid_t)); /* of the one square, then of the other */
  Complex*** tile = (Complex***)calloc((size_t)(2 * count), sizeof(Complex**));
  Arguments to = {0};
  long b, t, half, i, j;
  for (b = 0; b < 2 * count; b++) {
    band[b] = sys_ralloc(0, 0);
    tile[b] = (Complex**)sys_alloc((size_t)count * sizeof(Complex*), band[b]);
    sys_balloc((size_t)(side * side) * sizeof(Complex), band[b], (int)count, (void**)tile[b]);
  }
  for (b = 0; b < count; b++) {
    pass_region(&to, OUT, band[b]);
    pass_value(&to, (intptr_t)tile[b]);
    pass_value(&to, b);
    pass_value(&to, count);
    pass_value(&to, side);
    spawn(k_start_band, &to);
  }
  begin_time();
  for (half = 0; half < 2; half++) {
    const long from = half * count, into = (1 - half) * count;
    for (b = 0; b < count; b++) {
      pass_region(&to, INOUT, band[from + b]);
      pass_value(&to, (intptr_t)tile[from + b]);
      pass_value(&to, count);
      pass_value(&to, side);
      spawn(k_rows_of_band, &to);
    }
    for (b = 0; b < count; b++) {
      pass_region(&to, INOUT, band[into + b]);
      pass_value(&to, (intptr_t)tile[into + b]);
      pass_value(&to, count);
      pass_value(&to, side);
      for (t = 0; t < count; t++) pass_object(&to, IN, tile[from + t][b]);
      spawn(k_transpose_band, &to);
    }
  }
  for (b = 0; b < count; b++) wait_region(IN, band[b]);
  end_time();
  if (COMPUTES) {
    uint64_t digest = 0;
    for (b = 0; b < count; b++)
      for (t = 0; t < count; t++)
        for (i = 0; i < side; i++)
          for (j = 0; j < side; j++) digest += fft_digest(tile[b][t][i * side + j], b * side + i, t * side + j);
    print_digest(digest);
  }
  (void)i, (void)j;
  free(tile);
  free(band);
}

static func_t table[] = {TASK(fft_main), TASK(start_band), TASK(rows_of_band), TASK(transpose_band)};
PROGRAM(fft, table, "tiles n", 8, 256)
