// A plan of named tasks: what waits for what follows from what they read and write. Prints itself, then runs.
#include <cstdio>
#include <heddle/plan.hpp>
#include <string>

int main() {
  using heddle::in;
  using heddle::out;
  int raw = 0;
  int left = 0;
  int right = 0;
  int sum = 0;
  int frame = 0;

  heddle::plan plan({.workers = 2, .placement = heddle::placement::critical_path});
  plan.task({.name = "read"}, [&] { raw = ++frame; }, out(raw));
  plan.task({.name = "square", .cost_ns = 2000}, [&] { left = raw * raw; }, in(raw), out(left));
  plan.task({.name = "double", .cost_ns = 1000}, [&] { right = raw * 2; }, in(raw), out(right));
  plan.task({.name = "add"}, [&] { sum += left + right; }, in(left), in(right), out(sum));
  std::fputs(plan.print().c_str(), stdout);

  plan.replay(10);  // as soon as both have used `raw`, the next frame is read
  std::printf("sum over %d frames: %d\n", frame, sum);
  return sum == 385 + 110 ? 0 : 1;
}
