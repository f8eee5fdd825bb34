/* Barnes-Hut: forces between bodies, far groups of which count as one. */
#ifndef BARNES_H
#define BARNES_H
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "digest.h"

typedef struct {
  float at[3], speed[3], mass;
} Body;
typedef struct {
  float pull[3];
  long met; /* how many groups and bodies were looked at: the part's load */
} Pull;
typedef struct Node {
  float centre[3], half; /* its cube */
  float mass, moment[3]; /* of all bodies in it; the moment is mass times place */
  int count;             /* of bodies; those of a leaf are in `body` */
  int branches;          /* whether it has children, and no bodies of its own */
  int body[8];
  struct Node* child[8];
} Node;
/* Where nodes come from: in a region, or from malloc. */
typedef struct {
  Node* (*make)(void* from);
  void* from;
} Nursery;

enum { BARNES_DEEPEST = 24 };
#define BARNES_THETA 0.6f
#define BARNES_STEP 0.01f

static inline void barnes_start(Body* bodies, long first, long n, long all) {
  long i;
  int d;
  for (i = 0; i < n; i++) {
    const uint64_t place = (uint64_t)(first + i) * 4;
    /* Parts lie one beside the other in x. */
    bodies[i].at[0] = ((float)(first + i) + fraction_at(place)) / (float)all * 2 - 1;
    for (d = 1; d < 3; d++) bodies[i].at[d] = fraction_at(place + (uint64_t)d) * 2 - 1;
    for (d = 0; d < 3; d++) bodies[i].speed[d] = 0;
    bodies[i].mass = (0.5f + fraction_at(place + 3)) / (float)all;
  }
}
static inline Node* barnes_node(const Nursery* nursery, const float* centre, float half) {
  Node* node = nursery->make(nursery->from);
  memset(node, 0, sizeof *node);
  memcpy(node->centre, centre, sizeof node->centre);
  node->half = half;
  return node;
}
static inline void barnes_weigh(Node* node, const Body* body) {
  int d;
  node->mass += body->mass;
  for (d = 0; d < 3; d++) node->moment[d] += body->mass * body->at[d];
}
/* The child of `node` in which the body lies; made when it is not there. */
static inline Node* barnes_child(const Nursery* nursery, Node* node, const Body* body) {
  float centre[3];
  int d, octant = 0;
  for (d = 0; d < 3; d++) octant |= (body->at[d] >= node->centre[d]) << d;
  for (d = 0; d < 3; d++) centre[d] = node->centre[d] + (octant >> d & 1 ? 0.5f : -0.5f) * node->half;
  if (node->child[octant] == NULL) node->child[octant] = barnes_node(nursery, centre, 0.5f * node->half);
  return node->child[octant];
}
static inline void barnes_put(Node* leaf, const Body* bodies, int body) {
  barnes_weigh(leaf, &bodies[body]);
  if (leaf->count < 8) leaf->body[leaf->count] = body;
  leaf->count++;
}
/* A leaf holds up to `most` bodies, at most 8; the deepest ones any number, and count as one group then. */
static inline void barnes_insert(const Nursery* nursery, Node* node, const Body* bodies, int body, int most) {
  int depth, i;
  for (depth = 0; node->branches || (node->count >= most && depth < BARNES_DEEPEST); depth++) {
    for (i = 0; !node->branches && i < node->count; i++)
      barnes_put(barnes_child(nursery, node, &bodies[node->body[i]]), bodies, node->body[i]);
    node->branches = 1;
    barnes_weigh(node, &bodies[body]);
    node = barnes_child(nursery, node, &bodies[body]);
  }
  barnes_put(node, bodies, body);
}
static inline Node* barnes_build(const Nursery* nursery, const Body* bodies, long n, long most) {
  const float origin[3] = {0, 0, 0};
  Node* root = barnes_node(nursery, origin, 4);
  long i;
  for (i = 0; i < n; i++) barnes_insert(nursery, root, bodies, (int)i, (int)most);
  return root;
}
static inline void barnes_attract(Pull* pull, const Body* body, const float* at, float mass) {
  float way[3], square = 1e-4f, inverse;
  int d;
  for (d = 0; d < 3; d++) way[d] = at[d] - body->at[d], square += way[d] * way[d];
  inverse = 1 / sqrtf(square);
  for (d = 0; d < 3; d++) pull->pull[d] += mass * inverse * inverse * inverse * way[d];
  pull->met++;
}
/* The pull of one part's tree on a body. `own`: the bodies that the tree's leaves name. */
static inline void barnes_pull(Pull* pull, const Body* body, const Node* root, const Body* own) {
  const Node* open[8 * (BARNES_DEEPEST + 2)];
  int n = 0, i, d;
  if (root->mass > 0) open[n++] = root;
  while (n > 0) {
    const Node* node = open[--n];
    float centre[3], square = 0;
    for (d = 0; d < 3; d++) {
      centre[d] = node->moment[d] / node->mass;
      square += (centre[d] - body->at[d]) * (centre[d] - body->at[d]);
    }
    if (4 * node->half * node->half < BARNES_THETA * BARNES_THETA * square || node->count > 8) {
      barnes_attract(pull, body, centre, node->mass);
    } else if (!node->branches) {
      for (i = 0; i < node->count; i++) barnes_attract(pull, body, own[node->body[i]].at, own[node->body[i]].mass);
    } else {
      for (i = 0; i < 8; i++)
        if (node->child[i] != NULL) open[n++] = node->child[i];
    }
  }
}
static inline void barnes_move(Body* bodies, Pull* pulls, long n) {
  long i;
  int d;
  for (i = 0; i < n; i++)
    for (d = 0; d < 3; d++) {
      bodies[i].speed[d] += BARNES_STEP * pulls[i].pull[d];
      bodies[i].at[d] += BARNES_STEP * bodies[i].speed[d];
    }
  memset(pulls, 0, (size_t)n * sizeof *pulls);
}
/* Sums over all bodies: of places, of their squares, of speeds. */
static inline void barnes_add(double* sums, const Body* bodies, long n) {
  long i;
  int d;
  for (i = 0; i < n; i++)
    for (d = 0; d < 3; d++) {
      sums[d] += (double)bodies[i].at[d];
      sums[3 + d] += (double)bodies[i].at[d] * (double)bodies[i].at[d];
      sums[6 + d] += fabs((double)bodies[i].speed[d]);
    }
}
static inline void barnes_print(const double* sums) {
  int i;
  printf("values");
  for (i = 0; i < 9; i++) printf(" %.7g", sums[i]);
  printf("\n");
}
#endif
