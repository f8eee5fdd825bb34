// A search by many tasks that ends when one has found something: the others that have not begun are left out, those
// that run look now and then.
#include <atomic>
#include <cstdio>

#include <heddle/heddle.hpp>

int main() {
  constexpr long k_secret = 123456;
  std::atomic<long> found{-1};
  heddle::task_group group;
  for (long first = 0; first < 1000000; first += 1000) {
    group.run([&, first] {
      for (long n = first; n < first + 1000 && !heddle::is_cancelled(); ++n) {
        if (n * n % 1000003 != k_secret * k_secret % 1000003 || n != k_secret) continue;
        found = n;
        group.cancel();
      }
    });
  }
  const bool all = group.wait();
  std::printf("found %ld, %s\n", found.load(), all ? "looked everywhere" : "stopped early");
  return found == k_secret && !all ? 0 : 1;
}
