// Random graphs of EDTs, events, blocks and scopes compute what a sequential interpreter computes.
// args: 1 3000
// args-as-threads: 1 20
// timeout: 120
// heddle-only: XSOCR asserts after some hundred graphs, in the destruction of events
#include "graph.h"

static ocrGuid_t node_template, scope_template, sums[k_sums];
static u64 last_seed;

static void make_events(Edge* edge) {
  edge->event = edge->heard = NULL_GUID;
  switch (edge->how) {
    case k_output:
      edge->heard = nodes[edge->from].output;
      break;
    case k_sticky:
    case k_chain:
      edge->event = edge->heard = event(OCR_EVENT_STICKY_T);
      break;
    case k_idem:
      edge->event = edge->heard = event(OCR_EVENT_IDEM_T);
      break;
    case k_counted:
      edge->event = edge->heard = counted(1);
      break;
    case k_channel:
      edge->event = edge->heard = channel(1);
      break;
    case k_latch:
      edge->event = latch(1);
      edge->heard = event(OCR_EVENT_STICKY_T);
      depend(edge->event, edge->heard, 0);
      break;
    case k_scope:
      edge->heard = scopes[edge->from].done;
      break;
    default:
      break;
  }
}

static void destroy_events(Edge* edge) {
  if (edge->how == k_sticky || edge->how == k_chain || edge->how == k_idem || edge->how == k_channel ||
      edge->how == k_latch)
    OK(ocrEventDestroy(edge->heard));
}

// Tells those who wait for node n.
static void tell(int n) {
  for (int later = n + 1; later < node_count; later++)
    for (int i = 0; i < nodes[later].edges; i++) {
      Edge* edge = &nodes[later].in[i];
      if (edge->how == k_scope || edge->from != n || ocrGuidIsNull(edge->event)) continue;
      OK(ocrEventSatisfy(edge->event, edge->how == k_latch ? NULL_GUID : nodes[n].block));
      if (edge->how == k_idem) OK(ocrEventSatisfy(edge->event, NULL_GUID));
    }
}

static EDT(run_node) {
  int n = (int)paramv[0];
  Node* node = &nodes[n];
  EQ(PEEK(node->done), 0);
  u64 value = mix(seed_now, (u64)n);
  for (int i = 0; i < node->edges; i++) {
    Edge* edge = &node->in[i];
    if (passes_a_value(edge->how)) {
      value = mix(value, number_in(depv[i]) + (u64)i);
      EQ(PEEK(nodes[edge->from].done) > 0 || edge->how != k_output, 1);
    } else {
      IS_NULL(depv[i].guid);
    }
  }
  if (node->sum >= 0) {
    *(u64*)depv[node->edges].ptr += value;
    if (node->early) OK(ocrDbRelease(depv[node->edges].guid));
  }
  node->got = value;
  node->block = number_block(value);
  POKE(node->done, 1);
  tell(n);
  return node->block;
}

static void connect(ocrGuid_t guid, Edge* edge, u32 slot) {
  ocrGuid_t source = edge->heard;
  if (edge->how == k_chain) {
    ocrGuid_t once = event(OCR_EVENT_ONCE_T);
    OK(ocrAddDependence(once, guid, slot, edge->mode));
    OK(ocrAddDependence(source, once, 0, DB_MODE_RW));
    return;
  }
  OK(ocrAddDependence(source, guid, slot, passes_a_value(edge->how) ? edge->mode : DB_MODE_NULL));
}

static void make_node(int n) {
  Node* node = &nodes[n];
  ocrGuid_t guid;
  u64 number = (u64)n;
  u32 slots = (u32)node->edges + (node->sum >= 0) + 1;
  OK(ocrEdtCreate(&guid, node_template, 1, &number, slots, NULL, EDT_PROP_OEVT_VALID, NULL_HINT, &node->output));
  for (int i = 0; i < node->edges; i++) connect(guid, &node->in[i], (u32)i);
  if (node->sum >= 0) OK(ocrAddDependence(sums[node->sum], guid, slots - 2, DB_MODE_EW));
  OK(ocrAddDependence(NULL_GUID, guid, slots - 1, DB_MODE_NULL));
}

