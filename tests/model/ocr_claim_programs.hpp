// Claim: who connects a slot of an EDT connects none of a later EDT in the same place, and an EDT that is destroyed
// meanwhile is freed once, after the claimer is done with it.
//
//   adds a dependence                              destroys the EDT
//     lock(guid); claim the slot; unlock;            lock(guid); one more holds it back; claim what is open; retire;
//     set its value; one less is open: the           so many less are open: the last one frees it, and a later EDT is
//     last one frees it                              made there
//
// As Engine::claim(), fill(), destroy_edt(). Expected: no race on the slot, one freeing.
#pragma once

#include "ocr/edt.hpp"

namespace heddle::model {

template <class E>
struct ClaimedUnderLock {
  /// @returns whether the slot is the caller's
  static bool claim(ocr::Object<E>& edt, ocr::Guid guid, ocr::Slot<E>& slot) {
    if (!edt.lock(guid)) return false;
    const bool open = slot.claim();
    edt.unlock(guid);
    return open;
  }
};

template <class E, template <class> class Claim = ClaimedUnderLock>
struct ConnectedWhileDestroyed {
  static constexpr int k_threads = 2;
  ocr::Object<E> edt{};
  ocr::Slot<E> slot{};
  typename E::template atomic<std::uint32_t> open{1};  // the slot
  typename E::template plain<int> value{0};            // of the slot
  typename E::template plain<int> freed{0};
  ocr::Guid guid;
  typename E::template plain<bool> given_up{false};
  bool claimed = false;

  ConnectedWhileDestroyed() { guid = edt.publish(ocr::Kind::edt, 1); }

  // The last of those that hold it back; the place is used again at once.
  void arrive(std::uint32_t less) {
    // order: acq_rel — as Engine::arrive().
    if (open.fetch_sub(less, std::memory_order_acq_rel) != less) return;
    if (!given_up) edt.end(guid);  // it has run
    freed = static_cast<int>(freed) + 1;
    value = 0;
    // order: relaxed (both) — nobody knows the later EDT yet.
    slot.state.store(0, std::memory_order_relaxed);
    open.store(2, std::memory_order_relaxed);
    edt.publish(ocr::Kind::edt, 1);
  }
  void add() {
    claimed = Claim<E>::claim(edt, guid, slot);
    if (!claimed) return;
    value = 1;
    arrive(1);
  }
  void destroy() {
    if (!edt.lock(guid)) return;
    // order: relaxed — as Engine::destroy_edt().
    std::uint32_t seen = open.load(std::memory_order_relaxed);
    do {
      if (seen == 0) return edt.unlock(guid);  // it is runnable
      // order: relaxed — as above.
    } while (!open.compare_exchange_weak(seen, seen + 1, std::memory_order_relaxed, std::memory_order_relaxed));
    const std::uint32_t less = slot.claim() ? 2 : 1;
    given_up = true;
    edt.retire();
    arrive(less);
  }
  void thread(int id) {
    if (id == 0) {
      add();
    } else {
      destroy();
    }
  }
  void after() {
    E::require(static_cast<int>(freed) == 1, "it is freed once");
    E::require(slot.where() == ocr::slot_state::k_open, "nobody has connected the later EDT's slot");
  }
};

/// It ends by itself while somebody has locked it to connect a slot.
template <class E, template <class> class Object = ocr::Object>
struct EndsWhileLocked {
  static constexpr int k_threads = 2;
  Object<E> edt{};
  typename E::template plain<int> contents{0};
  ocr::Guid guid;

  EndsWhileLocked() { guid = edt.publish(ocr::Kind::edt, 1); }
  void thread(int id) {
    if (id == 0) {
      if (!edt.lock(guid)) return;
      contents = static_cast<int>(contents) + 1;
      edt.unlock(guid);
    } else {
      edt.end(guid);
      contents = 100;  // the place is used again
    }
  }
  void after() { E::require(!edt.is(guid), "it is dead for good"); }
};

}  // namespace heddle::model
