// Claims: a stale GUID locks nothing, whoever uses its place meanwhile; who locks an object sees what the last holder
// has changed; who is told that a GUID is an object's sees what the object held when it got the name.
//
//   changer                    user of the place                      onlooker
//     lock(old); change          lock(old); retire(); set up;           is(old): what never changes
//     unlock(old)                publish()
//
// Expected: no race on the object's contents, no change is lost, and none is made to the later object.
//
// Two threads lock, no more: those who wait for the lock go on in turns, which the explorer would do for ever with two.
#pragma once

#include <cstdint>

#include "ocr/object.hpp"

namespace heddle::model {

template <class E, template <class> class Object = ocr::Object>
struct PlaceUsedAgain {
  static constexpr int k_threads = 3;
  static constexpr int k_later = 100;
  Object<E> object{};
  ocr::Guid old;
  ocr::Guid later = ocr::k_null;
  typename E::template plain<int> contents{0};  // by who has locked it
  typename E::template plain<int> fixed{1};     // what the object held when it was named
  typename E::template plain<int> changes{0};
  typename E::template plain<int> seen{0};

  PlaceUsedAgain() { old = object.publish(ocr::Kind::event, 1); }

  void change() {
    if (!object.lock(old)) return;
    E::require(static_cast<int>(contents) < k_later, "a stale GUID locks nothing");
    contents = static_cast<int>(contents) + 1;
    changes = static_cast<int>(changes) + 1;
    object.unlock(old);
  }
  void use_again() {
    E::require(object.lock(old), "nobody else ends it");
    seen = static_cast<int>(contents);
    object.retire();
    E::require(!object.is(old), "it is nobody's");
    contents = k_later;
    later = object.publish(ocr::Kind::event, 1);
  }
  void thread(int id) {
    if (id == 0) {
      change();
      change();
    } else if (id == 1) {
      use_again();
    } else if (object.is(old)) {
      E::require(static_cast<int>(fixed) == 1, "it is complete");
    }
  }
  void after() {
    E::require(later != old, "the later object has a GUID of its own");
    E::require(object.is(later) && !object.is(old), "the GUID is the later object's");
    E::require(static_cast<int>(contents) == k_later, "nobody has changed the later object");
    E::require(static_cast<int>(seen) == static_cast<int>(changes), "no change is lost");
  }
};

/// The GUID travels by ways that order nothing.
template <class E, template <class> class Object = ocr::Object>
struct GuidToldWithoutOrder {
  static constexpr int k_threads = 3;
  Object<E> object{};
  typename E::template atomic<ocr::Guid> told{ocr::k_null};
  typename E::template plain<int> contents{0};
  typename E::template plain<int> fixed{0};

  void thread(int id) {
    if (id == 0) {
      fixed = 1;
      contents = 1;
      // order: relaxed — the claim: the object's own word is enough.
      told.store(object.publish(ocr::Kind::event, 1), std::memory_order_relaxed);
      return;
    }
    // order: relaxed — as above.
    const ocr::Guid guid = told.load(std::memory_order_relaxed);
    if (guid == ocr::k_null) return;
    if (id == 1) {
      if (!object.lock(guid)) return;
      E::require(static_cast<int>(contents) == 1, "who locks it finds it complete");
      contents = 2;
      object.unlock(guid);
    } else if (object.is(guid)) {
      E::require(static_cast<int>(fixed) == 1, "who finds it alive finds it complete");
    }
  }
  void after() {}
};

}  // namespace heddle::model
