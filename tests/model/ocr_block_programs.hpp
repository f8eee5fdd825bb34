// Claim: who waits in a block's queue and gives up is either out of it or let in, and the queue stays whole.
//
//   holder                               waits and gives up
//     write; leave(): tell who comes in    take(), else forget(), else wait until told; write; leave()
//
// Expected: no race, no deadlock, nobody inside in the end. Three holders of classes are too many for the explorer.
#pragma once

#include <array>

#include "ocr/block.hpp"
#include "platform/spins.hpp"

namespace heddle::model {

/// Who waits in the queue gives up while it may be let in.
template <class E, template <class> class Block = ocr::Block>
struct GivesUpWaiting {
  static constexpr int k_threads = 2;
  Block<E> block{};
  ocr::Guid guid;
  std::array<ocr::Slot<E>, 2> slots{};
  typename E::template atomic<std::uint32_t> told{0};
  typename E::template plain<int> data{0};

  GivesUpWaiting() {
    block.first = block.last = nullptr;
    block.inside = ocr::Holding::exclusive;  // slot 0's
    block.holders() = 1;
    guid = block.publish(ocr::Kind::block, 1);
  }
  void leave() {
    E::require(block.lock(guid), "it is alive");
    const ocr::Slot<E>* const come = block.leave([](ocr::Slot<E>&) { return ocr::Holding::exclusive; });
    block.unlock(guid);
    // order: release — pairs with the other thread's.
    if (come != nullptr) told.store(1, std::memory_order_release);
  }
  void thread(int id) {
    if (id == 0) {
      data = 1;
      return leave();
    }
    E::require(block.lock(guid), "it is alive");
    bool in = block.take(ocr::Holding::exclusive, slots[1]);
    block.unlock(guid);
    if (!in) {
      E::require(block.lock(guid), "it is alive");
      const bool forgotten = block.forget(slots[1]);
      block.unlock(guid);
      if (forgotten) return;
      // order: acquire — pairs with leave().
      E::template spin_until<std::uint32_t>(
          told, [](std::uint32_t word) { return word != 0; }, heddle::platform::Spins::unbounded());
    }
    data = 2;
    leave();
  }
  void after() { E::require(block.holders() == 0 && block.first == nullptr, "nobody is inside, nobody waits"); }
};

}  // namespace heddle::model
