// A tree of EDTs: each makes two, to a depth of 15.
#define TIME_THE_SCOPE
#include "price.h"

static u64 each_(void) { return (2u << 15) - 1; }

enum { k_depth = 15 };

static ocrGuid_t node_template;

EDT(node) {
  UNUSED;
  u64 left = paramv[0] - 1;
  if (paramv[0] == 0) return NULL_GUID;
  for (int i = 0; i < 2; i++) edt_from(node_template, &left, EDT_PROP_NONE, NULL);
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  u64 depth = k_depth;
  node_template = template_of(node, 1, 0);
  edt_from(node_template, &depth, EDT_PROP_NONE, NULL);
  return NULL_GUID;
}
