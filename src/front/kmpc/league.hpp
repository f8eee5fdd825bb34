// The calling thread's share in its team, and its team's in the league.
#pragma once

#include "front/kmpc/static_loop.hpp"
#include "omp/region.hpp"
#include "runtime/current.hpp"

namespace heddle::kmpc {

inline Share thread_share() noexcept {
  const omp::Member& member = *runtime::current().member;
  return {member.seat, member.team->size};
}

inline Share team_share() noexcept {
  const omp::TaskIcv& icv = omp::icv(runtime::current());
  return {static_cast<std::uint32_t>(icv.team_num), static_cast<std::uint32_t>(icv.num_teams)};
}

}  // namespace heddle::kmpc
