// Claims: holders of a block keep to the table of classes; whoever waits comes in; first come, first served.
//
//   each of three slots: lock; take()? in : wait until admitted; use the block; lock; leave(): tell those that come in
//
// A holder that writes alone (exclusive) and those that only read (constant) touch an ordinary variable, so whatever
// is not ordered by the block is a race. Expected: no race, no deadlock, nobody inside in the end.
#pragma once

#include <array>

#include "ocr/block.hpp"
#include "platform/spins.hpp"

namespace heddle::model {

/// Three holders of the given classes.
template <class E, ocr::Holding k_first, ocr::Holding k_second, ocr::Holding k_third,
          template <class> class Block = ocr::Block>
struct BlockHolders {
  static constexpr int k_threads = 3;
  static constexpr std::array<ocr::Holding, 3> k_classes = {k_first, k_second, k_third};
  Block<E> block{};
  ocr::Guid guid;
  std::array<ocr::Slot<E>, 3> slots{};
  std::array<typename E::template atomic<std::uint32_t>, 3> admitted{};
  typename E::template plain<int> data{0};
  typename E::template plain<int> inside_together{0};

  BlockHolders() {
    block.first = block.last = nullptr;
    block.inside = ocr::Holding::none;
    block.holders() = 0;
    guid = block.publish(ocr::Kind::block, 1);
  }

  ocr::Holding class_of(const ocr::Slot<E>& slot) const {
    return k_classes[static_cast<std::size_t>(&slot - slots.data())];
  }

  void enter(int id) {
    E::require(block.lock(guid), "it is alive");
    const bool in = block.take(k_classes[id], slots[id]);
    block.unlock(guid);
    if (in) return;
    // order: acquire — pairs with leave().
    E::template spin_until<std::uint32_t>(
        admitted[id], [](std::uint32_t word) { return word != 0; }, heddle::platform::Spins::unbounded());
  }
  void leave() {
    E::require(block.lock(guid), "it is alive");
    ocr::Slot<E>* come = block.leave([this](ocr::Slot<E>& slot) { return class_of(slot); });
    block.unlock(guid);
    while (come != nullptr) {
      ocr::Slot<E>* const next = come->next;
      // order: release — pairs with enter().
      admitted[static_cast<std::size_t>(come - slots.data())].store(1, std::memory_order_release);
      come = next;
    }
  }
  void use(int id) {
    if (k_classes[id] == ocr::Holding::exclusive) {
      data = static_cast<int>(data) + 1;
    } else if (k_classes[id] == ocr::Holding::constant) {
      (void)static_cast<int>(data);
    }
  }
  void thread(int id) {
    enter(id);
    use(id);
    leave();
  }
  void after() {
    E::require(block.inside == ocr::Holding::none && block.holders() == 0, "nobody is inside");
    E::require(block.first == nullptr, "nobody waits");
    int writers = 0;
    for (const ocr::Holding what : k_classes) writers += what == ocr::Holding::exclusive ? 1 : 0;
    E::require(static_cast<int>(data) == writers, "no write is lost");
  }
};

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
