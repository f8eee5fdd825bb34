// A sum by a loop that reduces, and the same by tasks, each of which adds its part.
#include <cstdio>
#include <numeric>
#include <vector>

#include <heddle/heddle.hpp>

using heddle::reducing;

int main() {
  std::vector<long> x(100000);
  std::iota(x.begin(), x.end(), 1);
  const long by_loop = heddle::parallel_reduce(0, 100000, heddle::sum<long>(), [&](int i) { return x[i]; });

  long by_tasks = 0;
  for (int first = 0; first < 100000; first += 1000) {
    heddle::spawn(
        [&x, first](long& part) {
          for (int i = first; i < first + 1000; ++i) part += x[i];
        },
        reducing(by_tasks));
  }
  heddle::wait();
  std::printf("%ld and %ld\n", by_loop, by_tasks);
  return by_loop == 5000050000 && by_tasks == by_loop ? 0 : 1;
}
