#include "front/kmpc/microtask.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "base/check.hpp"
#include "base/frame.hpp"
#include "ompt/events.hpp"

namespace heddle::kmpc {

namespace {

template <std::size_t... index>
[[gnu::always_inline]] inline void call_with(Microtask code, ThreadNumber* number, ThreadNumber* seat, void** list,
                                             std::index_sequence<index...>) {
  code(number, seat, list[index]...);
}

template <std::size_t count>
void call(Microtask code, ThreadNumber* number, ThreadNumber* seat, void** list) {
  call_with(code, number, seat, list, std::make_index_sequence<count>());
}

template <std::size_t count>
void call_watched(Microtask code, ThreadNumber* number, ThreadNumber* seat, void** list) {
  ompt::code_called(__builtin_frame_address(0));
  call_with(code, number, seat, list, std::make_index_sequence<count>());
  base::keep_frame();
}

// By the binary logarithm of the padded count.
constexpr void (*k_calls[])(Microtask, ThreadNumber*, ThreadNumber*, void**) = {
    call<1>, call<2>, call<4>, call<8>, call<16>, call<32>, call<64>, call<128>, call<256>, call<512>, call<1024>};
constexpr void (*k_watched_calls[])(Microtask, ThreadNumber*, ThreadNumber*, void**) = {
    call_watched<1>,  call_watched<2>,   call_watched<4>,   call_watched<8>,   call_watched<16>,  call_watched<32>,
    call_watched<64>, call_watched<128>, call_watched<256>, call_watched<512>, call_watched<1024>};
constexpr std::size_t k_least_padded = 4;  // up to here they travel in registers: to pass more of them costs nothing

}  // namespace

Region::Region(Microtask code, std::int32_t count, std::va_list captured) noexcept : code_(code) {
  const auto given = static_cast<std::size_t>(count);
  HEDDLE_CHECK(given <= k_most_captured, "a parallel region uses more than 1024 variables of its surroundings");
  padded_ = std::bit_ceil(std::max(given, k_least_padded));
  if (padded_ > k_inline) {
    heap_.reset(new (std::nothrow) void*[padded_]);
    HEDDLE_CHECK(heap_ != nullptr, "no memory left for a parallel region");
    list_ = heap_.get();
  }
  for (std::size_t i = 0; i < given; ++i) list_[i] = va_arg(captured, void*);
  std::fill(list_ + given, list_ + padded_, nullptr);
}

[[gnu::always_inline]] inline void Region::call_by(const Call* calls) const noexcept {
  const omp::Worker& worker = runtime::current();
  ThreadNumber number = number_of(worker);
  ThreadNumber seat = seat_of(worker);
  calls[std::countr_zero(padded_)](code_, &number, &seat, list_);
}

void Region::run(void* region) noexcept { static_cast<const Region*>(region)->call_by(k_calls); }
void Region::run_watched(void* region) noexcept { static_cast<const Region*>(region)->call_by(k_watched_calls); }

}  // namespace heddle::kmpc
