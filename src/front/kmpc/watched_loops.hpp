// What a tool hears of Clang's loops and sections: their work, their chunks, doacross iterations. For watched.cpp's
// table.
#pragma once

#include <cstdint>
#include <type_traits>

#include "front/kmpc/abi.hpp"
#include "front/kmpc/dispatched_loop.hpp"
#include "front/kmpc/doacross.hpp"
#include "ompt/events.hpp"

namespace heddle::kmpc {

template <class T>
std::uint64_t trip(const Bounds<T>& loop) noexcept {
  return loop.step == 0 ? 0 : loop.trip();
}

inline ompt_work_t kind_of(std::int32_t schedule) noexcept { return ompt::loop_of(schedule_of(schedule, 0).kind); }
struct DispatchWatch {
  template <class T>
  DispatchWatch(Ident*, ThreadNumber, std::int32_t schedule, T lower, T upper, std::make_signed_t<T> step,
                std::make_signed_t<T>) noexcept {
    ompt::begin_work(kind_of(schedule), trip(Bounds<T>{lower, upper, step}));
  }
};

inline ompt_work_t kind_of(const Ident* at) noexcept {
  if (at != nullptr && (at->flags & k_work_sections) != 0) return ompt_work_sections;
  if (at != nullptr && (at->flags & k_work_distribute) != 0) return ompt_work_distribute;
  return ompt_work_loop_static;
}

/// The thread's first chunk is told of as well; it finds the others itself. Of sections, all that it gets.
template <class T>
class Static {
 public:
  using Step = std::make_signed_t<T>;
  Static(const Ident* at, ThreadNumber, std::int32_t, std::int32_t*, const T* lower, const T* upper, Step*, Step step,
         Step) noexcept
      : kind_(kind_of(at)), lower_(lower), upper_(upper), step_(step) {
    ompt::begin_work(kind_, trip(Bounds<T>{*lower, *upper, step}));
  }
  Static(const Static&) = delete;
  Static& operator=(const Static&) = delete;
  ~Static() {
    const Bounds<T> mine{*lower_, *upper_, step_};
    if (mine.empty()) return;
    if (kind_ == ompt_work_sections) {
      for (std::uint64_t section = 0; section < mine.trip(); ++section) ompt::section();
      return;
    }
    ompt::dispatch(kind_ == ompt_work_distribute ? ompt_dispatch_distribute_chunk : ompt_dispatch_ws_loop_chunk,
                   static_cast<std::uint64_t>(*lower_), mine.trip());
  }

 private:
  ompt_work_t kind_;
  const T* lower_;
  const T* upper_;
  Step step_;
};

template <class T>
class LoopNext {
 public:
  using Step = std::make_signed_t<T>;
  LoopNext(Ident*, ThreadNumber, std::int32_t*, T* lower, T* upper, ...) noexcept : lower_(lower), upper_(upper) {}
  // The program may not ask for the step.
  void result(std::int32_t more) const noexcept {
    if (more == 0) return ompt::end_work();
    const auto step = static_cast<Step>(omp::member_data(*runtime::current().member).loop.step);
    ompt::dispatch(ompt_dispatch_ws_loop_chunk, static_cast<std::uint64_t>(*lower_),
                   trip(Bounds<T>{*lower_, *upper_, step}));
  }

 private:
  const T* lower_;
  const T* upper_;
};

class DoacrossWait {
 public:
  DoacrossWait(Ident*, ThreadNumber, const std::int64_t* values) noexcept : values_(values) {}
  DoacrossWait(const DoacrossWait&) = delete;
  DoacrossWait& operator=(const DoacrossWait&) = delete;
  ~DoacrossWait() {
    if (!doacross_holds(values_)) return;  // there is nothing to wait for
    ompt::await_iteration(reinterpret_cast<const std::uint64_t*>(values_), doacross_dimensions());
  }

 private:
  const std::int64_t* values_;
};
struct DoacrossPost {
  DoacrossPost(Ident*, ThreadNumber, const std::int64_t* values) noexcept {
    if (!doacross_holds(values)) return;
    ompt::post_iteration(reinterpret_cast<const std::uint64_t*>(values), doacross_dimensions());
  }
};

}  // namespace heddle::kmpc
