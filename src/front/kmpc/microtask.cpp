#include "front/kmpc/microtask.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "base/check.hpp"

namespace heddle::kmpc {

namespace {

using Call = void (*)(Microtask, ThreadNumber*, ThreadNumber*, void**);

template <std::size_t... index>
void call_with(Microtask code, ThreadNumber* number, ThreadNumber* seat, void** list, std::index_sequence<index...>) {
  code(number, seat, list[index]...);
}

template <std::size_t count>
void call(Microtask code, ThreadNumber* number, ThreadNumber* seat, void** list) {
  call_with(code, number, seat, list, std::make_index_sequence<count>());
}

// By the binary logarithm of the padded count.
constexpr Call k_calls[] = {call<1>,  call<2>,   call<4>,   call<8>,   call<16>,  call<32>,
                            call<64>, call<128>, call<256>, call<512>, call<1024>};
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

void Region::run(void* region) noexcept {
  const auto& self = *static_cast<const Region*>(region);
  const omp::Worker& worker = runtime::current();
  ThreadNumber number = number_of(worker);
  ThreadNumber seat = seat_of(worker);
  k_calls[std::countr_zero(self.padded_)](self.code_, &number, &seat, self.list_);
}

}  // namespace heddle::kmpc
