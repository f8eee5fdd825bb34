#include "omp/sections.hpp"

namespace heddle::omp {

LoopRequest sections_request(std::uint64_t count) noexcept {
  LoopRequest request;
  request.space = counted_space(count);
  request.schedule = {ScheduleKind::dynamic, 1};
  return request;
}

std::uint64_t next_section(Worker& worker) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  // Where the team is one thread, the whole construct is one chunk.
  if (loop.chunk.empty()) loop.chunk = loop.schedule->take(worker.member->seat, loop.cursor);
  return loop.chunk.empty() ? UINT64_MAX : loop.chunk.first++;
}

}  // namespace heddle::omp
