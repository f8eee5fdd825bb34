// Event: what tells of something once it has happened (OCR 1.2.0, §1.4.3; semantics by kind in README.md).
//
// A waiting slot lies in the event's list. All fields are changed by who has locked the event; what the change makes
// known is told after it is unlocked (wave.hpp).
#pragma once

#include <cstdint>

#include "ocr/edt.hpp"
#include "ocr/object.hpp"

namespace heddle::ocr {

/// The values of OCR_EVENT_*_T.
enum class EventKind : std::uint8_t {
  once = 1,
  idem = 2,
  sticky = 3,
  latch = 4,
  counted = 5,
  channel = 6,
  collective = 7
};

/// Event::flags: the kind in the low four bits.
inline constexpr std::uint16_t k_event_kind = 15;
inline constexpr std::uint16_t k_takes_argument = 16;
inline constexpr std::uint16_t k_fired = 32;

struct Collective;

/// A value that a channel keeps until somebody asks.
template <class P>
struct BufferedValue : Object<P> {
  Guid value;
  BufferedValue* next;
};

template <class P>
struct Event : Object<P> {  // number: of a channel, values kept; of the kinds with `linked`, the slot there
  union {
    Slot<P>* waiting;            // the latest first; of a channel the oldest first
    BufferedValue<P>* buffered;  // of a channel, with k_buffers: the oldest first
    Collective* collective;
  };
  union {
    Slot<P>* last_waiting;
    BufferedValue<P>* last_buffered;
    Guid label;  // of the other kinds
  };
  union {
    Guid value;
    std::int64_t bound;  // of a channel: values that it may keep before that is told
  };
  union {
    std::int64_t count;  // of a latch: INCRs that are not made good; of a counted event: dependences to come
    Guid linked;         // of ONCE, IDEM, STICKY: the first event that depends on it, of those that lie in no Link
  };
  void* origin;  // the call that made it

  EventKind event_kind() const noexcept { return static_cast<EventKind>(this->flags & k_event_kind); }
  bool fired() const noexcept { return (this->flags & k_fired) != 0; }
  /// ONCE, IDEM, STICKY: one satisfaction is all that matters.
  bool is_plain() const noexcept { return static_cast<unsigned>((this->flags & k_event_kind) - 1) < 3; }
  /// The same, and nobody has satisfied it yet.
  bool is_plain_and_waits() const noexcept {
    return static_cast<unsigned>((this->flags & (k_event_kind | k_fired)) - 1) < 3;
  }
};
static_assert(static_cast<int>(EventKind::once) == 1 && static_cast<int>(EventKind::sticky) == 3);

/// Event::flags: what a channel's list holds.
inline constexpr std::uint16_t k_buffers = 64;
inline constexpr std::uint16_t k_event_labelled = 128;
inline constexpr std::uint16_t k_told_full = 256;

/// From an event to an event: a waiting slot with the destination beside it.
template <class P>
struct Link : Object<P> {
  Slot<P> slot;      // guid: the source; mode: the destination's slot
  Guid destination;  // event
  Guid value;        // that the source has given
  Link* next;

  static Link& of(Slot<P>& slot) noexcept {
    return *reinterpret_cast<Link*>(reinterpret_cast<char*>(&slot) - sizeof(Object<P>));
  }
};
}  // namespace heddle::ocr
