// C = A * B in tiles: objects of three regions. A task takes one tile of each and adds to that of C.
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>

enum { tiles = 4, side = 16, all = tiles * tiles };
enum { k_main, k_multiply, k_check };
static int failed;

typedef struct {
  double cell[side][side];
} Tile;

static void multiply(const Tile* a, const Tile* b, Tile* c) {
  for (int i = 0; i < side; i++)
    for (int k = 0; k < side; k++)
      for (int j = 0; j < side; j++) c->cell[i][j] += a->cell[i][k] * b->cell[k][j];
}

// Names the whole region: it runs when all tiles are done.
static void check(rid_t region, Tile** c, long* wrong) {
  (void)region;
  for (int t = 0; t < all; t++)
    for (int i = 0; i < side; i++)
      for (int j = 0; j < side; j++) *wrong += c[t]->cell[i][j] != 2.0 * tiles * side;
}

static void start(void) {
  Tile* tile[3][all];
  rid_t region[3];
  for (int m = 0; m < 3; m++) {
    region[m] = sys_ralloc(0, 0);
    sys_balloc(sizeof(Tile), region[m], all, (void**)tile[m]);
    for (int t = 0; t < all; t++)
      for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) tile[m][t]->cell[i][j] = m == 2 ? 0 : m + 1;
  }
  for (int i = 0; i < tiles; i++)
    for (int j = 0; j < tiles; j++)
      for (int k = 0; k < tiles; k++) {
        void* words[] = {tile[0][i * tiles + k], tile[1][k * tiles + j], tile[2][i * tiles + j]};
        unsigned types[] = {TYPE_IN_ARG, TYPE_IN_ARG, TYPE_INOUT_ARG};
        sys_spawn(k_multiply, words, types, 3);
      }
  long* wrong = sys_alloc(sizeof *wrong, 0);
  *wrong = 0;
  void* words[] = {(void*)region[2], tile[2], wrong};
  unsigned types[] = {TYPE_IN_ARG | TYPE_REGION_ARG, TYPE_BYVALUE_ARG, TYPE_INOUT_ARG};
  sys_spawn(k_check, words, types, 3);
  sys_wait_on((void**)&wrong, 1);
  printf("%ld cells are wrong\n", *wrong);
  failed = *wrong != 0;
}

static func_t table[] = {(func_t)start, (func_t)multiply, (func_t)check};

int main(void) { return myrmics_run(table, NULL, 0) != 0 || failed; }
