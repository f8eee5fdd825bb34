// A noisy neighbour: on one processor, computes for half of the time, in turns of 5 ms. Ends with its parent's closing
// of standard input.
//   neighbour PROCESSOR
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "measure.hpp"

namespace {

constexpr double k_turn_ns = 5e6;

void compute_for(double ns) {
  for (const double end = bench::now_ns() + ns; bench::now_ns() < end;) {
  }
}

/// Rests until `ns` have passed; false when standard input has been closed.
bool rest_for(double ns) {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return poll(&input, 1, static_cast<int>(ns / 1e6)) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s PROCESSOR\n", argv[0]);
    return 2;
  }
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(std::atoi(argv[1]), &only);
  if (sched_setaffinity(0, sizeof only, &only) != 0) {
    std::perror("neighbour: cannot stay on that processor");
    return 1;
  }
  do compute_for(k_turn_ns);
  while (rest_for(k_turn_ns));
  return 0;
}
