// Heat on a square plate: Jacobi steps of the 5-point stencil between two buffers, fixed edges.
//   tasks-*   a task per block and step; it depends on its block and the four around it
//   loops-*   one region for all steps, a worksharing loop over the rows per step
// fine: blocks of 16 x 16, or rows of a small plate; coarse: blocks of 256 x 256, or a large plate.
// Every point is computed from the same values in the same way: equal to the serial plate bit for bit.
#include "apps/app.hpp"

namespace {

struct Size {
  const char* variant;
  long points;  // inner points per side
  long steps;
  long block;  // 0: worksharing loops
};

constexpr Size k_sizes[] = {
    {"tasks-fine", 256, 200, 16},
    {"tasks-coarse", 2048, 40, 256},
    {"loops-fine", 64, 100'000, 0},
    {"loops-coarse", 2048, 120, 0},
};

class Plate {
 public:
  explicit Plate(long points) : width_(points + 2), points_(points) {
    for (std::vector<double>& buffer : buffers_) {
      buffer.assign(width_ * width_, 0.0);
      for (long j = 0; j < width_; ++j) buffer[j] = 100;  // the upper edge is hot
    }
  }
  long points() const { return points_; }
  bool operator==(const Plate& other) const {
    return buffers_[0] == other.buffers_[0] && buffers_[1] == other.buffers_[1];
  }

  /// Points [j, j_end) of rows [i, i_end), 1-based, from the buffer of `step` to that of `step + 1`.
  void advance(long step, long i, long i_end, long j, long j_end) {
    const double* from = buffers_[step % 2].data();
    double* to = buffers_[(step + 1) % 2].data();
    for (; i < i_end; ++i)
      for (long k = i * width_ + j; k < i * width_ + j_end; ++k)
        to[k] = 0.5 * from[k] + 0.125 * (from[k - 1] + from[k + 1] + from[k - width_] + from[k + width_]);
  }

 private:
  long width_;
  long points_;
  std::vector<double> buffers_[2];
};

void serial(Plate& plate, long steps) {
  const long end = plate.points() + 1;
  for (long step = 0; step < steps; ++step) plate.advance(step, 1, end, 1, end);
}

void loops(Plate& plate, long steps) {
  const long end = plate.points() + 1;
#pragma omp parallel
  for (long step = 0; step < steps; ++step) {
#pragma omp for
    for (long i = 1; i < end; ++i) plate.advance(step, i, i + 1, 1, end);
  }
}

/// One byte per block and buffer stands for the block in the depend clauses; a ring of bytes around
/// them stands for the edges, which nobody writes.
class BlockTasks {
 public:
  BlockTasks(Plate& plate, long block)
      : plate_(plate), block_(block), blocks_(plate.points() / block), marks_(2 * (blocks_ + 2) * (blocks_ + 2)) {}

  void run(long steps) {
    for (long step = 0; step < steps; ++step)
      for (long i = 0; i < blocks_; ++i)
        for (long j = 0; j < blocks_; ++j) task(step, i, j);
  }

 private:
  char* mark(long step, long i, long j) { return &marks_[(step % 2 * (blocks_ + 2) + i + 1) * (blocks_ + 2) + j + 1]; }
  void task(long step, long i, long j) {
    const char* here = mark(step, i, j);
    const char *up = mark(step, i - 1, j), *down = mark(step, i + 1, j);
    const char *left = mark(step, i, j - 1), *right = mark(step, i, j + 1);
    char* next = mark(step + 1, i, j);
    const long row = i * block_ + 1;
    const long column = j * block_ + 1;
#pragma omp task depend(in : *here, *up, *down, *left, *right) depend(out : *next) firstprivate(step, row, column)
    plate_.advance(step, row, row + block_, column, column + block_);
  }

  Plate& plate_;
  long block_;
  long blocks_;
  std::vector<char> marks_;
};

double parallel_s(Plate& plate, const Size& size) {
  if (size.block == 0) return bench::timed_s([&] { loops(plate, size.steps); });
  BlockTasks tasks(plate, size.block);
  return bench::timed_team_s([&] { tasks.run(size.steps); });
}

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  Plate plate(size.points);
  Plate expected(size.points);
  const double seconds = parallel_s(plate, size);
  serial(expected, size.steps);
  return bench::report({"heat", size.variant}, seconds, plate == expected);
}
