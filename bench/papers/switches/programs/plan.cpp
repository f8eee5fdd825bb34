// The applications of this folder as plans: recorded by the first run, replayed by all.
//   plan        placed by locality
//   rebalance   the same; workers take over what others are late with
//   measured    the first lap looks at the clock around each task; placed by the critical path from then on
#include <omp.h>

#include "papers/switches/programs/applications.hpp"

namespace {

constexpr const char* k_ways = "plan, rebalance and measured";

template <class Application>
int run(Application& application, const switches::Request& request) {
  const bool measured = request.way == "measured";
  if (request.way != "plan" && request.way != "rebalance" && !measured) {
    return switches::unknown("way", request.way, k_ways);
  }
  const auto workers = static_cast<unsigned>(omp_get_max_threads());
  heddle::plan plan({.workers = workers,
                     .placement = measured ? heddle::placement::critical_path : heddle::placement::locality,
                     .rebalance = request.way == "rebalance"});
  return switches::measure(application, request, [&] {
    const bool first = plan.tasks() == 0;
    if (first) {
      if constexpr (requires { application.describe(plan, workers); }) {
        application.describe(plan, workers);
      } else {
        application.describe(plan);
      }
    }
    if (first && measured) plan.measure();
    plan.replay(Application::k_laps - (first && measured ? 1 : 0));
  });
}

}  // namespace

int main(int argc, char** argv) {
  const switches::Request request = switches::parse(argc, argv, k_ways);
  return switches::with_application(request, [&](auto& application) { return run(application, request); });
}
