#include "omp/parallel_loop.hpp"

namespace heddle::omp {

namespace {

void run(void* argument) noexcept {
  const auto& start = *static_cast<const RegionLoop*>(argument);
  open_loop(runtime::current(), start.loop);
  start.region.body(start.region.data);
}

RegionRequest wrapped(RegionLoop& start) noexcept {
  RegionRequest request = start.region;
  request.body = run;
  request.data = &start;
  return request;
}

}  // namespace

void parallel_loop(const RegionRequest& region, const LoopRequest& loop) noexcept {
  RegionLoop start{region, loop};
  parallel(wrapped(start));
}

// The threads read the request until the region ends, but the caller's frame ends now: it is kept in the seat from
// which the region is opened, which has no other region open meanwhile.
void begin_parallel_loop(const RegionRequest& region, const LoopRequest& loop) noexcept {
  MemberData& outer = member_data(*runtime::current().member);
  if (outer.region_loop == nullptr) outer.region_loop = {new RegionLoop, [](RegionLoop* old) { delete old; }};
  *outer.region_loop = {region, loop};
  begin_parallel(wrapped(*outer.region_loop));
  open_loop(runtime::current(), loop);
}

}  // namespace heddle::omp
