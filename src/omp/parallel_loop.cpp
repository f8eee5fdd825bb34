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

// The body names the place in the program.
LoopRequest placed(LoopRequest loop, const RegionRequest& region) noexcept {
  loop.site = reinterpret_cast<std::uintptr_t>(region.body);
  return loop;
}

}  // namespace

void parallel_loop(const RegionRequest& region, const LoopRequest& loop) noexcept {
  RegionLoop start{region, placed(loop, region)};
  parallel(wrapped(start));
}

// The threads read the request until the region ends, but the caller's frame ends now: it is kept in the seat from
// which the region is opened, which has no other region open meanwhile.
void begin_parallel_loop(const RegionRequest& region, const LoopRequest& loop) noexcept {
  MemberData& outer = member_data(*runtime::current().member);
  if (outer.region_loop == nullptr) outer.region_loop = {new RegionLoop, [](RegionLoop* old) { delete old; }};
  *outer.region_loop = {region, placed(loop, region)};
  begin_parallel(wrapped(*outer.region_loop));
  open_loop(runtime::current(), outer.region_loop->loop);
}

}  // namespace heddle::omp
