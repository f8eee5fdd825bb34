/* Empty tasks under one to four levels of regions. */
#ifndef MULTILEVEL_H
#define MULTILEVEL_H
#include "digest.h"
/* What a leaf's task does: so many rounds, and one more on its object. */
static inline void multilevel_work(uint64_t* object, long place, long delay) {
  volatile long i;
  for (i = 0; i < delay; i++) {
  }
  object[0] = digest_of((uint64_t)place, object[0]);
}
#endif
