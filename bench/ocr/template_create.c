// Creating a template.
#include "price.h"

static u64 each_(void) { return count_; }

EDT(empty) {
  UNUSED;
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  ocrGuid_t* made = malloc(count_ * sizeof *made);
  u64 start = now_ns();
  for (u64 i = 0; i < count_; i++) made[i] = template_of(empty, 0, 0);
  print_ns(now_ns() - start, count_);
  for (u64 i = 0; i < count_; i++) DO(ocrEdtTemplateDestroy(made[i]));
  free(made);
  return NULL_GUID;
}
