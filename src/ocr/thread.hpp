// Thread: what a thread that calls OCR keeps for itself.
#pragma once

#include <cstdlib>
#include <cstring>

#include "ocr/block.hpp"
#include "ocr/epoch.hpp"
#include "ocr/heap.hpp"
#include "ocr/scope.hpp"

namespace heddle::ocr {

/// A block that an EDT has made and holds.
struct OwnBlock {
  void* data;
  bool reads;  // it has been published, and is held to be read
};

/// What an EDT that runs has beside its slots. Lies on its thread's stack.
template <class P>
struct Frame {
  Edt<P>* edt = nullptr;
  Guid guid = k_null;
  Frame* outer = nullptr;
  Guid locals[4] = {};  // ocrElsUserGet
  OwnBlock few[8];      // data of blocks that it has made and holds
  OwnBlock* made = few;
  std::uint32_t made_count = 0;
  std::uint32_t made_room = 8;
  std::size_t readings = 0;  // of the thread's, when it began

  Frame() = default;
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
  ~Frame() {
    if (made != few) std::free(made);
  }
  /// @returns false when there is no memory
  bool keep(void* data) noexcept {
    if (made_count == made_room && !grow()) return false;
    made[made_count++] = {data, false};
    return true;
  }

 private:
  bool grow() noexcept {
    auto* const more = static_cast<OwnBlock*>(std::malloc(2 * made_room * sizeof(OwnBlock)));
    if (more == nullptr) return false;
    std::memcpy(more, made, made_count * sizeof(OwnBlock));
    if (made != few) std::free(made);
    made = more;
    made_room *= 2;
    return true;
  }
};

template <class P>
struct Thread {
  Cache<P> cache;
  Frame<P>* frame = nullptr;  // of the EDT that it runs
  Frame<P> outside;           // what it has made while it runs none
  Returns<P> returns;
  Block<P>* destroyed = nullptr;  // blocks that it has destroyed, the latest first
  std::uint32_t destroyed_count = 0;
  std::uint64_t destroyed_bytes = 0;
  static constexpr std::uint32_t k_many = 256;  // a heavy fence is some µs
  static constexpr std::uint64_t k_much = std::uint64_t{8} << 20;
  std::uint32_t enough_destroyed = k_many;  // when it next sees which of them may go
  std::uint64_t much_destroyed = k_much;
  bool looked_at = false;      // somebody is told what it does with events: a trace, a watcher, who looks for races
  bool traced = false;         // the port wants to hear of slots and events, and
  Guid ending = k_null;        // the finish scope whose end it is that is being told
  bool member = false;         // of the session's team: what it makes ready goes to its own queue
  std::uint64_t session = 0;   // the one that it was last in
  const void* site = nullptr;  // where the program made its last call, and
  const char* call = nullptr;  // which that was
  bool in_call = false;        // it has not returned yet
  EpochCounts<P> epochs;
};

}  // namespace heddle::ocr
