// Random graphs: nodes that are EDTs, edges of every kind, scopes that contain intervals of nodes. A sequential
// interpreter says what every node computes.
#pragma once

#include "check.h"

enum { k_nodes = 64, k_edges = 4, k_scopes = 6, k_sums = 3 };

// How a node hears of one before it.
typedef enum {
  k_output,   // its output event
  k_sticky,   // a sticky event
  k_idem,     // an idempotent event that is satisfied twice
  k_chain,    // a sticky event, then a ONCE event
  k_counted,  // a counted event
  k_channel,  // a channel
  k_latch,    // a latch, then a sticky event: order only
  k_scope,    // the end of a scope: order only
  k_nothing,  // NULL_GUID
  k_hows
} How;

typedef struct {
  int from;  // a node, or with k_scope a scope
  How how;
  ocrDbAccessMode_t mode;
  ocrGuid_t event;  // what the node before satisfies
  ocrGuid_t heard;  // what this node depends on
} Edge;

typedef struct {
  int scope, edges, sum, early;
  Edge in[k_edges];
  u64 want, got;
  ocrGuid_t output, block;
  int done;
} Node;

typedef struct {
  int parent, first, last;  // nodes [first, last]
  ocrGuid_t done;
} Scope;

static Node nodes[k_nodes];
static Scope scopes[k_scopes];
static int node_count, scope_count;
static u64 want_sums[k_sums], seed_now;

static u64 random_state;

static u64 random_u64(void) {
  u64 z = random_state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static int below(int n) { return (int)(random_u64() % (u64)n); }

static u64 mix(u64 value, u64 with) { return (value ^ with) * 0x9e3779b97f4a7c15u + (value >> 29); }

static int passes_a_value(How how) { return how <= k_channel; }

static void choose_scopes(void) {
  scope_count = 1 + below(k_scopes);
  scopes[0] = (Scope){-1, 0, node_count - 1, NULL_GUID};
  for (int i = 1; i < scope_count; i++) {
    Scope parent = scopes[scopes[i].parent = below(i)];
    int length = 1 + below(parent.last - parent.first + 1);
    scopes[i].first = parent.first + below(parent.last - parent.first + 2 - length);
    scopes[i].last = scopes[i].first + length - 1;
  }
  for (int n = 0; n < node_count; n++)
    for (int i = 0; i < scope_count; i++)
      if (scopes[i].first <= n && n <= scopes[i].last) nodes[n].scope = i;
}

static void choose_edge(int n, Edge* edge) {
  static const ocrDbAccessMode_t modes[] = {DB_MODE_RO, DB_MODE_CONST, DB_MODE_RW, DB_MODE_EW};
  edge->how = n ? (How)below(k_hows) : k_nothing;
  edge->mode = modes[below(4)];
  edge->from = n ? below(n) : 0;
  if (edge->how != k_scope) return;
  edge->from = below(scope_count);
  if (scopes[edge->from].last >= n) edge->how = k_nothing;
}

// What each node computes, in the order of the nodes.
static void interpret(int n) {
  Node* node = &nodes[n];
  u64 value = mix(seed_now, (u64)n);
  for (int i = 0; i < node->edges; i++) {
    if (passes_a_value(node->in[i].how)) value = mix(value, nodes[node->in[i].from].want + (u64)i);
  }
  node->want = value;
  if (node->sum >= 0) want_sums[node->sum] += value;
}

static void choose_graph(u64 seed) {
  seed_now = random_state = seed;
  node_count = 2 + below(k_nodes - 1);
  memset(nodes, 0, sizeof nodes);
  memset(want_sums, 0, sizeof want_sums);
  choose_scopes();
  for (int n = 0; n < node_count; n++) {
    nodes[n].edges = below(k_edges + 1);
    nodes[n].sum = below(2) ? below(k_sums) : -1;
    nodes[n].early = below(2);
    for (int i = 0; i < nodes[n].edges; i++) choose_edge(n, &nodes[n].in[i]);
    interpret(n);
  }
}
