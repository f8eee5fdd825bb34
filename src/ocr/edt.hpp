// Edt, Slot, Template: a piece of work, what it waits for, and what it was made from (OCR 1.2.0, §1.4.1, §2.3).
//
//   [ Edt | slots | parameters ]      in one place of the heap; more slots than fit lie apart, behind a word for the
//   EDT
//
// A slot is what the body gets as ocrEdtDep_t. Before that it is what the slot waits in: the list of an event, then the
// queue of a block. So a dependence costs no memory of its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ocr/object.hpp"

namespace heddle::ocr {

/// The values of DB_MODE_*.
enum class Mode : std::uint32_t { null = 0, constant = 1, read_write = 2, exclusive = 4, read_only = 8 };

constexpr bool may_write(Mode mode) noexcept { return mode == Mode::read_write || mode == Mode::exclusive; }

/// Where a slot is: the low bits of Slot::state. Above them lies its index.
namespace slot_state {
inline constexpr std::uint32_t k_open = 0;
inline constexpr std::uint32_t k_connected = 1;
inline constexpr std::uint32_t k_filled = 2;
inline constexpr std::uint32_t k_mask = 3;
inline constexpr std::uint32_t k_link = 4;         // not of an EDT, but of a link from event to event
inline constexpr std::uint32_t k_held = 8;         // counts as a holder of its block
inline constexpr std::uint32_t k_lies_apart = 16;  // of the first slot of an EDT: so do all
inline constexpr std::uint32_t k_let_go = 32;      // the body has released its block
inline constexpr std::uint32_t k_caller = 64;      // of a thread that waits inside a call
inline constexpr std::uint32_t k_pinned = 128;     // its block is kept for it by a count of its own
inline constexpr unsigned k_index_shift = 8;
}  // namespace slot_state

/// ocrEdtDep_t. While it waits, `guid` is what it waits for, `next` the list; while its EDT acquires blocks, the mode
/// has the number of the slot that comes at this slot's place in their order above its low four bits.
template <class P>
struct Slot {
  Guid guid;
  union {
    void* pointer;
    Slot* next;
  };
  std::uint32_t mode;
  typename P::template atomic<std::uint32_t> state;

  /// An open slot becomes one that somebody connects. By who has locked the EDT. @returns false when it is not open
  bool claim() noexcept {
    // order: relaxed (both) — nobody changes an open slot but under the lock; who claims it has it to itself, and what
    // it gets is published by fill() or the event's lock.
    const std::uint32_t seen = state.load(std::memory_order_relaxed);
    if ((seen & slot_state::k_mask) != slot_state::k_open) return false;
    state.store(seen | slot_state::k_connected, std::memory_order_relaxed);
    return true;
  }
  /// By who has it to himself.
  void become(std::uint32_t where) noexcept {
    // order: relaxed (both) — as above.
    state.store((state.load(std::memory_order_relaxed) & ~slot_state::k_mask) | where, std::memory_order_relaxed);
  }
  /// Flags of an EDT that acquires blocks or runs: one thread at a time.
  void set(std::uint32_t flags) noexcept {
    // order: relaxed (both) — handed on with the EDT.
    state.store(state.load(std::memory_order_relaxed) | flags, std::memory_order_relaxed);
  }
  void clear(std::uint32_t flags) noexcept {
    // order: relaxed (both) — as above.
    state.store(state.load(std::memory_order_relaxed) & ~flags, std::memory_order_relaxed);
  }
  bool has(std::uint32_t flag) const noexcept {
    // order: relaxed — set by who made the slot, or by the EDT's own thread.
    return (state.load(std::memory_order_relaxed) & flag) != 0;
  }
  std::uint32_t where() const noexcept {
    // order: relaxed — a look; claim() decides.
    return state.load(std::memory_order_relaxed) & slot_state::k_mask;
  }
  std::uint32_t index() const noexcept {
    // order: relaxed — does not change.
    return state.load(std::memory_order_relaxed) >> slot_state::k_index_shift;
  }
  Mode asked() const noexcept { return static_cast<Mode>(mode & 15); }
};

inline constexpr std::uint32_t k_no_locality = UINT32_MAX;

/// ocrEdt_t; the slots are ocrEdtDep_t.
using Body = Guid (*)(std::uint32_t, std::uint64_t*, std::uint32_t, void*);

struct Hints;
template <class P>
struct Scope;

/// Edt::flags.
inline constexpr std::uint16_t k_finish = 1;       // its scope is its own
inline constexpr std::uint16_t k_apart = 2;        // its slots lie apart
inline constexpr std::uint16_t k_in_epoch = 4;     // it has entered the epochs: it names blocks
inline constexpr std::uint16_t k_odd_epoch = 8;    // which of the two
inline constexpr std::uint16_t k_own_output = 16;  // its output event was made for it
inline constexpr std::uint16_t k_running = 64;     // its body
inline constexpr std::uint16_t k_labelled = 128;   // it was made under a label
inline constexpr std::uint16_t k_given_up = 32;    // destroyed before it was runnable; its memory waits for its events

template <class P>
struct Edt : Object<P> {  // number: parameters
  // -- line 0: all that running an EDT without slots needs, for whoever does may sit elsewhere
  typename P::template atomic<std::uint32_t> open;  // slots without a value, and 1 while it is being made
  std::uint32_t slot_count;
  Body body;
  Scope<P>* scope;       // null: none
  std::uint64_t weight;  // of the scope's, see scope.hpp
  Guid output;           // event, or null
  Hints* hints;          // null: none
  // -- line 1
  const char* title;       // the template's name; may be null
  void* origin;            // the call that made it
  std::uint32_t blocks;    // slots that name a block, once it is runnable
  std::uint32_t step;      // blocks that it has
  Edt* next;               // in whatever list it is in
  std::uint32_t locality;  // that its maker was in by its hint, or k_no_locality
  Guid label;              // or null; then it is not k_labelled

  using Slots = Slot<P>*;
  Slots slots() noexcept {
    return (this->flags & k_apart) != 0 ? *reinterpret_cast<Slots*>(this + 1) : reinterpret_cast<Slots>(this + 1);
  }
  std::uint64_t* parameters() noexcept {
    char* const behind = reinterpret_cast<char*>(this + 1);
    return reinterpret_cast<std::uint64_t*>(
        behind + ((this->flags & k_apart) != 0 ? sizeof(Slots) : slot_count * sizeof(Slot<P>)));
  }
  std::uint32_t parameter_count() const noexcept { return this->number; }
  /// Without a look at line 1 where there are no slots.
  bool has_blocks() const noexcept { return slot_count != 0 && blocks != 0; }

  static std::size_t bytes_inline(std::uint64_t slots, std::uint64_t parameters) noexcept {
    return sizeof(Edt) + slots * sizeof(Slot<P>) + parameters * sizeof(std::uint64_t);
  }
};

/// The EDT that a slot is of. @pre no link's
template <class P>
Edt<P>& edt_of(Slot<P>& slot) noexcept {
  Slot<P>* const first = &slot - slot.index();
  if (first->has(slot_state::k_lies_apart)) return **(reinterpret_cast<Edt<P>**>(first) - 1);
  return *(reinterpret_cast<Edt<P>*>(first) - 1);
}

template <class P>
struct Template : Object<P> {
  Body body;
  std::uint32_t parameter_count;
  std::uint32_t slot_count;
  const char* title;
  void* origin;
  Hints* hints;
  Guid label;
};

}  // namespace heddle::ocr
