// Object: what every EDT, event, block, template and scope begins with: its own GUID.
//
// The word says in one compare whether a GUID is alive, and it is the object's lock: who changes the object exchanges
// the GUID for the locked one, so asking and locking are one read-modify-write. A place is used again for objects of
// the same size only and its generation moves on, so a stale GUID never meets the word of a later object.
//
// Invariant: the word is free, or a GUID, or a GUID and locked; only who has locked it, or made the object, writes it.
// A lock is held for some tens of instructions, and nobody waits for anything meanwhile. Any thread. Model:
// tests/model/ocr_object_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "ocr/guid.hpp"

namespace heddle::ocr {

template <class P>
struct Object {
  typename P::template atomic<Guid> name;
  Kind kind;
  std::uint8_t size_class;
  std::uint16_t flags;
  std::uint32_t number;  // the kind's own

  /// @returns whether the GUID is this object's, alive, whoever is changing it
  bool is(Guid guid) const noexcept {
    // order: acquire — pairs with publish() and unlock(): what the object held when it got the name, or was changed.
    return (name.load(std::memory_order_acquire) & ~guid::k_locked) == guid;
  }

  /// @returns false when the GUID is not this object's any more
  bool lock(Guid guid) noexcept {
    for (std::uint32_t tries = 0;; ++tries) {
      Guid seen = guid;
      // order: acquire — pairs with unlock(): what the last holder has changed; relaxed on failure: nothing is read.
      if (name.compare_exchange_weak(seen, guid | guid::k_locked, std::memory_order_acquire, std::memory_order_relaxed))
          [[likely]]
        return true;
      if ((seen & ~guid::k_locked) != guid) return false;
      wait_a_bit(tries);
    }
  }
  void unlock(Guid guid) noexcept {
    // order: release — pairs with lock() and is().
    name.store(guid, std::memory_order_release);
  }

  /// Gives an object its name, once it is complete. @returns the GUID
  Guid publish(Kind what, Guid line) noexcept {
    kind = what;
    // order: relaxed — the place is the caller's own.
    const Guid before = name.load(std::memory_order_relaxed);
    const Guid guid = guid::make(what, before == 0 ? 1 : guid::generation(before), line);
    // order: release — pairs with is() and lock(), should the GUID travel by ways that are no dependence.
    name.store(guid, std::memory_order_release);
    return guid;
  }
  /// From now on no GUID is this object's. By who has locked it, or holds the only way to it.
  void retire() noexcept {
    // order: relaxed — written by the caller, or by who made the object.
    const Guid gone = after(name.load(std::memory_order_relaxed));
    // order: release — as in unlock().
    name.store(gone, std::memory_order_release);
  }
  /// The same by who alone may end the object, while others may lock it.
  void end(Guid guid) noexcept {
    for (std::uint32_t tries = 0;; ++tries) {
      Guid seen = guid;
      // order: acq_rel — locked and retired in one: as in lock(), and in unlock(); relaxed on failure: nothing is read.
      if (name.compare_exchange_weak(seen, after(guid), std::memory_order_acq_rel, std::memory_order_relaxed))
          [[likely]]
        return;
      wait_a_bit(tries);
    }
  }

 private:
  static Guid after(Guid guid) noexcept {
    return guid::k_free | (guid::next_generation(guid::generation(guid)) << guid::k_generation_shift);
  }
  static void wait_a_bit(std::uint32_t tries) noexcept {
    if (tries < k_spins) {
      P::pause();
    } else {
      P::yield();  // the holder has lost its core
    }
  }

  static constexpr std::uint32_t k_spins = 200;  // some µs: a section of ours is shorter unless its thread is preempted
};

}  // namespace heddle::ocr
