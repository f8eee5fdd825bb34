// The applications of this folder as plans: recorded by the first run, replayed by all.
//   plan        placed by locality
//   rebalance   the same; workers take over what others are late with
#include <omp.h>

#include "papers/switches/programs/applications.hpp"

namespace {

constexpr const char* k_ways = "plan and rebalance";

template <class Application>
int run(Application& application, const switches::Request& request) {
  if (request.way != "plan" && request.way != "rebalance") return switches::unknown("way", request.way, k_ways);
  const auto workers = static_cast<unsigned>(omp_get_max_threads());
  heddle::plan plan({.workers = workers, .rebalance = request.way == "rebalance"});
  return switches::measure(application, request, [&] {
    if (plan.tasks() == 0) {
      if constexpr (requires { application.describe(plan, workers); }) {
        application.describe(plan, workers);
      } else {
        application.describe(plan);
      }
    }
    plan.replay(Application::k_laps);
  });
}

}  // namespace

int main(int argc, char** argv) {
  const switches::Request request = switches::parse(argc, argv, k_ways);
  return switches::with_application(request, [&](auto& application) { return run(application, request); });
}
