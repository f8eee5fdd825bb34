// Iterations of a loop that wait for others: in their order (ordered), or by name (ordered(n), doacross).
//
// Ordered regions run in the order of the iterations. The loop's turn is the first iteration of the chunk whose ordered
// regions may run. The thread that has that chunk moves it on to the next chunk when all iterations of its own have had
// their ordered region, or, as an iteration may have none, when it asks for more iterations. Chunks are handed out in
// rising order, so the turn always is somebody's.
#pragma once

#include <cstdint>

#include "omp/construct.hpp"
#include "omp/team_data.hpp"

namespace heddle::omp {

/// Waits until all earlier chunks are through with their ordered regions.
void begin_ordered(Worker& worker) noexcept;
void end_ordered(Worker& worker) noexcept;

/// The chunk has no more ordered regions. Waits for its turn first.
void pass_turn(Worker& worker) noexcept;

// -- Doacross loops for a front that does not tell the runtime who runs which iterations: a bit per iteration.
//
// Where the runtime hands out the chunks, doacross_window.hpp needs less memory. A construct of its own around the
// loop: entered by all threads before it, left behind it. No deadlock as long as each thread runs its iterations in
// rising order, since each waits for earlier ones only. Called by the member's own thread.

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

// -- Doacross loops: an iteration waits for others by name (depend(sink)), and says that it is done (depend(source)).
//
// Indices are iteration numbers of each loop of the nest, outermost first, as GCC counts them: from 0, in program
// order.

/// The current iteration is done as far as others wait for it.
void post_iteration(Worker& worker, const std::uint64_t* indices) noexcept;

/// Waits until the iteration, an earlier one in program order, has been posted.
void wait_for_iteration(Worker& worker, const std::uint64_t* indices) noexcept;

/// Loops in the nest of the open loop: how many indices there are. 0 when nothing needs to wait.
std::uint32_t doacross_dimensions(const Worker& worker) noexcept;

/// The thread has taken a chunk; waits until the window has a word for it. Then: it has finished it.
void begin_chunk(Worker& worker) noexcept;
void complete_chunk(Worker& worker) noexcept;

}  // namespace heddle::omp
