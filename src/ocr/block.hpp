// Block: a data block, and the lock that says who may be inside together (OCR 1.2.0, §1.4.2).
//
// Classes of holders: read-write, constant, exclusive; read-only ones are not counted, wait for nobody and keep nobody
// out. First come, first served; neighbours of one class come in together. A slot that has to wait lies in the block's
// queue, and its EDT goes on acquiring when it comes in. EDTs acquire in rising order of GUIDs, so they form no circle.
//
// Invariant: `holders` of class `inside`, which is none where there are no holders; `first` is null unless somebody is
// inside. By who has locked the block.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ocr/edt.hpp"
#include "ocr/object.hpp"

namespace heddle::ocr {

enum class Holding : std::uint32_t { none, read_write, constant, exclusive };

/// What a slot that asks for the mode counts as. none: read-only, or nothing.
constexpr Holding holding(Mode mode) noexcept {
  switch (mode) {
    case Mode::read_write:
      return Holding::read_write;
    case Mode::constant:
      return Holding::constant;
    case Mode::exclusive:
      return Holding::exclusive;
    default:
      return Holding::none;
  }
}

/// One block on several slots of an EDT is acquired once. Read-write and constant together want it alone.
constexpr Holding joined(Holding one, Holding other) noexcept {
  if (one == other || other == Holding::none) return one;
  if (one == Holding::none) return other;
  return Holding::exclusive;
}

/// Block::flags.
inline constexpr std::uint16_t k_destroyed = 1;
inline constexpr std::uint16_t k_data_apart = 2;
inline constexpr std::uint16_t k_single_assignment = 4;

template <class P>
struct Block : Object<P> {  // number: holders
  Slot<P>* first;           // that wait
  Slot<P>* last;
  char* data;
  std::uint64_t bytes;
  Holding inside;
  std::uint32_t locality;  // that the data were placed for, or k_no_locality
  void* origin;            // the call that made it
  Guid label;
  Hints* hints;
  Block* next;               // of those that are destroyed
  std::uint64_t last_epoch;  // in which it was
  std::uint64_t pins;        // EDTs that keep it without being in an epoch, see Engine::pin_others()
  std::uint64_t spare[2];
  Block* self;  // the word in front of the data, wherever these lie

  /// The block whose data lie there.
  static Block& of(void* data) noexcept { return **(static_cast<Block**>(data) - 1); }

  std::uint32_t& holders() noexcept { return this->number; }

  bool must_wait(Holding what) const noexcept {
    return first != nullptr || (inside != Holding::none && (inside != what || what == Holding::exclusive));
  }
  /// Whether somebody is inside, or will be: then it stays, though it is destroyed.
  bool is_wanted() const noexcept { return this->number != 0 || first != nullptr || pins != 0; }

  /// @returns whether it may come in; else the slot waits in the queue
  bool take(Holding what, Slot<P>& slot) noexcept {
    if (!must_wait(what)) {
      inside = what;
      ++holders();
      return true;
    }
    slot.next = nullptr;
    (first == nullptr ? first : last->next) = &slot;
    last = &slot;
    return false;
  }

  /// A slot that waits gives up. @returns false when it is not in the queue
  bool forget(Slot<P>& slot) noexcept {
    Slot<P>* before = nullptr;
    for (Slot<P>* at = first; at != nullptr; before = at, at = at->next) {
      if (at != &slot) continue;
      (before == nullptr ? first : before->next) = slot.next;
      if (last == &slot) last = before;
      return true;
    }
    return false;
  }

  /// One holder is gone. `class_of(slot)` says what a waiting slot counts as. @returns those that have come in, linked
  template <class ClassOf>
  Slot<P>* leave(const ClassOf& class_of) noexcept {
    if (--holders() != 0) return nullptr;
    inside = Holding::none;
    if (first == nullptr) return nullptr;
    Slot<P>* const admitted = first;
    Slot<P>* end = first;
    inside = class_of(*first);
    holders() = 1;
    while (inside != Holding::exclusive && end->next != nullptr && class_of(*end->next) == inside) {
      end = end->next;
      ++holders();
    }
    first = end->next;
    end->next = nullptr;
    return admitted;
  }
};

}  // namespace heddle::ocr
