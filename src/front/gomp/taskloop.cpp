// GOMP_taskloop and GOMP_taskloop_ull: a loop cut into tasks. Each task's arguments begin with its first iteration's
// value and the value behind its last.
#include <algorithm>
#include <cstring>

#include "front/gomp/bad_call.hpp"
#include "front/gomp/export.hpp"
#include "front/gomp/reduction.hpp"
#include "front/gomp/task_flags.hpp"
#include "omp/tasks.hpp"
#include "runtime/tasking.hpp"

using namespace heddle;  // most of the file is extern "C"

namespace {

using Tasking = runtime::Tasking<platform::Threads>;

template <class T>
struct Loop {
  void (*body)(void*);
  void* data;
  void (*copy)(void*, void*);
  long bytes;
  long alignment;
  unsigned flags;
  unsigned long amount;
  int priority;
  T start;
  T end;
  T step;
  const void* caller;
};

// What gcc puts in front of a taskloop's arguments; the last word only with a reduction clause.
template <class T>
struct Head {
  T start;
  T end;
  std::uintptr_t* reductions;
};

template <class T>
std::uint64_t trip_of(const Loop<T>& loop) noexcept {
  const auto start = static_cast<std::uint64_t>(loop.start);
  const auto end = static_cast<std::uint64_t>(loop.end);
  const auto step = static_cast<std::uint64_t>(loop.step);
  const bool up = (loop.flags & gomp::k_task_up) != 0;
  if (up ? loop.start >= loop.end : loop.start <= loop.end) return 0;
  if (step == 0) gomp::bad_call("GOMP_taskloop", loop.caller, "the step of the loop is 0");
  return up ? (end - start - 1) / step + 1 : (start - end - 1) / (0 - step) + 1;
}

omp::TaskloopClause cut_of(unsigned flags, unsigned long amount) noexcept {
  if (amount == 0) return omp::TaskloopClause::evenly;
  const bool strict = (flags & gomp::k_task_strict) != 0;
  if ((flags & gomp::k_task_grainsize) != 0)
    return strict ? omp::TaskloopClause::by_grainsize_strict : omp::TaskloopClause::by_grainsize;
  return strict ? omp::TaskloopClause::by_count_strict : omp::TaskloopClause::by_count;
}

// The arguments of one task, made where the task will have them.
template <class T>
struct Piece {
  const Loop<T>* loop;
  T start;
  T end;
};

template <class T>
void copy_piece(void* to, void* from) {
  const auto& piece = *static_cast<Piece<T>*>(from);
  if (piece.loop->copy != nullptr) {
    piece.loop->copy(to, piece.loop->data);
  } else {
    std::memcpy(to, piece.loop->data, static_cast<std::size_t>(piece.loop->bytes));
  }
  static_cast<T*>(to)[0] = piece.start;
  static_cast<T*>(to)[1] = piece.end;
}

template <class T>
void spawn_pieces(omp::Worker& worker, const Loop<T>& loop, std::uint64_t trip) noexcept {
  const omp::TaskloopCut cut =
      omp::cut_taskloop(trip, cut_of(loop.flags, loop.amount), loop.amount, worker.member->team->size);
  runtime::Spawn what{.body = loop.body,
                      .copy = copy_piece<T>,
                      .bytes = static_cast<std::size_t>(loop.bytes),
                      .alignment = static_cast<std::size_t>(loop.alignment)};
  if ((loop.flags & gomp::k_task_priority) != 0) what.priority = omp::allowed_priority(loop.priority);
  if ((loop.flags & gomp::k_task_final) != 0) what.flags |= graph::k_final;
  what.undeferred = (loop.flags & gomp::k_task_if) == 0;
  std::uint64_t first = 0;
  for (std::uint64_t index = 0; index < cut.tasks; ++index) {
    std::uint64_t last = first + cut.size + (index < cut.longer ? 1 : 0);
    if (last > trip) last = trip;
    Piece<T> piece{&loop, static_cast<T>(loop.start + static_cast<T>(first) * loop.step),
                   static_cast<T>(loop.start + static_cast<T>(last) * loop.step)};
    if (last == trip) piece.end = loop.end;  // the sum above may not fit the type
    what.data = &piece;
    Tasking::spawn(worker, what);
    first = last;
  }
}

template <class T>
void taskloop(const Loop<T>& loop) noexcept {
  omp::Worker& worker = runtime::current();
  const std::uint64_t trip = trip_of(loop);
  const bool reduces = (loop.flags & gomp::k_task_reduction) != 0;
  if (trip == 0 && !reduces) return;  // with a reduction the program looks at the registered copies all the same
  const bool grouped = (loop.flags & gomp::k_task_nogroup) == 0;
  if (grouped) omp::taskgroup_start(worker);
  if (reduces) {
    gomp::register_taskgroup_reductions(worker, static_cast<Head<T>*>(loop.data)->reductions);
  }
  if (trip != 0) spawn_pieces(worker, loop, trip);
  if (grouped) omp::taskgroup_end(worker);
}

}  // namespace

extern "C" {

void HEDDLE_GOMP_EXPORT(GOMP_taskloop)(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes,
                                       long alignment, unsigned flags, unsigned long amount, int priority, long start,
                                       long end, long step) {
  taskloop<long>(
      {body, data, copy, bytes, alignment, flags, amount, priority, start, end, step, __builtin_return_address(0)});
}

void HEDDLE_GOMP_EXPORT(GOMP_taskloop_ull)(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes,
                                           long alignment, unsigned flags, unsigned long amount, int priority,
                                           unsigned long long start, unsigned long long end, unsigned long long step) {
  taskloop<unsigned long long>(
      {body, data, copy, bytes, alignment, flags, amount, priority, start, end, step, __builtin_return_address(0)});
}

}  // extern "C"
