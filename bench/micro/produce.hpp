// Times one producer: a single thread of a team creates tasks and waits for them, while the other
// threads run what they can take. The clock runs from the first creation to the end of the last
// task; opening the region is not in it.
#pragma once

#include "measure.hpp"

namespace bench {

template <class Produce>
double produce_ns(Produce produce) {
  double ns = 0;
#pragma omp parallel
#pragma omp single
  {
    const double start = now_ns();
    produce();
#pragma omp taskwait
    ns = now_ns() - start;
  }
  return ns;
}

}  // namespace bench
