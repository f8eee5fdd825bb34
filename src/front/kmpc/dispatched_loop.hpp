// Loops whose iterations are handed out while they run: from LLVM's arguments to omp's, and back.
#pragma once

#include <limits>

#include "front/kmpc/abi.hpp"
#include "front/kmpc/static_loop.hpp"
#include "omp/loop.hpp"

namespace heddle::kmpc {

/// What the interface's schedule number, with its modifiers, and a chunk size say.
omp::Schedule schedule_of(std::int32_t bits, std::int64_t chunk) noexcept;

/// How a loop is dealt out: `unit` iterations are one to the schedule, which never parts them.
struct Dealing {
  omp::Schedule schedule;
  std::uint64_t unit = 1;
};

/// What that comes to. Of the schedules for loops of vectors, the chunk size is the vectors' length, and all chunks but
/// the last are multiples of it.
Dealing dealing_of(const omp::Worker& worker, std::int32_t bits, std::int64_t chunk) noexcept;
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
  const Dealing dealing = dealing_of(worker, loop.schedule, loop.chunk);
  request.space = {start, step * dealing.unit, start + trip * step, base::divide_up(trip, dealing.unit)};
  request.schedule = dealing.schedule;
  request.unchosen = omp::LoopRequest::Unchosen::static_blocks;
  request.order = order_of(without_modifiers(loop.schedule));
  request.site = reinterpret_cast<std::uintptr_t>(loop.at);  // the compiler makes one for each place in the source
  omp::open_loop(worker, request);
  omp::member_data(*worker.member).loop.step = step;
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
  *next.upper = static_cast<T>(range.last - loop.step);
  if (next.stride != nullptr) *next.stride = static_cast<typename Bounds<T>::Step>(loop.step);
  // Looked at behind the loop by the compiler's code, and in it by others.
  if (next.last != nullptr) *next.last = range.last == loop.space.end ? 1 : 0;
  return 1;
}

}  // namespace heddle::kmpc
