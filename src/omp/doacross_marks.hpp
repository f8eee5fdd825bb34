// Doacross loops for a front that does not tell the runtime who runs which iterations: a bit per iteration.
//
// Where the runtime hands out the chunks, doacross_window.hpp needs less memory. A construct of its own around the
// loop: entered by all threads before it, left behind it. No deadlock as long as each thread runs its iterations in
// rising order, since each waits for earlier ones only. Called by the member's own thread.
#pragma once

#include <cstdint>

#include "omp/construct.hpp"

namespace heddle::omp {

class DoacrossMarks {
 public:
  /// Enters the construct; `iterations` are those of the whole nest. Everybody enters with the same number.
  void open(Worker& worker, std::uint64_t iterations) noexcept;
  /// Iteration `number` is done as far as others wait for it.
  void post(Worker& worker, std::uint64_t number) noexcept;
  /// Waits until it is.
  void wait(Worker& worker, std::uint64_t number) noexcept;
  void close(Worker& worker) noexcept;

 private:
  using Word = platform::Threads::atomic<std::uint64_t>;
  static constexpr std::uint64_t k_bits = 64;

  Word* words_ = nullptr;  // null: alone, so in order anyway
};

}  // namespace heddle::omp
