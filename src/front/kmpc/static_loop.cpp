// Static loops: __kmpc_for_static_init_* and the forms that first deal iterations out to the teams of a league.
#include "front/kmpc/static_loop.hpp"

#include "front/kmpc/abi.hpp"
#include "front/kmpc/export.hpp"
#include "front/kmpc/league.hpp"

using namespace heddle;
using kmpc::Bounds;
using kmpc::Ident;
using kmpc::Sched;
using kmpc::Share;
using kmpc::StaticShare;
using kmpc::team_share;
using kmpc::thread_share;
using kmpc::ThreadNumber;

namespace {

Share share_for(Sched schedule) noexcept {
  const bool teams = schedule == Sched::distribute_static || schedule == Sched::distribute_static_chunked;
  return teams ? team_share() : thread_share();
}

/// Where the program wants its share.
template <class T>
struct Answer {
  std::int32_t* last;  // null: not wanted
  T* lower;
  T* upper;
  typename Bounds<T>::Step* stride;

  void give(const StaticShare<T>& share) const noexcept {
    *lower = share.bounds.lower;
    *upper = share.bounds.upper;
    if (stride != nullptr) *stride = share.stride;
    if (last != nullptr) *last = share.last ? 1 : 0;
  }
};

template <class T>
std::uint64_t chunk_size(T chunk) noexcept {
  return chunk > 0 ? static_cast<std::uint64_t>(chunk) : 1;
}

template <class T>
void for_static(std::int32_t bits, const Answer<T>& answer, typename Bounds<T>::Step step,
                typename Bounds<T>::Step chunk) noexcept {
  const Bounds<T> loop{*answer.lower, *answer.upper, step};
  if (loop.empty()) {  // the bounds stay as they are
    if (answer.last != nullptr) *answer.last = 0;
    if (answer.stride != nullptr) *answer.stride = step;
    return;
  }
  const Sched schedule = kmpc::without_modifiers(bits);
  answer.give(kmpc::static_share(schedule, loop, share_for(schedule), chunk_size(chunk)));
}

// The team's block, then the thread's share of that. `upper_of_team` gets the block's end.
template <class T>
void dist_for_static(std::int32_t bits, const Answer<T>& answer, T* upper_of_team, typename Bounds<T>::Step step,
                     typename Bounds<T>::Step chunk) noexcept {
  const Bounds<T> loop{*answer.lower, *answer.upper, step};
  *upper_of_team = loop.upper;
  if (loop.empty()) {
    if (answer.last != nullptr) *answer.last = 0;
    if (answer.stride != nullptr) *answer.stride = step;
    return;
  }
  const StaticShare<T> team = kmpc::block_of(loop, team_share());
  *upper_of_team = team.bounds.upper;
  if (team.bounds.empty()) return answer.give(team);
  StaticShare<T> mine =
      kmpc::static_share(kmpc::without_modifiers(bits), team.bounds, thread_share(), chunk_size(chunk));
  mine.last = mine.last && team.last;
  answer.give(mine);
}

// A team's first chunk of a loop whose chunks go round the teams.
template <class T>
void team_static(const Answer<T>& answer, typename Bounds<T>::Step step, typename Bounds<T>::Step chunk) noexcept {
  for_static<T>(static_cast<std::int32_t>(Sched::distribute_static_chunked), answer, step, chunk);
}

}  // namespace

extern "C" {

void HEDDLE_KMPC_EXPORT(__kmpc_for_static_init_4)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t schedule,
                                                  std::int32_t* last, std::int32_t* lower, std::int32_t* upper,
                                                  std::int32_t* stride, std::int32_t step, std::int32_t chunk) {
  for_static<std::int32_t>(schedule, {last, lower, upper, stride}, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_for_static_init_4u)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t schedule,
                                                   std::int32_t* last, std::uint32_t* lower, std::uint32_t* upper,
                                                   std::int32_t* stride, std::int32_t step, std::int32_t chunk) {
  for_static<std::uint32_t>(schedule, {last, lower, upper, stride}, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_for_static_init_8)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t schedule,
                                                  std::int32_t* last, std::int64_t* lower, std::int64_t* upper,
                                                  std::int64_t* stride, std::int64_t step, std::int64_t chunk) {
  for_static<std::int64_t>(schedule, {last, lower, upper, stride}, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_for_static_init_8u)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t schedule,
                                                   std::int32_t* last, std::uint64_t* lower, std::uint64_t* upper,
                                                   std::int64_t* stride, std::int64_t step, std::int64_t chunk) {
  for_static<std::uint64_t>(schedule, {last, lower, upper, stride}, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_for_static_fini)(Ident* /*at*/, ThreadNumber /*self*/) {}

void HEDDLE_KMPC_EXPORT(__kmpc_dist_for_static_init_4)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t schedule,
                                                       std::int32_t* last, std::int32_t* lower, std::int32_t* upper,
                                                       std::int32_t* upper_of_team, std::int32_t* stride,
                                                       std::int32_t step, std::int32_t chunk) {
  dist_for_static<std::int32_t>(schedule, {last, lower, upper, stride}, upper_of_team, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_dist_for_static_init_4u)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t schedule,
                                                        std::int32_t* last, std::uint32_t* lower, std::uint32_t* upper,
                                                        std::uint32_t* upper_of_team, std::int32_t* stride,
                                                        std::int32_t step, std::int32_t chunk) {
  dist_for_static<std::uint32_t>(schedule, {last, lower, upper, stride}, upper_of_team, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_dist_for_static_init_8)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t schedule,
                                                       std::int32_t* last, std::int64_t* lower, std::int64_t* upper,
                                                       std::int64_t* upper_of_team, std::int64_t* stride,
                                                       std::int64_t step, std::int64_t chunk) {
  dist_for_static<std::int64_t>(schedule, {last, lower, upper, stride}, upper_of_team, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_dist_for_static_init_8u)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t schedule,
                                                        std::int32_t* last, std::uint64_t* lower, std::uint64_t* upper,
                                                        std::uint64_t* upper_of_team, std::int64_t* stride,
                                                        std::int64_t step, std::int64_t chunk) {
  dist_for_static<std::uint64_t>(schedule, {last, lower, upper, stride}, upper_of_team, step, chunk);
}

void HEDDLE_KMPC_EXPORT(__kmpc_team_static_init_4)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t* last,
                                                   std::int32_t* lower, std::int32_t* upper, std::int32_t* stride,
                                                   std::int32_t step, std::int32_t chunk) {
  team_static<std::int32_t>({last, lower, upper, stride}, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_team_static_init_4u)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t* last,
                                                    std::uint32_t* lower, std::uint32_t* upper, std::int32_t* stride,
                                                    std::int32_t step, std::int32_t chunk) {
  team_static<std::uint32_t>({last, lower, upper, stride}, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_team_static_init_8)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t* last,
                                                   std::int64_t* lower, std::int64_t* upper, std::int64_t* stride,
                                                   std::int64_t step, std::int64_t chunk) {
  team_static<std::int64_t>({last, lower, upper, stride}, step, chunk);
}
void HEDDLE_KMPC_EXPORT(__kmpc_team_static_init_8u)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t* last,
                                                    std::uint64_t* lower, std::uint64_t* upper, std::int64_t* stride,
                                                    std::int64_t step, std::int64_t chunk) {
  team_static<std::uint64_t>({last, lower, upper, stride}, step, chunk);
}

}  // extern "C"
