// Nests of loops whose bounds depend on each other: __kmpc_for_collapsed_init and the two functions for nests whose
// bounds do not.
//
// Intel's compiler asks so for `collapse`. A thread's share is one block of iterations, the same as of a static loop
// with as many; it is told by its first and its last iteration.
#include <algorithm>
#include <array>

#include "base/message.hpp"
#include "front/kmpc/abi.hpp"
#include "front/kmpc/collapsed_nest.hpp"
#include "front/kmpc/export.hpp"
#include "front/kmpc/league.hpp"
#include "loop/static/static.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::Nest;
using kmpc::NestedLoop;
using kmpc::ThreadNumber;

namespace {

constexpr std::size_t k_most_loops = 128;  // C asks compilers for 127 levels (C17, 5.2.4.1)
using Point = std::array<std::uint64_t, k_most_loops>;

Nest nest_of(NestedLoop* loops, std::int32_t count) noexcept {
  const auto levels = static_cast<std::size_t>(count);
  if (count < 0 || levels > k_most_loops) base::fatal({"a nest to collapse has 0 to 128 loops, not more"});
  return {loops, levels};
}

void make_canonical(Nest loops) noexcept {
  for (NestedLoop& loop : loops) kmpc::nest::make_canonical(loop);
}

void set_bounds(Nest chunk, const Point& first, const Point& last) noexcept {
  for (std::size_t level = 0; level < chunk.size(); ++level) {
    chunk[level].lower = first[level];
    chunk[level].upper = last[level];
    chunk[level].lower_factor = chunk[level].upper_factor = 0;
  }
}

}  // namespace

extern "C" {

/// @returns whether the thread has iterations; `chunk` gets the first and the last of them, as bounds.
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_for_collapsed_init)(Ident* /*at*/, ThreadNumber /*self*/, NestedLoop* loops,
                                                           NestedLoop* chunk, std::int32_t count, std::int32_t* last) {
  const Nest all = nest_of(loops, count);
  Point first_point{}, last_point{};
  const std::uint64_t total = kmpc::nest::count_from(all, 0, first_point.data());
  const kmpc::Share share = kmpc::thread_share();
  const graph::Chunk mine = total == 0 ? graph::Chunk{} : loop::static_block(total, share.of, share.number);
  if (last != nullptr) *last = !mine.empty() && mine.last == total ? 1 : 0;
  if (!mine.empty()) {
    kmpc::nest::find(all, mine.first, first_point.data());
    kmpc::nest::find(all, mine.last - 1, last_point.data());
  }
  make_canonical(all);
  if (mine.empty()) return 0;
  std::ranges::copy(all, chunk);
  set_bounds({chunk, all.size()}, first_point, last_point);
  return 1;
}

/// Bounds that do not depend on each other. @returns how many iterations the nest has; each loop gets its own number.
std::uint64_t HEDDLE_KMPC_EXPORT(__kmpc_process_loop_nest_rectang)(Ident* /*at*/, ThreadNumber /*self*/,
                                                                   NestedLoop* loops, std::int32_t count) {
  const Nest all = nest_of(loops, count);
  const Point none{};
  std::uint64_t total = 1;
  for (NestedLoop& loop : all) {
    loop.trip = kmpc::nest::trip_of(loop, none.data());
    kmpc::nest::make_canonical(loop);
    total *= loop.trip;
  }
  return total;
}

/// The variables in iteration `number` of a nest that __kmpc_process_loop_nest_rectang has counted. Loops of equal
/// length that begin elsewhere each time are in order, too.
void HEDDLE_KMPC_EXPORT(__kmpc_calc_original_ivs_rectang)(Ident* /*at*/, std::uint64_t number, NestedLoop* loops,
                                                          std::uint64_t* variables, std::int32_t count) {
  const Nest all = nest_of(loops, count);
  Point iteration{};
  for (std::size_t level = all.size(); level > 0; number /= all[level].trip) {
    --level;
    iteration[level] = number % all[level].trip;
  }
  for (std::size_t level = 0; level < all.size(); ++level)
    variables[level] = kmpc::nest::variable_at(all[level], iteration[level], variables);
}

}  // extern "C"
