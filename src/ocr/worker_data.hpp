// What this room keeps with each worker.
#pragma once

#include "memory/placement.hpp"
#include "ocr/next_edt.hpp"
#include "ocr/quiet_check.hpp"
#include "ocr/thread.hpp"
#include "process/room_data.hpp"
#include "process/types.hpp"

namespace heddle::ocr {

using P = process::P;

/// What this room keeps with a worker.
struct WorkerData : QuietMarks<P> {  // as a member of the session's team
  Thread<P> thread;
  P::atomic<bool> running{false};                     // an EDT's body, and does not wait for who has stopped all others
  bool spare = false;                                 // sits in a seat that somebody has lent
  memory::Placement<P>::Cache* data_cache = nullptr;  // of the session's placement
  WorkerData* next = nullptr;                         // of the session's threads
  bool keeps = false;                                 // it runs an EDT, and takes up what it keeps behind it
  WorkerData* watched = nullptr;                      // who keeps an EDT that it may take over, and
  KeptSight sight;                                    // what it has seen there
  bool has_judged = false;                            // it has looked for stillness since it became quiet
  NextEdt<P, Edt<P>> kept;

  /// Whatever lies there belongs to a session that is gone, or to the process that this one was forked from.
  void forget_kept() noexcept {
    (void)kept.take();
    keeps = false;
  }
};

inline WorkerData& worker_data(const process::Worker& worker) noexcept {
  return process::RoomData<WorkerData, process::Keeper::ocr>::of(worker);
}

}  // namespace heddle::ocr
