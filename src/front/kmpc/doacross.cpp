// __kmpc_doacross_*: an iteration waits for others by name.
//
// The loop itself is a static or dispatched one, entered between init and fini; its schedule is not known here. A
// vector names an iteration by the values of the nest's loop variables.
#include <array>

#include "base/check.hpp"
#include "front/kmpc/abi.hpp"
#include "front/kmpc/doacross.hpp"
#include "front/kmpc/export.hpp"
#include "omp/ordered.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::NestDimension;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

constexpr std::int32_t k_most_dimensions = 64;  // Clang's own limit on a nest is far below

/// A loop as iteration numbers: (value - lower) / step, below `count`.
struct Axis {
  std::int64_t lower;
  std::int64_t step;
  std::uint64_t count;

  // Values before the first, or behind the last, iteration name none.
  bool holds(std::int64_t value) const noexcept {
    const bool not_before = step > 0 ? value >= lower : value <= lower;
    return not_before && number(value) < count;
  }
  std::uint64_t number(std::int64_t value) const noexcept {
    const auto from = static_cast<std::uint64_t>(lower);
    const auto to = static_cast<std::uint64_t>(value);
    return step > 0 ? (to - from) / static_cast<std::uint64_t>(step)
                    : (from - to) / (std::uint64_t{0} - static_cast<std::uint64_t>(step));
  }
};

struct Nest {
  const omp::Member* member = nullptr;  // whose loop it is
  Nest* outer = nullptr;                // of the region around
  std::int32_t dimensions = 0;
  std::array<Axis, k_most_dimensions> axes;
  omp::DoacrossMarks marks;

  std::uint64_t place(const std::int64_t* values) const noexcept {
    std::uint64_t place = 0;
    for (std::int32_t i = 0; i < dimensions; ++i) place = place * axes[i].count + axes[i].number(values[i]);
    return place;
  }
  bool holds(const std::int64_t* values) const noexcept {
    for (std::int32_t i = 0; i < dimensions; ++i)
      if (!axes[i].holds(values[i])) return false;
    return true;
  }
};

// Of the innermost region in which the thread has such a loop open.
constinit thread_local Nest* open_nest = nullptr;

void drop_nest() noexcept {
  Nest* const over = open_nest;
  open_nest = over->outer;
  delete over;
}

// The nest of the current region's loop; null when there is none.
Nest* current_nest(const omp::Worker& worker) noexcept {
  return open_nest != nullptr && open_nest->member == worker.member ? open_nest : nullptr;
}

}  // namespace

std::uint32_t kmpc::doacross_dimensions() noexcept {
  const Nest* const nest = current_nest(current());
  return nest == nullptr ? 0 : static_cast<std::uint32_t>(nest->dimensions);
}

bool kmpc::doacross_holds(const std::int64_t* values) noexcept {
  const Nest* const nest = current_nest(current());
  return nest != nullptr && nest->holds(values);
}

extern "C" {

void HEDDLE_KMPC_EXPORT(__kmpc_doacross_init)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t count,
                                              const NestDimension* dimensions) {
  HEDDLE_CHECK(count > 0 && count <= k_most_dimensions, "a doacross loop nest of no loops, or of over 64");
  omp::Worker& worker = current();
  if (current_nest(worker) != nullptr) drop_nest();  // of a loop that was cancelled
  auto* nest = new Nest;
  nest->member = worker.member;
  nest->outer = open_nest;
  nest->dimensions = count;
  std::uint64_t iterations = 1;
  for (std::int32_t i = 0; i < count; ++i) {
    const NestDimension& loop = dimensions[i];
    const bool empty = loop.step > 0 ? loop.lower > loop.upper : loop.lower < loop.upper;
    Axis& axis = nest->axes[i] = {loop.lower, loop.step, 0};
    axis.count = empty ? 0 : axis.number(loop.upper) + 1;
    iterations *= axis.count;
  }
  nest->marks.open(worker, iterations);
  open_nest = nest;
}

void HEDDLE_KMPC_EXPORT(__kmpc_doacross_wait)(Ident* /*at*/, ThreadNumber /*self*/, const std::int64_t* values) {
  omp::Worker& worker = current();
  Nest* const nest = current_nest(worker);
  if (nest != nullptr && nest->holds(values)) nest->marks.wait(worker, nest->place(values));
}

void HEDDLE_KMPC_EXPORT(__kmpc_doacross_post)(Ident* /*at*/, ThreadNumber /*self*/, const std::int64_t* values) {
  omp::Worker& worker = current();
  Nest* const nest = current_nest(worker);
  if (nest != nullptr && nest->holds(values)) nest->marks.post(worker, nest->place(values));
}

void HEDDLE_KMPC_EXPORT(__kmpc_doacross_fini)(Ident* /*at*/, ThreadNumber /*self*/) {
  omp::Worker& worker = current();
  Nest* const nest = current_nest(worker);
  if (nest == nullptr) return;
  nest->marks.close(worker);
  drop_nest();
}

}  // extern "C"
