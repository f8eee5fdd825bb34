// Calling the code of a region, which takes a pointer for each variable that it has captured.
//
// How many there are is known at run time only. A C function may be called with more arguments than it takes, as its
// caller removes them: so a few numbers of arguments serve all.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <memory>

#include "front/kmpc/abi.hpp"

namespace heddle::kmpc {

inline constexpr std::size_t k_most_captured = 1024;

/// The region's code with its captured variables. Lives on the stack of the thread that meets the region.
class Region {
 public:
  /// Takes `count` pointers from the list. Ends the process when there are more than k_most_captured.
  Region(Microtask code, std::int32_t count, std::va_list captured) noexcept;
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  /// Calls the code; for omp::RegionRequest::body.
  static void run(void* region) noexcept;
  /// The same, and tells a tool of the frame that the code is called from.
  static void run_watched(void* region) noexcept;

 private:
  using Call = void (*)(Microtask, ThreadNumber*, ThreadNumber*, void**);
  void call_by(const Call* calls) const noexcept;

  static constexpr std::size_t k_inline = 16;

  Microtask code_;
  std::size_t padded_;  // pointers in the list, the last ones null
  void** list_ = inline_;
  std::unique_ptr<void*[]> heap_;
  void* inline_[k_inline];
};

}  // namespace heddle::kmpc
