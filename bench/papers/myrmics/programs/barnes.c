/* barnes: each step builds an octree of every part's bodies in a region of its own, pulls each part by all trees, four
 * to a task, and frees the regions in tasks. The bodies stay where they are; what a tree's leaves name lies in its
 * part. */
#include "barnes.h"
#include "program.h"

enum { k_main, k_build, k_pull, k_move, k_drop };
enum { TREES_AT_ONCE = 4 };

/* What a tree's builder leaves for those who read it; lies in the tree's region. */
typedef struct {
  Node* root;
  const Body* bodies; /* a copy: the part's may move on */
} Tree;

static Node* make_node(void* from) { return (Node*)sys_alloc(sizeof(Node), *(rid_t*)from); }

static void start_parts(Body** bodies, Pull** pulls, long parts, long n) {
  long p;
  for (p = 0; p < parts; p++) {
    barnes_start(bodies[p], p * n, n, parts * n);
    memset(pulls[p], 0, (size_t)n * sizeof(Pull));
  }
}
static void build_tree(rid_t region, Tree* tree, const Body* bodies, long n, long most) {
  Nursery nursery = {make_node, NULL};
  Body* copy = (Body*)sys_alloc((size_t)n * sizeof *copy, region);
  nursery.from = &region;
  if (COMPUTES) {
    memcpy(copy, bodies, (size_t)n * sizeof *copy);
    tree->bodies = copy;
  }
  COMPUTE(n * 32, tree->root = barnes_build(&nursery, copy, n, most));
  (void)tree, (void)bodies, (void)nursery, (void)most;
}
static void pull_by(Pull* pulls, const Body* bodies, long n, const Tree* tree) {
  long i;
  for (i = 0; i < n; i++) barnes_pull(&pulls[i], &bodies[i], tree->root, tree->bodies);
}
/* Fifteen arguments. A region that is absent is the name of one that has been freed, by value, or 0. */
static void pull_part(const Body* bodies, Pull* pulls, long n, long count, rid_t a, Tree* ta, rid_t b, Tree* tb,
                      rid_t c, Tree* tc, rid_t d, Tree* td, rid_t freed, long part, long step) {
  Tree* const trees[TREES_AT_ONCE] = {ta, tb, tc, td};
  long t;
  (void)a, (void)b, (void)c, (void)d, (void)freed, (void)part, (void)step;
  for (t = 0; t < count; t++) COMPUTE(n * 60, pull_by(pulls, bodies, n, trees[t]));
  (void)pulls, (void)bodies, (void)trees;
}
static void move_part(Body* bodies, Pull* pulls, long n) { COMPUTE(n, barnes_move(bodies, pulls, n)); }
static void drop_tree(rid_t region) { sys_rfree(region); }

static void pull_all(const rid_t* region, Tree** tree, Body* bodies, Pull* pulls, const long* sizes, rid_t freed) {
  const long parts = sizes[0], n = sizes[1], part = sizes[2], step = sizes[3];
  Arguments to = {0};
  long first, t;
  for (first = 0; first < parts; first += TREES_AT_ONCE) {
    const long count = parts - first < TREES_AT_ONCE ? parts - first : TREES_AT_ONCE;
    pass_object(&to, IN, bodies);
    pass_object(&to, INOUT, pulls);
    pass_value(&to, n);
    pass_value(&to, count);
    for (t = 0; t < TREES_AT_ONCE; t++) {
      if (t < count)
        pass_region(&to, IN, region[first + t]);
      else
        pass_value(&to, (intptr_t)freed);
      pass_value(&to, t < count ? (intptr_t)tree[first + t] : 0);
    }
    pass_value(&to, (intptr_t)freed);
    pass_value(&to, part);
    pass_value(&to, step);
    spawn(k_pull, &to);
  }
}

static void barnes_main(long all, long most, long parts, long steps) {
  const long n = all / parts;
  rid_t* region = (rid_t*)calloc((size_t)parts, sizeof(rid_t));
  rid_t* home = (rid_t*)calloc((size_t)parts, sizeof(rid_t));
  Tree** tree = (Tree**)calloc((size_t)parts, sizeof(Tree*));
  Body** bodies = (Body**)calloc((size_t)parts, sizeof(Body*));
  Pull** pulls = (Pull**)calloc((size_t)parts, sizeof(Pull*));
  Arguments to = {0};
  rid_t freed = 0;
  long p, step;
  for (p = 0; p < parts; p++) {
    home[p] = sys_ralloc(0, 0);
    bodies[p] = (Body*)sys_alloc((size_t)n * sizeof(Body), home[p]);
    pulls[p] = (Pull*)sys_alloc((size_t)n * sizeof(Pull), home[p]);
  }
  if (COMPUTES) start_parts(bodies, pulls, parts, n);
  begin_time();
  for (step = 0; step < steps; step++) {
    for (p = 0; p < parts; p++) {
      region[p] = sys_ralloc(0, 0);
      tree[p] = (Tree*)sys_alloc(sizeof(Tree), region[p]);
      pass_region(&to, INOUT, region[p]);
      pass_value(&to, (intptr_t)tree[p]);
      pass_object(&to, IN, bodies[p]);
      pass_value(&to, n);
      pass_value(&to, most);
      spawn(k_build, &to);
    }
    for (p = 0; p < parts; p++) {
      const long sizes[4] = {parts, n, p, step};
      pull_all(region, tree, bodies[p], pulls[p], sizes, freed);
    }
    for (p = 0; p < parts; p++) {
      pass_object(&to, INOUT, bodies[p]);
      pass_object(&to, INOUT, pulls[p]);
      pass_value(&to, n);
      spawn(k_move, &to);
      pass_region(&to, INOUT | NO_TRANSFER, region[p]);
      spawn(k_drop, &to);
    }
    freed = region[0];
  }
  for (p = 0; p < parts; p++) wait_region(IN, home[p]);
  end_time();
  if (COMPUTES) {
    double sums[9] = {0};
    for (p = 0; p < parts; p++) barnes_add(sums, bodies[p], n);
    barnes_print(sums);
  }
  free(pulls);
  free(bodies);
  free(tree);
  free(home);
  free(region);
}

static func_t table[] = {TASK(barnes_main), TASK(build_tree), TASK(pull_part), TASK(move_part), TASK(drop_tree)};
PROGRAM(barnes, table, "bodies particles regions steps", 4096, 8, 6, 3)
