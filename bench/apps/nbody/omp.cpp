// Bodies attracting each other, all pairs; two parallel loops per time step. fine: few bodies and
// many steps, so a region is a few µs; coarse: many bodies. Each body's force is summed by one
// thread in index order: the result equals the serial one bit for bit.
#include <cmath>

#include "apps/app.hpp"
#include "hash.hpp"

namespace {

struct Size {
  const char* variant;
  long bodies;
  long steps;
};

constexpr Size k_sizes[] = {{"fine", 48, 25'000}, {"coarse", 1500, 60}};

constexpr double k_step = 1e-3;
constexpr double k_softening = 1e-2;  // keeps close encounters finite

struct Vector {
  double x = 0, y = 0, z = 0;
  bool operator==(const Vector&) const = default;
};

struct Body {
  Vector place;
  Vector speed;
  double mass = 0;
  bool operator==(const Body&) const = default;
};

using Bodies = std::vector<Body>;

Vector pull(const Bodies& bodies, long on) {
  Vector sum;
  const Vector here = bodies[on].place;
  for (const Body& other : bodies) {
    const double x = other.place.x - here.x, y = other.place.y - here.y, z = other.place.z - here.z;
    const double square = x * x + y * y + z * z + k_softening;
    const double factor = other.mass / (square * std::sqrt(square));
    sum.x += x * factor;
    sum.y += y * factor;
    sum.z += z * factor;
  }
  return sum;
}

void move(Body& body, const Vector& pull) {
  body.speed.x += pull.x * k_step;
  body.speed.y += pull.y * k_step;
  body.speed.z += pull.z * k_step;
  body.place.x += body.speed.x * k_step;
  body.place.y += body.speed.y * k_step;
  body.place.z += body.speed.z * k_step;
}

void parallel(Bodies& bodies, long steps) {
  const long n = static_cast<long>(bodies.size());
  std::vector<Vector> pulls(n);
  for (long step = 0; step < steps; ++step) {
#pragma omp parallel for
    for (long i = 0; i < n; ++i) pulls[i] = pull(bodies, i);
#pragma omp parallel for
    for (long i = 0; i < n; ++i) move(bodies[i], pulls[i]);
  }
}

void serial(Bodies& bodies, long steps) {
  std::vector<Vector> pulls(bodies.size());
  for (long step = 0; step < steps; ++step) {
    for (size_t i = 0; i < bodies.size(); ++i) pulls[i] = pull(bodies, static_cast<long>(i));
    for (size_t i = 0; i < bodies.size(); ++i) move(bodies[i], pulls[i]);
  }
}

Bodies scattered(long n) {
  bench::Dice dice(11);
  const auto unit = [&dice] { return static_cast<double>(dice.below(1'000'000)) / 1e6; };
  Bodies bodies(n);
  for (Body& body : bodies) body = {{unit(), unit(), unit()}, {}, 0.1 + unit()};
  return bodies;
}

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  Bodies moved = scattered(size.bodies);
  Bodies expected = moved;
  const double seconds = bench::timed_s([&] { parallel(moved, size.steps); });
  serial(expected, size.steps);
  return bench::report({"nbody", size.variant}, seconds, moved == expected);
}
