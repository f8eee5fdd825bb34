// Classes in private, firstprivate, lastprivate and copyprivate clauses are constructed, copied and destroyed in pairs.
#include <atomic>
#include <vector>

#include "check.h"

static std::atomic<int> alive, defaulted, copied;

struct Counted {
  std::vector<int> payload;
  Counted() : payload(3, 1) { ++alive, ++defaulted; }
  explicit Counted(int n) : payload(n, n) { ++alive; }
  Counted(const Counted &other) : payload(other.payload) { ++alive, ++copied; }
  Counted &operator=(const Counted &other) = default;
  ~Counted() { --alive; }
};

int main() {
  {
    Counted first(5), own, last(1);
    defaulted = copied = 0;
#pragma omp parallel num_threads(4) firstprivate(first) private(own)
    {
      CHECK_EQ(first.payload.size(), 5);
      CHECK_EQ(own.payload.size(), 3);
      first.payload.push_back(omp_get_thread_num());
      CHECK_EQ(first.payload.size(), 6);
    }
    CHECK_EQ(copied, 4);
    CHECK_EQ(defaulted, 4);
    CHECK_EQ(first.payload.size(), 5);
    CHECK_EQ(alive, 3);
#pragma omp parallel for num_threads(4) lastprivate(last) schedule(dynamic)
    for (int i = 0; i < 20; i++) last.payload.assign(i + 1, i);
    CHECK_EQ(last.payload.size(), 20);
    CHECK_EQ(last.payload[0], 19);
#pragma omp parallel num_threads(4)
    {
      Counted mine(2);
#pragma omp single copyprivate(mine)
      mine.payload.assign(9, 4);
      CHECK_EQ(mine.payload.size(), 9);
    }
    CHECK_EQ(alive, 3);
  }
  CHECK_EQ(alive, 0);
  return check_result();
}
