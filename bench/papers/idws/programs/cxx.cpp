// The works of this folder as heddle::parallel_for and parallel_reduce, with their default schedule. SCHEDULE is
// "default".
#include <heddle/heddle.hpp>

#include "papers/idws/programs/work.hpp"

namespace {

constexpr const char* k_schedules = "default";

struct Loops {
  static uint64_t sum(long size, auto value) {
    return heddle::parallel_reduce(0L, size, heddle::sum<uint64_t>(), value);
  }
  static void each(long size, auto body) { heddle::parallel_for(0L, size, body); }
};

}  // namespace

int main(int argc, char** argv) {
  const idws::Request request = idws::parse(argc, argv, k_schedules);
  if (request.schedule == k_schedules) return idws::measure_named(Loops(), request);
  return idws::unknown_schedule(request, k_schedules);
}
