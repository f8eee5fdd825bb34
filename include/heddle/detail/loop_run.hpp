// How the loops of heddle.hpp get onto the C interface: a share of a loop runs `work(blocks)`; what that throws ends
// the loop and comes out of run_loop.
//
// Invariant: no exception passes through libheddle. Of several, the first that is caught is kept; the others are
// dropped, as there is one call to throw them from. Called by the functions in include/heddle; work() runs on any
// thread.
#pragma once

#include <atomic>
#include <exception>
#include <string>
#include <utility>

#include "../errors.hpp"
#include "../loop.h"
#include "../loop_options.hpp"

namespace heddle::detail {

/// The blocks that one thread gets of a loop.
class share_blocks {
 public:
  explicit share_blocks(heddle_share* share) noexcept : share_(share) {}
  /// @returns whether there is another one
  bool next(heddle_block& block) noexcept { return heddle_loop_next(share_, &block) != 0; }

 private:
  heddle_share* share_;
};

[[noreturn, gnu::cold]] inline void refuse(int code, const loop_options& options) {
  std::string sentence = heddle_error_string(code);
  if (options.name != nullptr) sentence = "loop \"" + std::string(options.name) + "\": " + sentence;
  if (code == HEDDLE_BAD_OPTION) throw bad_option(sentence);
  throw error(code, "heddle: " + sentence);
}

template <class Work>
class loop_run {
 public:
  explicit loop_run(Work& work) noexcept : work_(work) {}

  static void share(void* self, heddle_share* share) noexcept {
    auto& run = *static_cast<loop_run*>(self);
    try {
      share_blocks blocks(share);
      run.work_(blocks);
    } catch (...) {
      run.keep(std::current_exception());
      heddle_loop_stop(share);
    }
  }

  void rethrow() {
    if (error_ != nullptr) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  void keep(std::exception_ptr error) noexcept {
    // order: relaxed — who comes first keeps its own; the loop's end publishes it.
    if (!failed_.exchange(true, std::memory_order_relaxed)) error_ = std::move(error);
  }

  Work& work_;
  std::exception_ptr error_;
  std::atomic<bool> failed_{false};
};

/// Runs `work(share_blocks&)` on the threads of a loop of so many trips. Throws what it throws, once.
template <class Work>
void run_loop(std::uint64_t trips, const loop_options& options, Work work) {
  heddle_loop_options c = HEDDLE_LOOP_OPTIONS;
  c.schedule = static_cast<std::uint32_t>(options.schedule);
  c.threads = options.threads;
  c.grain = options.grain;
  c.name = options.name;
  loop_run<Work> run(work);
  if (const int code = heddle_loop_run(trips, &loop_run<Work>::share, &run, &c); code != HEDDLE_OK)
    refuse(code, options);
  run.rethrow();
}

}  // namespace heddle::detail
