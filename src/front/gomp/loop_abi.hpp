// The arguments of the GOMP interface's loop functions, translated: bounds, schedules, and the chunk that comes back.
//
// `long` loops are signed; the `ull` family has unsigned bounds and says in which direction it counts. Used by the
// files of front/gomp only.
#pragma once

#include "front/gomp/export.hpp"
#include "omp/loop.hpp"
#include "runtime/current.hpp"

namespace heddle::gomp {

using Ull = unsigned long long;
using omp::end_loop;
using omp::LoopEnd;
using omp::LoopOrder;
using omp::LoopRange;
using omp::LoopRequest;
using omp::ScheduleKind;
static_assert(sizeof(long) == 8 && sizeof(Ull) == 8, "loop variables are 64 bits wide");

/// A chunk size as the interface gives it: what is below 1 says that none was asked for.
template <class T>
constexpr omp::Schedule schedule(ScheduleKind kind, T chunk) noexcept {
  return {kind, chunk > 0 ? static_cast<std::uint64_t>(chunk) : 0};
}

/// The same for a loop whose threads may get their chunks in any order.
template <class T>
constexpr omp::Schedule any_order(ScheduleKind kind, T chunk) noexcept {
  omp::Schedule asked = schedule(kind, chunk);
  asked.monotonicity = omp::Monotonicity::nonmonotonic;
  return asked;
}

/// The `sched` argument: a kind, and in the sign bit of an int whether monotonic was asked for.
template <class T>
constexpr omp::Schedule schedule_bits(long bits, T chunk) noexcept {
  constexpr long k_monotonic = 1L << 31;
  const auto kind = static_cast<ScheduleKind>(bits & ~k_monotonic & 7);
  return (bits & k_monotonic) != 0 ? schedule(kind, chunk) : any_order(kind, chunk);
}

inline LoopRequest signed_loop(long start, long end, long stride, const omp::Schedule& schedule) noexcept {
  LoopRequest request;
  request.space = omp::signed_space(start, end, stride);
  request.schedule = schedule;
  return request;
}

struct UllBounds {
  bool up;
  Ull start;
  Ull end;
  Ull stride;
};

inline LoopRequest unsigned_loop(const UllBounds& bounds, const omp::Schedule& schedule) noexcept {
  LoopRequest request;
  const auto direction = bounds.up ? omp::Direction::up : omp::Direction::down;
  request.space = omp::unsigned_space(direction, bounds.start, bounds.end, bounds.stride);
  request.schedule = schedule;
  return request;
}

inline LoopRequest ordered(LoopRequest request) noexcept {
  request.order = LoopOrder::ordered;
  return request;
}

/// A doacross loop: `counts` are the trips of the nest's loops, the first of which is workshared.
template <class T>
LoopRequest doacross_loop(unsigned dimensions, const T* counts, const omp::Schedule& schedule) noexcept {
  LoopRequest request;
  request.space = omp::counted_space(counts[0] > 0 ? static_cast<std::uint64_t>(counts[0]) : 0);
  request.schedule = schedule;
  request.order = LoopOrder::doacross;
  request.dimensions = dimensions;
  static_assert(sizeof(T) == sizeof(std::uint64_t));
  request.counts = reinterpret_cast<const std::uint64_t*>(counts);
  return request;
}

template <class T>
bool hand_out(const LoopRange& range, T* first, T* last) noexcept {
  if (!range.any) return false;
  *first = static_cast<T>(range.first);
  *last = static_cast<T>(range.last);
  return true;
}

/// Part of each exported function, whose return address names the loop in the program.
template <class T>
[[gnu::always_inline]] inline bool start(LoopRequest request, T* first, T* last) noexcept {
  request.site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  return hand_out(omp::start_loop(runtime::current(), request), first, last);
}

/// The starts that came with OpenMP 5: `first` is null when the program runs its iterations without the runtime.
template <class T>
[[gnu::always_inline]] inline bool start_with(LoopRequest request, T* first, T* last,
                                              const omp::LoopExtras& extras) noexcept {
  request.extras = extras;
  if (first == nullptr) request.schedule.kind = ScheduleKind::inlined;
  return start(request, first, last);
}

template <class T>
bool next(T* first, T* last) noexcept {
  return hand_out(omp::next_of_loop(runtime::current()), first, last);
}

}  // namespace heddle::gomp
