// A time loop over a grid as a plan: described once, replayed for all steps, without a barrier between them.
#include <cstdio>
#include <heddle/plan.hpp>
#include <vector>

int main() {
  constexpr std::int64_t points = 1 << 16;
  constexpr unsigned steps = 100;
  std::vector<double> now(points, 0.0);
  std::vector<double> next(points, 0.0);
  now[points / 2] = 1.0;

  heddle::plan plan;
  // Chunks of 4,096 points. Those of the second loop wait for the chunks that they overlap, and their neighbours.
  plan.loop(
      {0, points}, {.chunk = 4096, .name = "diffuse"},
      [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
          const double left = i > 0 ? now[i - 1] : now[points - 1];
          const double right = i + 1 < points ? now[i + 1] : now[0];
          next[i] = 0.25 * left + 0.5 * now[i] + 0.25 * right;
        }
      },
      heddle::in_chunk(now, 1), heddle::in(now[0]), heddle::in(now[points - 1]), heddle::out_chunk(next));
  plan.loop(
      {0, points}, {.chunk = 4096, .name = "swap"}, [&](std::int64_t i) { now[i] = next[i]; }, heddle::in_chunk(next),
      heddle::out_chunk(now));

  plan.replay(steps);

  double sum = 0;
  for (const double value : now) sum += value;
  std::printf("after %u steps the sum is %.6f\n", steps, sum);
  return sum > 0.999999 && sum < 1.000001 ? 0 : 1;
}
