// A sum by a loop that reduces, and the same by tasks that add one at a time, in any order.
#include <cstdio>
#include <numeric>
#include <vector>

#include <heddle/heddle.hpp>

using heddle::commutative;
using heddle::weak;

int main() {
  std::vector<long> x(100000);
  std::iota(x.begin(), x.end(), 1);
  const long by_loop = heddle::parallel_reduce(0, 100000, heddle::sum<long>(), [&](int i) { return x[i]; });

  long by_tasks = 0;
  for (int first = 0; first < 100000; first += 1000) {
    heddle::spawn(
        [&, part = 0L, first]() mutable {
          for (int i = first; i < first + 1000; ++i) part += x[i];
          heddle::spawn([&by_tasks, part] { by_tasks += part; }, commutative(by_tasks));
        },
        weak(commutative(by_tasks)));
  }
  heddle::wait();
  std::printf("%ld and %ld\n", by_loop, by_tasks);
  return by_loop == 5000050000 && by_tasks == by_loop ? 0 : 1;
}
