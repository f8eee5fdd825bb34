// What a tool hears of GCC's loops: their work, each chunk, and doacross iterations.
//
// GCC runs static loops by itself, so most of these have other schedules. A region that is one loop
// (GOMP_parallel_loop_*) is entered with the loop open: the first call of a thread is then a `next`.
#include <cstdarg>
#include <cstdint>
#include <type_traits>

#include "front/gomp/doacross.hpp"
#include "front/gomp/export.hpp"
#include "front/gomp/watched.hpp"
#include "omp/construct.hpp"
#include "omp/ordered.hpp"
#include "ompt/around.hpp"

using namespace heddle;
using Ull = unsigned long long;

namespace {

using ompt::address;
using ompt::watched;

omp::LoopSpace& open_space() noexcept { return omp::member_data(*runtime::current().member).loop.space; }

/// GCC tells the bounds of loops, and so those of chunks, as values of the loop variable.
std::uint64_t iterations(long first, long last, long step) noexcept {
  return omp::signed_space(first, last, step).trip;
}
std::uint64_t iterations(Ull first, Ull last, Ull step) noexcept {
  const omp::LoopSpace& all = open_space();
  const auto direction = all.start < all.end ? omp::Direction::up : omp::Direction::down;
  return omp::unsigned_space(direction, first, last, step).trip;
}

/// What the `sched` argument says of the loop, beside its order.
ompt_work_t kind_of(long bits) noexcept { return ompt::loop_of(static_cast<omp::ScheduleKind>(bits & 7)); }

/// The functions for schedule(runtime) are in the table as those of other loops.
ompt_work_t known(ompt_work_t kind) noexcept { return kind == ompt_work_loop_other ? ompt::loop_at_runtime() : kind; }

/// A chunk that is asked for; null where none is.
template <class T>
class Chunk {
 public:
  Chunk(const T* first, const T* last) noexcept : first_(first), last_(last) {}
  void result(bool more) const noexcept {
    if (!more || first_ == nullptr) return;
    const auto step = static_cast<T>(open_space().stride);
    ompt::dispatch(ompt_dispatch_ws_loop_chunk, static_cast<std::uint64_t>(*first_), iterations(*first_, *last_, step));
  }

 private:
  const T* first_;
  const T* last_;
};

template <class T, ompt_work_t kind>
struct LoopNext : Chunk<T> {
  LoopNext(const T* first, const T* last) noexcept : Chunk<T>(first, last) {
    ompt::open_work(known(kind), open_space().trip);
  }
};

template <class T, ompt_work_t kind>
struct LoopStart;

template <ompt_work_t kind>
struct LoopStart<long, kind> : Chunk<long> {
  LoopStart(long start, long end, long step, const long* first, const long* last) noexcept : Chunk(first, last) {
    ompt::begin_work(known(kind), omp::signed_space(start, end, step).trip);
  }
  LoopStart(long start, long end, long step, long /*chunk*/, const long* first, const long* last) noexcept
      : LoopStart(start, end, step, first, last) {}
};

template <ompt_work_t kind>
struct LoopStart<Ull, kind> : Chunk<Ull> {
  LoopStart(bool up, Ull start, Ull end, Ull step, const Ull* first, const Ull* last) noexcept : Chunk(first, last) {
    const auto direction = up ? omp::Direction::up : omp::Direction::down;
    ompt::begin_work(known(kind), omp::unsigned_space(direction, start, end, step).trip);
  }
  LoopStart(bool up, Ull start, Ull end, Ull step, Ull /*chunk*/, const Ull* first, const Ull* last) noexcept
      : LoopStart(up, start, end, step, first, last) {}
};

template <class T>
struct LoopStartWith;

template <>
struct LoopStartWith<long> : Chunk<long> {
  LoopStartWith(long start, long end, long step, long schedule, long /*chunk*/, const long* first, const long* last,
                ...) noexcept
      : Chunk(first, last) {
    ompt::begin_work(kind_of(schedule), omp::signed_space(start, end, step).trip);
  }
};

template <>
struct LoopStartWith<Ull> : Chunk<Ull> {
  LoopStartWith(bool up, Ull start, Ull end, Ull step, long schedule, Ull /*chunk*/, const Ull* first, const Ull* last,
                ...) noexcept
      : Chunk(first, last) {
    const auto direction = up ? omp::Direction::up : omp::Direction::down;
    ompt::begin_work(kind_of(schedule), omp::unsigned_space(direction, start, end, step).trip);
  }
};

/// A doacross loop: of the nest's loops the first is the workshared one.
template <class T, ompt_work_t kind>
struct NestStart : Chunk<T> {
  NestStart(unsigned /*dimensions*/, const T* counts, const T* first, const T* last) noexcept : Chunk<T>(first, last) {
    ompt::begin_work(known(kind), counts[0] > 0 ? static_cast<std::uint64_t>(counts[0]) : 0);
  }
  NestStart(unsigned dimensions, const T* counts, T /*chunk*/, const T* first, const T* last) noexcept
      : NestStart(dimensions, counts, first, last) {}
};

template <class T>
struct NestStartWith : Chunk<T> {
  NestStartWith(unsigned /*dimensions*/, const T* counts, long schedule, T /*chunk*/, const T* first, const T* last,
                ...) noexcept
      : Chunk<T>(first, last) {
    ompt::begin_work(kind_of(schedule), counts[0] > 0 ? static_cast<std::uint64_t>(counts[0]) : 0);
  }
};

struct DoacrossPost {
  explicit DoacrossPost(const void* indices) noexcept {
    ompt::post_iteration(static_cast<const std::uint64_t*>(indices), omp::doacross_dimensions(runtime::current()));
  }
};

template <class T>
void wait_doacross(T first, ...) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  std::va_list rest;
  va_start(rest, first);
  const gomp::AwaitedIteration awaited = gomp::awaited_iteration(first, rest);
  va_end(rest);
  gomp::await_iteration(awaited);
  ompt::await_iteration(awaited.indices, awaited.dimensions);
}

}  // namespace

