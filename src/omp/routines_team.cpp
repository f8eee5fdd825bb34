#include "omp/routines_team.hpp"

#include <time.h>

namespace heddle::omp {

namespace {

double seconds(const timespec& time) noexcept {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

double wall_time() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return seconds(now);
}

double wall_tick() noexcept {
  timespec tick{};
  clock_getres(CLOCK_MONOTONIC, &tick);
  return seconds(tick);
}

}  // namespace heddle::omp
