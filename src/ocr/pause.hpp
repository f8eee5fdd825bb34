// Pause: one EDT stops the others between theirs, looks, and lets them go on.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "ocr/engine.hpp"
#include "process/types.hpp"

namespace heddle::ocr {

class Session;

class Pause {
 public:
  using P = process::P;

  /// @returns whether the caller has stopped the others, and is the only one who runs; false: somebody else has, and
  /// !waits
  bool stop_others(Session& session, process::Worker& worker, bool waits) noexcept;
  void go_on(process::Worker& worker) noexcept;

  /// Before an EDT begins: waits while somebody else has stopped the others.
  void respect(process::Worker& worker) noexcept {
    // order: seq_cst — the Dekker pair of stop_others(): this worker is seen to run, or sees that it may not.
    if (stopper_.load(std::memory_order_seq_cst) != nullptr) [[unlikely]]
      wait_to_go_on(worker);
  }

 private:
  void wait_to_go_on(process::Worker& worker) noexcept;

  P::atomic<process::Worker*> stopper_{nullptr};
};

/// The values of ocrQueryType_t.
enum class Question { ready_edts, events, last_block, all_edts };

/// What there is, while everybody else stands still.
std::vector<Guid> look(Engine<process::P>& engine, Question question, Guid guid);

}  // namespace heddle::ocr
