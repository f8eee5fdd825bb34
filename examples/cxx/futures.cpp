// Values that are there later: tasks that return something, what follows from it, and a coroutine that awaits.
#include <cstdio>
#include <string>

#include <heddle/heddle.hpp>

namespace {

long collatz(long n) {
  long steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

heddle::task<long> longest(long limit) {
  long best = 0;
  for (long n = 1; n < limit; ++n) {
    const long steps = co_await heddle::async([n] { return collatz(n); });
    if (steps > best) best = steps;
  }
  co_return best;
}

}  // namespace

int main() {
  const heddle::future<long> steps = heddle::async([] { return collatz(27); });
  const heddle::future<std::string> text = steps.then([](long n) { return std::to_string(n) + " steps"; });
  const heddle::future<long> best = heddle::async(longest(1000));
  std::printf("27: %s; longest below 1000: %ld\n", text.get().c_str(), best.get());
  return text.get() == "111 steps" && best.get() == 178 ? 0 : 1;
}
