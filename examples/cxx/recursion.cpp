// Fibonacci numbers, a task for each call: no grain size to choose, tasks this small are not given away.
#include <cstdio>

#include <heddle/heddle.hpp>

namespace {

long fib(int n) {
  if (n < 2) return n;
  long one = 0;
  long two = 0;
  heddle::spawn([&one, n] { one = fib(n - 1); });
  heddle::spawn([&two, n] { two = fib(n - 2); });
  heddle::wait();
  return one + two;
}

}  // namespace

int main() {
  long result = 0;
  heddle::spawn([&result] { result = fib(24); });
  heddle::wait();
  std::printf("fib(24) = %ld\n", result);
  return result == 46368 ? 0 : 1;
}
