// A solver as a plan that goes on until it has converged: Jacobi's method on a line, whose ends are held at 0 and 1.
// The plan's laps are its steps; a branch decides before each whether there is another, and every tenth step, whether
// the residual is looked at.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <heddle/plan.hpp>
#include <vector>

int main() {
  constexpr std::int64_t points = 130;
  constexpr std::int64_t chunk = 32;
  constexpr double accurate = 1e-7;
  std::vector<double> now(points, 0.0), next(points, 0.0);
  now.back() = next.back() = 1.0;
  double residual = 1;
  int step = 0, looks = 0;

  heddle::plan plan;
  const auto more = plan.branch({.name = "not converged"}, [&] { return residual > accurate; }, heddle::in(residual));
  plan.when(more, true, [&] {
    plan.loop(
        {1, points - 1}, {.chunk = chunk, .name = "average"},
        [&](std::int64_t i) { next[i] = (now[i - 1] + now[i + 1]) / 2; }, heddle::in_chunk(now, 1),
        heddle::out_chunk(next));
    const auto look = plan.branch({.name = "tenth step"}, [&] { return ++step % 10 == 0; });
    plan.when(look, true, [&] {
      plan.task(
          {.name = "residual"},
          [&] {
            residual = 0;
            for (std::int64_t i = 1; i < points - 1; ++i) residual = std::max(residual, std::abs(next[i] - now[i]));
            ++looks;
          },
          heddle::in(std::span(now)), heddle::in(std::span(next)), heddle::out(residual));
    });
    plan.loop(
        {1, points - 1}, {.chunk = chunk, .name = "take over"}, [&](std::int64_t i) { now[i] = next[i]; },
        heddle::in_chunk(next), heddle::out_chunk(now));
  });

  const std::uint64_t steps = plan.replay_while(more, 1'000'000);

  double error = 0;
  for (std::int64_t i = 0; i < points; ++i) {
    error = std::max(error, std::abs(now[i] - static_cast<double>(i) / (points - 1)));
  }
  std::printf("%llu steps, %d looks at the residual, at most %.1e from the straight line\n",
              static_cast<unsigned long long>(steps), looks, error);
  return residual <= accurate && steps == 10ULL * static_cast<unsigned>(looks) && error < 1e-3 ? 0 : 1;
}
