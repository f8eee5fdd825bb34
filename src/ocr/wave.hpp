// Wave: what follows from something having happened: slots are filled, EDTs become runnable, further events are
// satisfied. A loop over lists, however long a chain of events is; no body runs in it.
//
// Called with nothing locked.
#pragma once

#include <utility>

#include "ocr/engine.hpp"

namespace heddle::ocr {

template <class P>
class Engine<P>::Wave {
 public:
  Wave(Engine& engine, Thread<P>& thread) noexcept : engine_(engine), thread_(thread) {}
  Wave(const Wave&) = delete;
  Wave& operator=(const Wave&) = delete;
  ~Wave() {
    if (linked_ != k_null || first_ != nullptr) run();
  }

  /// All slots of the list, and no others, get the value.
  void tell(Slot<P>* list, Guid value) noexcept {
    while (list != nullptr) {
      Slot<P>* const next = list->next;  // read first: an EDT may run, and its slot be used again
      tell_one(*list, value);
      list = next;
    }
  }

  void tell_one(Slot<P>& slot, Guid value) noexcept {
    if (!slot.has(slot_state::k_link | slot_state::k_caller)) [[likely]]
      return engine_.fill(thread_, slot, value);
    if (slot.has(slot_state::k_caller)) return engine_.port().tell_caller(slot, value);
    Link<P>& link = Link<P>::of(slot);
    probe::released(&link);
    link.value = value;
    link.next = nullptr;
    (first_ == nullptr ? first_ : last_->next) = &link;
    last_ = &link;
  }

  /// @returns what ocrEventSatisfySlot returns
  int satisfy(Guid event, Guid value, std::uint32_t slot) noexcept {
    return engine_.satisfy(*this, event, value, slot);
  }

  /// The one event that lies in the event which was satisfied. One at a time: each step satisfies one event, and takes
  /// what this leaves here before it takes another.
  void tell_linked(Guid destination, std::uint32_t slot, Guid value) noexcept {
    linked_ = destination;
    linked_slot_ = slot;
    linked_value_ = value;
  }

 private:
  [[gnu::noinline]] void run() noexcept {
    while (linked_ != k_null) {
      const Guid destination = std::exchange(linked_, k_null);
      tell_destination(destination, linked_value_, linked_slot_);
    }
    if (first_ != nullptr) probe::in_passing([this] { tell_links(); });
  }

  void tell_destination(Guid destination, Guid value, std::uint32_t slot) noexcept {
    if (const int code = engine_.satisfy(*this, destination, value, slot); code != 0) [[unlikely]]
      engine_.port().late_error("an event that depends on an event could not be satisfied", destination, code, nullptr);
  }

  void tell_links() noexcept {
    while (first_ != nullptr) {
      Link<P>& link = *first_;
      first_ = link.next;
      probe::acquired(&link);
      const Guid destination = link.destination;
      const Guid value = link.value;
      const std::uint32_t slot = link.slot.mode;
      engine_.give_up_link(thread_, link);
      tell_destination(destination, value, slot);
      while (linked_ != k_null) tell_destination(std::exchange(linked_, k_null), linked_value_, linked_slot_);
    }
  }

  Engine& engine_;
  Thread<P>& thread_;
  Guid linked_ = k_null;  // event that is to be satisfied next, before those in the list
  Guid linked_value_;
  std::uint32_t linked_slot_;
  Link<P>* first_ = nullptr;
  Link<P>* last_ = nullptr;

  friend class Engine<P>;
};

}  // namespace heddle::ocr
