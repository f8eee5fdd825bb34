// Private data with a copy constructor that makes tasks and waits for them: C++ only.
#pragma once

#include "statements.h"

#ifdef __cplusplus
struct Copied {
  Copied() = default;
  Copied(const Copied& other) : value(other.value) {
    long made = 0;
#pragma omp task shared(made)
    made = 1;
#pragma omp taskwait
    value += made;
  }
  long value = 1;
};
static void run_copies(Node* node) {
  Copied copied;
  for (long i = 0; i < node->attribute[a_n]; ++i) {
    long seen = 0;
#pragma omp task firstprivate(copied) shared(seen)
    seen = copied.value;
#pragma omp taskwait
    if (seen < 2) wrong(node, "a copy has the value %ld", seen);
  }
}
#else
static void run_copies(Node* node) { (void)node; }
#endif