std::span<const process::Replacement> gomp::watched_loops() noexcept {
  static const process::Replacement k_all[] = {
      watched<heddle_GOMP_loop_static_start, LoopStart<long, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_dynamic_start, LoopStart<long, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_guided_start, LoopStart<long, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_nonmonotonic_dynamic_start, LoopStart<long, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_nonmonotonic_guided_start, LoopStart<long, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_ordered_static_start, LoopStart<long, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_ordered_dynamic_start, LoopStart<long, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_ordered_guided_start, LoopStart<long, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_runtime_start, LoopStart<long, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_nonmonotonic_runtime_start, LoopStart<long, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_maybe_nonmonotonic_runtime_start, LoopStart<long, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ordered_runtime_start, LoopStart<long, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_start, LoopStartWith<long>>(),
      watched<heddle_GOMP_loop_ordered_start, LoopStartWith<long>>(),
      watched<heddle_GOMP_loop_static_next, LoopNext<long, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_dynamic_next, LoopNext<long, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_guided_next, LoopNext<long, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_runtime_next, LoopNext<long, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_nonmonotonic_dynamic_next, LoopNext<long, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_nonmonotonic_guided_next, LoopNext<long, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_nonmonotonic_runtime_next, LoopNext<long, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_maybe_nonmonotonic_runtime_next, LoopNext<long, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ordered_static_next, LoopNext<long, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_ordered_dynamic_next, LoopNext<long, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_ordered_guided_next, LoopNext<long, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_ordered_runtime_next, LoopNext<long, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_doacross_static_start, NestStart<long, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_doacross_dynamic_start, NestStart<long, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_doacross_guided_start, NestStart<long, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_doacross_runtime_start, NestStart<long, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_doacross_start, NestStartWith<long>>(),
      watched<heddle_GOMP_loop_end, ompt::WorkEndBarrier>(),
      watched<heddle_GOMP_loop_end_nowait, ompt::WorkEnd>(),
      watched<heddle_GOMP_loop_end_cancel, ompt::WorkEndBarrier>(),
      watched<heddle_GOMP_doacross_post, DoacrossPost>(),
      {address(heddle_GOMP_doacross_wait), address(wait_doacross<long>)},
  };
  return k_all;
}

std::span<const process::Replacement> gomp::watched_unsigned_loops() noexcept {
  static const process::Replacement k_all[] = {
      watched<heddle_GOMP_loop_ull_static_start, LoopStart<Ull, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_ull_dynamic_start, LoopStart<Ull, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_ull_guided_start, LoopStart<Ull, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_ull_nonmonotonic_dynamic_start, LoopStart<Ull, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_ull_nonmonotonic_guided_start, LoopStart<Ull, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_ull_ordered_static_start, LoopStart<Ull, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_ull_ordered_dynamic_start, LoopStart<Ull, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_ull_ordered_guided_start, LoopStart<Ull, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_ull_runtime_start, LoopStart<Ull, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ull_nonmonotonic_runtime_start, LoopStart<Ull, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ull_maybe_nonmonotonic_runtime_start, LoopStart<Ull, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ull_ordered_runtime_start, LoopStart<Ull, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ull_start, LoopStartWith<Ull>>(),
      watched<heddle_GOMP_loop_ull_ordered_start, LoopStartWith<Ull>>(),
      watched<heddle_GOMP_loop_ull_static_next, LoopNext<Ull, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_ull_dynamic_next, LoopNext<Ull, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_ull_guided_next, LoopNext<Ull, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_ull_runtime_next, LoopNext<Ull, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ull_nonmonotonic_dynamic_next, LoopNext<Ull, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_ull_nonmonotonic_guided_next, LoopNext<Ull, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_ull_nonmonotonic_runtime_next, LoopNext<Ull, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ull_maybe_nonmonotonic_runtime_next, LoopNext<Ull, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ull_ordered_static_next, LoopNext<Ull, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_ull_ordered_dynamic_next, LoopNext<Ull, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_ull_ordered_guided_next, LoopNext<Ull, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_ull_ordered_runtime_next, LoopNext<Ull, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ull_doacross_static_start, NestStart<Ull, ompt_work_loop_static>>(),
      watched<heddle_GOMP_loop_ull_doacross_dynamic_start, NestStart<Ull, ompt_work_loop_dynamic>>(),
      watched<heddle_GOMP_loop_ull_doacross_guided_start, NestStart<Ull, ompt_work_loop_guided>>(),
      watched<heddle_GOMP_loop_ull_doacross_runtime_start, NestStart<Ull, ompt_work_loop_other>>(),
      watched<heddle_GOMP_loop_ull_doacross_start, NestStartWith<Ull>>(),
      watched<heddle_GOMP_doacross_ull_post, DoacrossPost>(),
      {address(heddle_GOMP_doacross_ull_wait), address(wait_doacross<Ull>)},
  };
  return k_all;
}
