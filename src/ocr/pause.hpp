// Pause: one EDT stops the others between theirs, looks, and lets them go on.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "ocr/bell.hpp"
#include "ocr/engine.hpp"
#include "ocr/worker_data.hpp"
#include "process/types.hpp"

namespace heddle::ocr {

class Session;

class Pause {
 public:
  using P = process::P;

  explicit Pause(Session& session) noexcept : session_(session) {}
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;

  /// @returns whether the caller has stopped the others, and is the only one who runs; false: somebody else has, and
  /// !waits, or the session ends
  bool stop_others(process::Worker& worker, bool waits) noexcept;
  void go_on(process::Worker& worker) noexcept;
  /// Whether the caller is who has stopped the others.
  bool is_stopped_by(const process::Worker& worker) const noexcept {
    // order: relaxed — of the caller's own doing it knows without an order.
    return stopper_.load(std::memory_order_relaxed) == &worker;
  }

  /// The worker runs an EDT from now on: waits while somebody else has stopped the others.
  void runs(process::Worker& worker, WorkerData& own) noexcept {
    // order: relaxed — before the look, by the fence, whose partner is the heavy one of stop_others().
    own.running.store(true, std::memory_order_relaxed);
    P::light_fence();
    // order: seq_cst — this worker is seen to run, or sees that it may not.
    if (stopper_.load(std::memory_order_seq_cst) != nullptr) [[unlikely]]
      wait_to_go_on(worker, own);
  }
  /// It runs none any more, or waits inside one for what others do.
  void stands(WorkerData& own) noexcept {
    // order: release — pairs with wait_until_others_stand(): what the body did.
    own.running.store(false, std::memory_order_release);
    stood_.ring();
  }
  /// The session stops: nobody waits any more.
  void end() noexcept {
    stood_.ring();
    gone_on_.ring();
  }

 private:
  void wait_to_go_on(process::Worker& worker, WorkerData& own) noexcept;
  void wait_until_others_stand(const WorkerData& own) noexcept;

  Session& session_;
  P::atomic<process::Worker*> stopper_{nullptr};
  Bell<P> stood_;    // somebody has ended an EDT
  Bell<P> gone_on_;  // who has stopped the others lets them go on
};

/// The values of ocrQueryType_t.
enum class Question { ready_edts, events, last_block, all_edts };

/// What there is, while everybody else stands still.
std::vector<Guid> look(Engine<process::P>& engine, Question question, Guid guid);

}  // namespace heddle::ocr
