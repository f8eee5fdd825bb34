// A graph of tasks that is described once and run a thousand times, mixed with tasks made on the spot.
#include <cstdio>

#include <heddle/heddle.hpp>

using heddle::in;
using heddle::out;

int main() {
  long a = 0;
  long b = 0;
  long c = 0;
  heddle::plan plan;
  plan.task([&] { a += 1; }, out(a));
  plan.task([&] { b += a; }, in(a), out(b));
  plan.task([&] { c += a; }, in(a), out(c));
  plan.replay(1000);
  long sum = 0;
  heddle::spawn([&] { sum = b + c; });
  heddle::wait();
  std::printf("%ld\n", sum);
  return sum == 1001000 ? 0 : 1;
}
