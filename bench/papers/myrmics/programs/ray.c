/* ray: the frame in regions of lines, the scene copied into each region, a task a tile of lines. */
#include "ray.h"
#include "program.h"

enum { k_main, k_copy_scene, k_render_region, k_render_tile };

static void copy_scene(const Scene* scene, Scene* copy) {
  if (COMPUTES) memcpy(copy, scene, sizeof *scene);
}
static void render(const Scene* scene, float* lines, long first, long count, long width, long height) {
  long i;
  for (i = 0; i < count; i++) ray_line(scene, lines + i * width, first + i, width, height);
}
static double weight(long first, long count, long width, long height) {
  double sum = 0;
  long i;
  for (i = 0; i < count; i++) sum += ray_weight(first + i, height);
  return sum * (double)width;
}
static void render_tile(const Scene* scene, float* lines, long first, long count, long width, long height) {
  COMPUTE(weight(first, count, width, height), render(scene, lines, first, count, width, height));
  (void)weight;
}
static void render_region(rid_t region, float** tiles, const Scene* scene, long count, long first, long lines,
                          long width, long height) {
  Arguments to = {0};
  long t;
  (void)region;
  for (t = 0; t < count; t++) {
    pass_object(&to, IN, scene);
    pass_object(&to, OUT, tiles[t]);
    pass_value(&to, first + t * lines);
    pass_value(&to, lines);
    pass_value(&to, width);
    pass_value(&to, height);
    spawn(k_render_tile, &to);
  }
}

static void ray_main(long width, long height, long regions, long tiles) {
  const long lines = height / (regions * tiles);
  rid_t* region = (rid_t*)calloc((size_t)regions, sizeof(rid_t));
  float*** tile = (float***)calloc((size_t)regions, sizeof(float**));
  Scene** copy = (Scene**)calloc((size_t)regions, sizeof(Scene*));
  Scene* scene = (Scene*)sys_alloc(sizeof(Scene), 0);
  Arguments to = {0};
  long r, t, i;
  ray_scene(scene);
  for (r = 0; r < regions; r++) {
    region[r] = sys_ralloc(0, 0);
    copy[r] = (Scene*)sys_alloc(sizeof(Scene), region[r]);
    tile[r] = (float**)sys_alloc((size_t)tiles * sizeof(float*), region[r]);
    sys_balloc((size_t)(lines * width) * sizeof(float), region[r], (int)tiles, (void**)tile[r]);
  }
  begin_time();
  for (r = 0; r < regions; r++) {
    pass_object(&to, IN, scene);
    pass_object(&to, OUT, copy[r]);
    spawn(k_copy_scene, &to);
  }
  for (r = 0; r < regions; r++) {
    pass_region(&to, INOUT | NO_TRANSFER, region[r]);
    pass_value(&to, (intptr_t)tile[r]);
    pass_value(&to, (intptr_t)copy[r]);
    pass_value(&to, tiles);
    pass_value(&to, r * tiles * lines);
    pass_value(&to, lines);
    pass_value(&to, width);
    pass_value(&to, height);
    spawn(k_render_region, &to);
  }
  for (r = 0; r < regions; r++) wait_region(COMPUTES ? IN : IN | NO_TRANSFER, region[r]);
  end_time();
  if (COMPUTES) {
    uint64_t digest = 0;
    for (r = 0; r < regions; r++)
      for (t = 0; t < tiles; t++)
        for (i = 0; i < lines; i++) digest += ray_digest(tile[r][t] + i * width, (r * tiles + t) * lines + i, width);
    print_digest(digest);
  }
  (void)i, (void)t;
  free(copy);
  free(tile);
  free(region);
}

static func_t table[] = {TASK(ray_main), TASK(copy_scene), TASK(render_region), TASK(render_tile)};
PROGRAM(ray, table, "x y regions tiles", 160, 128, 2, 8)