static EDT(run_scope) {
  int mine = (int)paramv[0];
  for (int i = mine + 1; i < scope_count; i++) {
    u64 number = (u64)i;
    ocrGuid_t guid;
    if (scopes[i].parent != mine) continue;
    OK(ocrEdtCreate(&guid, scope_template, 1, &number, 0, NULL, EDT_PROP_FINISH | EDT_PROP_OEVT_VALID, NULL_HINT,
                    &scopes[i].done));
  }
  for (int n = node_count; n-- > 0;)
    if (nodes[n].scope == mine) make_node(n);
  return NULL_GUID;
}

static void run_graph(u64 seed);

static EDT(check_graph) {
  for (int i = 0; i < k_sums; i++) EQ(number_in(depv[1 + i]), want_sums[i]);
  for (int n = 0; n < node_count; n++) {
    if (nodes[n].got != nodes[n].want) fprintf(stderr, "seed %llu, node %d:\n", (unsigned long long)seed_now, n);
    EQ(nodes[n].got, nodes[n].want);
    EQ(PEEK(nodes[n].done), 1);
    for (int i = 0; i < nodes[n].edges; i++) destroy_events(&nodes[n].in[i]);
    OK(ocrEventDestroy(nodes[n].output));
    OK(ocrDbDestroy(nodes[n].block));
  }
  for (int i = 0; i < k_sums; i++) OK(ocrDbDestroy(sums[i]));
  for (int i = 0; i < scope_count; i++) OK(ocrEventDestroy(scopes[i].done));
  if (seed_now == last_seed) return pass();
  run_graph(seed_now + 1);
  return NULL_GUID;
}

static EDT(sum_up) {
  ocrGuid_t guid = edt(check_graph, 1 + k_sums);
  for (u32 i = 0; i < k_sums; i++) OK(ocrAddDependence(sums[i], guid, 1 + i, DB_MODE_CONST));
  OK(ocrAddDependence(NULL_GUID, guid, 0, DB_MODE_NULL));
  return NULL_GUID;
}

static void run_graph(u64 seed) {
  choose_graph(seed);
  for (int i = 0; i < k_sums; i++) sums[i] = number_block(0);
  for (int i = 0; i < scope_count; i++) scopes[i].done = event(OCR_EVENT_STICKY_T);
  for (int n = 0; n < node_count; n++) nodes[n].output = event(OCR_EVENT_STICKY_T);
  for (int n = 0; n < node_count; n++)
    for (int i = 0; i < nodes[n].edges; i++) make_events(&nodes[n].in[i]);
  OK(ocrAddDependence(scopes[0].done, edt(sum_up, 1), 0, DB_MODE_NULL));
  u64 first = 0;
  ocrGuid_t guid;
  OK(ocrEdtCreate(&guid, scope_template, 1, &first, 0, NULL, EDT_PROP_FINISH | EDT_PROP_OEVT_VALID, NULL_HINT,
                  &scopes[0].done));
}

MAIN {
  u64 first = ocrGetArgc(depv[0].ptr) > 1 ? strtoull(ocrGetArgv(depv[0].ptr, 1), NULL, 10) : 1;
  u64 count = ocrGetArgc(depv[0].ptr) > 2 ? strtoull(ocrGetArgv(depv[0].ptr, 2), NULL, 10) : 1;
  last_seed = first + count - 1;
  OK(ocrEdtTemplateCreate(&node_template, run_node, 1, EDT_PARAM_UNK));
  OK(ocrEdtTemplateCreate(&scope_template, run_scope, 1, 0));
  run_graph(first);
  return NULL_GUID;
}
