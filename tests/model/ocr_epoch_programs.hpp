// Claim: a block that is destroyed in epoch e is not freed while an EDT is in that did not see it destroyed.
//
//   who destroys the block                             an EDT begins         ... and ends, elsewhere
//     advance(); destroyed; fence; e = now();            enter(); destroyed?   read the block;
//     advance(), four times; free it once it is e + 2    read the block        leave()
//
// The engine waits for e + 3, as others move the epoch as well, and its look at it may be one behind (MovedByAnother).
// An EDT that runs leaves the epoch before it reads, and says what it reads in a word of its thread instead
// (SaysWhatItReads): then the block is freed only when the epoch has moved on and the word does not name it.
//
// Expected: no race between a read and the freeing.
#pragma once

#include <array>
#include <cstdint>

#include "ocr/epoch.hpp"

namespace heddle::model {

template <class E, std::uint64_t k_moves, template <class> class Epochs>
struct ABlock {
  Epochs<E> epochs;
  std::array<ocr::EpochCounts<E>, 2> counts;
  typename E::template atomic<int> destroyed{0};
  typename E::template plain<int> data{1};

  ABlock() {
    for (auto& one : counts) epochs.add(one);
  }

  bool alive() const {
    // order: acquire — as the block's lock.
    return destroyed.load(std::memory_order_acquire) == 0;
  }
  void read() { E::require(static_cast<int>(data) == 1, "what an EDT reads is not freed"); }

  /// @returns the epoch in which it was
  std::uint64_t destroy() {
    // order: release — as the block's lock.
    destroyed.store(1, std::memory_order_release);
    // order: fence seq_cst — as Engine::destroy_block().
    E::fence(std::memory_order_seq_cst);
    return epochs.now();
  }
  void free_it(std::uint64_t last, std::uint64_t now) {
    if (last + k_moves <= now) data = 0;
  }
};

template <class E, std::uint64_t k_moves = 2, template <class> class Epochs = ocr::BlockEpochs>
struct ReadWhileDestroyed : ABlock<E, k_moves, Epochs> {
  static constexpr int k_threads = 3;
  enum : int { k_nothing, k_begun, k_gone };
  typename E::template atomic<int> handed{k_nothing};
  typename E::template plain<bool> odd{false};
  typename E::template plain<bool> reads{false};

  void begin() {
    odd = this->epochs.enter(this->counts[0]);
    reads = this->alive();
    if (reads) this->read();
    // order: acq_rel — as a queue hands an EDT over.
    if (handed.exchange(k_begun, std::memory_order_acq_rel) == k_gone) end(0);
  }
  void end(int where) {
    if (reads) this->read();
    this->epochs.leave(this->counts[where], odd);
  }
  void thread(int id) {
    if (id == 0) {
      begin();
    } else if (id == 1) {
      // order: acq_rel — as above.
      if (handed.exchange(k_gone, std::memory_order_acq_rel) == k_begun) end(1);
    } else {
      std::uint64_t now = this->epochs.advance();
      const std::uint64_t last = this->destroy();
      for (int tries = 0; tries < 4; ++tries) now = this->epochs.advance();
      this->free_it(last, now);
    }
  }
  void after() {
    const std::uint64_t before = this->epochs.now();
    this->epochs.advance();
    E::require(this->epochs.advance() == before + 2, "nobody is in, so nobody holds the epoch");
  }
};

/// The EDT becomes runnable on one thread and runs on another, out of the epoch.
template <class E, template <class> class Counts = ocr::EpochCounts>
struct SaysWhatItReads : ABlock<E, 2, ocr::BlockEpochs> {
  static constexpr int k_threads = 3;
  enum : int { k_nothing, k_ready, k_gone };
  typename E::template atomic<int> handed{k_nothing};
  typename E::template plain<bool> odd{false};
  typename E::template plain<bool> reads{false};

  void run(int where) {
    auto& own = static_cast<Counts<E>&>(this->counts[where]);
    if (reads) own.keep(this);
    this->epochs.leave(own, odd);
    if (reads) this->read();
    own.forget(0);
  }
  void thread(int id) {
    if (id == 0) {
      odd = this->epochs.enter(this->counts[0]);
      reads = this->alive();
      // order: acq_rel — as a queue hands an EDT over.
      if (handed.exchange(k_ready, std::memory_order_acq_rel) == k_gone) run(0);
    } else if (id == 1) {
      // order: acq_rel — as above.
      if (handed.exchange(k_gone, std::memory_order_acq_rel) == k_ready) run(1);
    } else {
      std::uint64_t now = this->epochs.advance();
      const std::uint64_t last = this->destroy();
      for (int tries = 0; tries < 4; ++tries) now = this->epochs.advance();
      bool read_still = false;
      this->epochs.for_each_reading([&](const void* what) { read_still = read_still || what == this; });
      if (!read_still) this->free_it(last, now);
    }
  }
  void after() {}
};

/// One thread destroys the block and frees it, another moves the epoch.
template <class E, std::uint64_t k_moves = 3, template <class> class Epochs = ocr::BlockEpochs>
struct ReadWhileMovedByAnother : ABlock<E, k_moves, Epochs> {
  static constexpr int k_threads = 3;

  void thread(int id) {
    if (id == 1) {
      const bool odd = this->epochs.enter(this->counts[0]);
      if (this->alive()) this->read();
      this->epochs.leave(this->counts[0], odd);
    } else if (id == 2) {
      const std::uint64_t last = this->destroy();
      this->free_it(last, this->epochs.now());
    } else {
      for (int tries = 0; tries < 4; ++tries) this->epochs.advance();
    }
  }
  void after() {}
};

}  // namespace heddle::model
