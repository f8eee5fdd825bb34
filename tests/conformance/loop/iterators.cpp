// Loops over random access iterators, pointers, ranges and short integer types.
#include <deque>
#include <vector>

#include "check.h"

template <class Integer>
static void check_small_type(Integer first, Integer bound) {
  int hits[256] = {};
#pragma omp parallel for schedule(dynamic, 3)
  for (Integer i = first; i < bound; i++) HIT(hits[i - first]);
  for (int i = 0; i < bound - first; i++) CHECK_EQ(hits[i], 1);
}

int main() {
  std::vector<int> numbers(1000);
  std::deque<long> far(300, 1);
#pragma omp parallel for schedule(dynamic, 7)
  for (auto it = numbers.begin(); it < numbers.end(); ++it) *it = int(it - numbers.begin());
#pragma omp parallel for schedule(guided)
  for (auto it = far.end(); it > far.begin(); it -= 3) *(it - 3) = 5;
#pragma omp parallel for
  for (int *p = numbers.data(); p != numbers.data() + 1000; p++) *p *= 2;
  long sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(runtime)
  for (int &value : numbers) sum += value;
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (auto it = far.begin(); it < far.end(); it += 100)
    for (int j = 0; j < 3; j++) sum += *it;
  CHECK_EQ(sum, 999000 + 3 * (5 + 1 + 1));
  check_small_type<signed char>(-128, 127);
  check_small_type<unsigned char>(0, 255);
  check_small_type<short>(32700, 32767);
  check_small_type<char16_t>(65500, 65535);
  return check_result();
}
