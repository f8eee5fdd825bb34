// Loops whose iterations are handed out while they run: from LLVM's arguments to omp's, and back.
#pragma once

#include <limits>

#include "front/kmpc/abi.hpp"
#include "front/kmpc/static_loop.hpp"
#include "omp/loop.hpp"

namespace heddle::kmpc {

/// What the interface's schedule number, with its modifiers, and a chunk size come to.
omp::Schedule schedule_of(std::int32_t bits, std::int64_t chunk) noexcept;
omp::LoopOrder order_of(Sched schedule) noexcept;

/// Leaves a loop that the thread has left without being told that it is empty: a cancelled one.
inline void leave_open_loop(omp::Worker& worker) noexcept {
  if (omp::member_data(*worker.member).loop.schedule != nullptr) omp::end_loop(worker, omp::LoopEnd::nowait);
}

/// What the compiler says of a loop.
template <class T>
struct DispatchedLoop {
  const Ident* at;
  std::int32_t schedule;  // with its modifiers
  Bounds<T> bounds;
  std::int64_t chunk;
};

template <class T>
void open_dispatched(const DispatchedLoop<T>& loop) noexcept {
  omp::Worker& worker = runtime::current();
  leave_open_loop(worker);
  omp::LoopRequest request;
  const std::uint64_t trip = loop.bounds.trip();
  const auto step = static_cast<std::uint64_t>(static_cast<std::int64_t>(loop.bounds.step));
  const auto start = static_cast<std::uint64_t>(loop.bounds.lower);
  request.space = {start, step, start + trip * step, trip};
  request.schedule = schedule_of(loop.schedule, loop.chunk);
  request.order = order_of(without_modifiers(loop.schedule));
  request.site = reinterpret_cast<std::uintptr_t>(loop.at);  // the compiler makes one for each place in the source
  omp::open_loop(worker, request);
}

/// Where the program wants its next iterations.
template <class T>
struct NextChunk {
  std::int32_t* last;  // null: not wanted
  T* lower;
  T* upper;
  typename Bounds<T>::Step* stride;
};

/// @returns 0 when there are none left; the loop is then closed.
template <class T>
std::int32_t next_dispatched(omp::Worker& worker, const NextChunk<T>& next) noexcept {
  const omp::OpenLoop& loop = omp::member_data(*worker.member).loop;
  if (loop.schedule == nullptr) return 0;
  const omp::LoopRange range = omp::next_of_loop(worker);
  if (!range.any) {
    omp::end_loop(worker, omp::LoopEnd::nowait);
    return 0;
  }
  *next.lower = static_cast<T>(range.first);
  *next.upper = static_cast<T>(range.last - loop.space.stride);
  if (next.stride != nullptr) *next.stride = static_cast<typename Bounds<T>::Step>(loop.space.stride);
  // Looked at behind the loop, and 0 before it.
  if (next.last != nullptr && range.last == loop.space.end) *next.last = 1;
  return 1;
}

}  // namespace heddle::kmpc
