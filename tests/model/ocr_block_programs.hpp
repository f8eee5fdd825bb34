// Claim: who waits in a block's queue and gives up is either out of it or let in, and the queue stays whole.
//
//   holder                               waits and gives up
//     write; leave(): tell who comes in    take(), else forget(), else wait until told; write; leave()
//
// Claim: of three that come for a block in classes of their own, those are inside together who may be, each comes in
// once, and nobody overtakes who waits.
//
//   holder                                   two more
//     use; leave(): tell who comes in          take(), else wait until told; use; leave()
//
// Expected: no race, no deadlock, nobody inside in the end.
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

/// The first is inside from the beginning, until both others have come.
template <class E, ocr::Holding k_first, ocr::Holding k_second, ocr::Holding k_third,
          template <class> class Block = ocr::Block>
struct ThreeHolders {
  static constexpr int k_threads = 3;
  static constexpr std::array<ocr::Holding, 3> k_classes{k_first, k_second, k_third};
  Block<E> block{};
  ocr::Guid guid;
  std::array<ocr::Slot<E>, 3> slots{};
  std::array<typename E::template atomic<std::uint32_t>, 3> told{};
  std::array<typename E::template plain<int>, 3> words{};  // who holds it in RW writes his own
  std::array<int, 3> tickets{};                            // of those that wait; under the lock
  int next_ticket = 1;
  typename E::template atomic<std::uint32_t> came{0};

  ThreeHolders() {
    block.first = block.last = nullptr;
    block.inside = k_first;
    block.holders() = 1;
    guid = block.publish(ocr::Kind::block, 1);
  }
  int number_of(const ocr::Slot<E>& slot) const { return static_cast<int>(&slot - slots.data()); }

  void use(int id) {
    const ocr::Holding mine = k_classes[id];
    if (mine == ocr::Holding::read_write) {
      words[id] = id + 1;
      return;
    }
    for (auto& word : words) {
      const int seen = word;
      if (mine == ocr::Holding::exclusive) word = seen + 1;
    }
  }
  void come(int id) {
    E::require(block.lock(guid), "it is alive");
    const bool somebody_waits = block.first != nullptr;
    const bool in = block.take(k_classes[id], slots[id]);
    E::require(!in || !somebody_waits, "nobody overtakes who waits");
    if (!in) tickets[id] = next_ticket++;
    block.unlock(guid);
    // order: relaxed — says only that it is there: the first leaves then, so that the queue is seen at work.
    came.fetch_add(1, std::memory_order_relaxed);
    if (in) return;
    // order: acquire — pairs with leave().
    E::template spin_until<std::uint32_t>(
        told[id], [](std::uint32_t word) { return word != 0; }, heddle::platform::Spins::unbounded());
  }
  void leave() {
    E::require(block.lock(guid), "it is alive");
    ocr::Slot<E>* come = block.leave([this](ocr::Slot<E>& slot) { return k_classes[number_of(slot)]; });
    for (const ocr::Slot<E>* one = come; one != nullptr; one = one->next)
      for (const ocr::Slot<E>* left = block.first; left != nullptr; left = left->next)
        E::require(tickets[number_of(*one)] < tickets[number_of(*left)], "who came first comes in first");
    block.unlock(guid);
    while (come != nullptr) {
      ocr::Slot<E>* const next = come->next;
      // order: acq_rel — pairs with come().
      E::require(told[number_of(*come)].exchange(1, std::memory_order_acq_rel) == 0, "each comes in once");
      come = next;
    }
  }
  void thread(int id) {
    if (id != 0) come(id);
    use(id);
    if (id == 0)
      E::template spin_until<std::uint32_t>(
          came, [](std::uint32_t word) { return word == 2; }, heddle::platform::Spins::unbounded());
    leave();
  }
  void after() { E::require(block.holders() == 0 && block.first == nullptr, "nobody is inside, nobody waits"); }
};

}  // namespace heddle::model
