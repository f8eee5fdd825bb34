// An octree that tasks grow and prune: each of its eight branches lives in a region of its own, so tasks on different
// branches run at the same time, and a branch is freed at once.
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>

typedef struct Node {
  struct Node* child[8];
  long points;
} Node;
typedef struct {
  rid_t region;
  Node* root;
} Branch;

enum { k_main, k_grow, k_prune, k_count, k_drop };
enum { branches = 8, depth = 5, rounds = 3 };
static int failed;

static Node* make(rid_t region) {
  Node* node = sys_alloc(sizeof *node, region);
  for (int i = 0; i < 8; i++) node->child[i] = NULL;
  node->points = 0;
  return node;
}

// Puts some points into the branch; their places are numbers in base eight.
static void grow(rid_t region, Node* root, long seed) {
  for (int point = 0; point < 200; point++) {
    Node* node = root;
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    node->points++;
    for (int level = 0; level < depth; level++) {
      Node** next = &node->child[seed >> (3 * level) & 7];
      if (*next == NULL) *next = make(region);
      node = *next;
      node->points++;
    }
  }
}

// Takes away nodes with less than `least` points, with all below them.
static void take_away(Node* node) {
  for (int i = 0; i < 8; i++)
    if (node->child[i] != NULL) take_away(node->child[i]);
  sys_free(node);
}
static void prune(rid_t region, Node* node, long least) {
  for (int i = 0; i < 8; i++) {
    Node* child = node->child[i];
    if (child == NULL) continue;
    if (child->points < least) {
      take_away(child);
      node->child[i] = NULL;
    } else {
      prune(region, child, least);
    }
  }
}

static long nodes(const Node* node) {
  long sum = 1;
  for (int i = 0; i < 8; i++)
    if (node->child[i] != NULL) sum += nodes(node->child[i]);
  return sum;
}
static void count(rid_t tree, const Branch* branch, long* sum) {
  (void)tree;
  *sum = 0;
  for (int b = 0; b < branches; b++) *sum += nodes(branch[b].root);
}
static void drop(rid_t tree, rid_t region) {
  (void)tree;
  sys_rfree(region);
}

static void start(void) {
  const unsigned whole = TYPE_INOUT_ARG | TYPE_REGION_ARG;
  unsigned types[] = {whole, TYPE_BYVALUE_ARG, TYPE_BYVALUE_ARG};
  rid_t tree = sys_ralloc(0, 1);
  Branch* branch = sys_alloc(branches * sizeof *branch, tree);
  long* sum = sys_alloc(sizeof *sum, 0);
  for (int b = 0; b < branches; b++) {
    branch[b].region = sys_ralloc(tree, 0);
    branch[b].root = make(branch[b].region);
  }
  for (long round = 0; round < rounds; round++)
    for (long b = 0; b < branches; b++) {
      void* words[] = {(void*)branch[b].region, branch[b].root, (void*)(100 * round + b)};
      sys_spawn(k_grow, words, types, 3);
      words[2] = (void*)2;
      sys_spawn(k_prune, words, types, 3);
    }
  void* words[] = {(void*)tree, branch, sum};
  unsigned counts[] = {TYPE_IN_ARG | TYPE_REGION_ARG, TYPE_BYVALUE_ARG, TYPE_OUT_ARG};
  sys_spawn(k_count, words, counts, 3);
  sys_wait_on((void**)&sum, 1);
  printf("%ld nodes\n", *sum);
  failed = *sum <= branches;

  words[1] = (void*)branch[0].region;
  sys_spawn(k_drop, words, types, 2);  // the whole tree is free then, and one branch of it goes
  sys_wait(words, types, 1);
}

static func_t table[] = {(func_t)start, (func_t)grow, (func_t)prune, (func_t)count, (func_t)drop};

int main(void) { return myrmics_run(table, NULL, 0) != 0 || failed; }
