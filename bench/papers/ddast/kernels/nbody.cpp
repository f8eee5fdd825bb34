// Bodies that attract each other, in blocks (section 4.2.2). A time step is two tasks: the first creates one task for
// each pair of blocks and waits for them, the second moves the bodies. The tasks that add to the forces on one block
// form a chain. Nested tasks: the pairs' dependences live in the domain of the step's first task.
#include <cmath>

#include "kernel.hpp"

namespace {

using ddast::AsTasks;
using ddast::Serially;

constexpr double k_step = 1e-3;
constexpr double k_softening = 1e-2;  // keeps close encounters finite

template <long b>
struct Vectors {
  double x[b] = {}, y[b] = {}, z[b] = {};
};

template <long b>
struct Bodies {
  Vectors<b> place, speed;
  double mass[b] = {};
};

/// Adds the pull of `others` to the forces on `bodies`.
template <long b>
void attract(Vectors<b>* __restrict forces, const Bodies<b>* bodies, const Bodies<b>* others) {
  for (long i = 0; i < b; ++i) {
    double x = 0, y = 0, z = 0;
    for (long k = 0; k < b; ++k) {
      const double dx = others->place.x[k] - bodies->place.x[i];
      const double dy = others->place.y[k] - bodies->place.y[i];
      const double dz = others->place.z[k] - bodies->place.z[i];
      const double square = dx * dx + dy * dy + dz * dz + k_softening;
      const double factor = bodies->mass[i] * others->mass[k] / (square * std::sqrt(square));
      x += factor * dx;
      y += factor * dy;
      z += factor * dz;
    }
    forces->x[i] += x;
    forces->y[i] += y;
    forces->z[i] += z;
  }
}

/// Moves a block of bodies by one step and clears the forces on it.
template <long b>
void move(Bodies<b>& bodies, Vectors<b>& forces) {
  for (long i = 0; i < b; ++i) {
    bodies.speed.x[i] += forces.x[i] / bodies.mass[i] * k_step;
    bodies.speed.y[i] += forces.y[i] / bodies.mass[i] * k_step;
    bodies.speed.z[i] += forces.z[i] / bodies.mass[i] * k_step;
    bodies.place.x[i] += bodies.speed.x[i] * k_step;
    bodies.place.y[i] += bodies.speed.y[i] * k_step;
    bodies.place.z[i] += bodies.speed.z[i] * k_step;
  }
  forces = {};
}

template <long b>
class Nbody {
 public:
  explicit Nbody(const ddast::Arguments& given)
      : steps_(given.steps), blocks_(given.blocks()), bodies_(blocks_), forces_(blocks_) {
    ddast::Uniform random(3);
    for (Bodies<b>& block : bodies_)
      for (long i = 0; i < b; ++i) {
        block.place.x[i] = random.next();
        block.place.y[i] = random.next();
        block.place.z[i] = random.next();
        block.mass[i] = 1 + random.next();
      }
  }

  void generate(Serially way) {
    for (long step = 0; step < steps_; ++step) {
      attract_all(way);
      move_all();
    }
  }
  void generate(AsTasks way) {
    Bodies<b>* bodies = bodies_.data();
    Vectors<b>* forces = forces_.data();
    for (long step = 0; step < steps_; ++step) {
#pragma omp task depend(in : *bodies) depend(inout : *forces) firstprivate(way)
      {
        attract_all(way);
#pragma omp taskwait
      }
#pragma omp task depend(inout : *bodies, *forces)
      move_all();
    }
  }

  long tasks() const { return tasks_; }
  uint64_t digest() const {
    ddast::Digest digest;
    for (const Bodies<b>& block : bodies_)
      for (long i = 0; i < b; ++i) {
        digest.add(block.place.x[i]);
        digest.add(block.place.y[i]);
        digest.add(block.place.z[i]);
      }
    return digest.value();
  }
  /// Forces come in opposite pairs, so the momentum stays at zero, and something moved.
  bool sound() const {
    double sum = 0, moved = 0;
    for (const Bodies<b>& block : bodies_)
      for (long i = 0; i < b; ++i) {
        sum += block.mass[i] * block.speed.x[i];
        moved += block.mass[i] * std::abs(block.speed.x[i]);
      }
    return moved > 0 && std::abs(sum) < 1e-9 * moved;
  }

 private:
  // The outer loop runs over the blocks that pull, so that neighbouring tasks belong to different chains.
  template <class Way>
  void attract_all(Way way) {
    ++tasks_;  // these tasks run one after the other: the count needs no atomic
    for (long j = 0; j < blocks_; ++j)
      for (long i = 0; i < blocks_; ++i) {
        pair(way, &forces_[i], &bodies_[i], &bodies_[j]);
        ++tasks_;
      }
  }
  void move_all() {
    ++tasks_;
    for (long i = 0; i < blocks_; ++i) move(bodies_[i], forces_[i]);
  }
  static void pair(Serially, Vectors<b>* forces, const Bodies<b>* bodies, const Bodies<b>* others) {
    attract(forces, bodies, others);
  }
  static void pair(AsTasks, Vectors<b>* forces, const Bodies<b>* bodies, const Bodies<b>* others) {
#pragma omp task depend(in : *bodies, *others) depend(inout : *forces) firstprivate(forces, bodies, others)
    attract(forces, bodies, others);
  }

  long steps_;
  long blocks_;
  long tasks_ = 0;
  std::vector<Bodies<b>> bodies_;
  std::vector<Vectors<b>> forces_;
};

}  // namespace

int main(int argc, char** argv) { return ddast::main_of<Nbody>(argc, argv); }
