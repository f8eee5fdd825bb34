// Dependences: how slots of EDTs and events are connected. Included by engine.hpp only.
#pragma once

namespace heddle::ocr {

template <class P>
int Engine<P>::add_dependence(T& thread, Guid source, std::uint32_t source_slot, Guid destination, std::uint32_t index,
                              Mode mode) noexcept {
  source = real(source);
  destination = real(destination);
  const Kind from = guid::kind(source);
  if (source != k_null && from != Kind::event && from != Kind::block)
    return kind_of(source) == Kind::none ? k_invalid : k_not_permitted;
  if (from == Kind::block && !usable(source)) return k_invalid;
  if (from == Kind::block) tell_passed(thread, source);
  Wave wave(*this, thread);
  if (guid::kind(destination) == Kind::event) {
    if (from == Kind::event) return link(wave, source, source_slot, destination, index);
    return satisfy(wave, destination, source, index);
  }
  if (guid::kind(destination) != Kind::edt) {
    const Kind to = guid::kind(destination);
    return to == Kind::none || kind_of(destination) == Kind::none ? k_invalid : k_not_permitted;
  }
  if (from == Kind::event && alive<Event<P>>(source, Kind::event) == nullptr) {
    if (watcher_ != nullptr) watcher_->dead_source(source);
    return k_invalid;
  }
  S* slot = nullptr;
  if (const int code = claim(destination, index, mode, slot); code != k_ok) return code;
  if (from != Kind::event) {
    fill(thread, *slot, source);
    return k_ok;
  }
  const int code = listen(wave, source, *slot, source_slot);
  if (code != k_ok) give_up_claim(thread, destination, *slot);
  return code;
}

// From then on the EDT stays until the slot is filled. Under its lock, so that a slot of a later EDT is never meant.
template <class P>
int Engine<P>::claim(Guid guid, std::uint32_t index, Mode mode, S*& slot) noexcept {
  auto* const edt = locked<Edt<P>>(guid, Kind::edt);
  if (edt == nullptr) return k_invalid;
  int code = k_invalid;
  if (index < edt->slot_count) {
    slot = &edt->slots()[index];
    code = slot->claim() ? k_ok : k_not_permitted;
    if (code == k_ok) {
      slot->mode = static_cast<std::uint32_t>(mode);
      probe::released(edt);
    }
  }
  edt->unlock(guid);
  return code;
}

template <class P>
void Engine<P>::give_up_claim(T& thread, Guid guid, S& slot) noexcept {
  Edt<P>& edt = edt_of(slot);
  if (!edt.lock(guid)) return arrive(thread, edt);  // it has been destroyed, and waited for this slot
  slot.become(slot_state::k_open);
  edt.unlock(guid);
}

// The slots that the call has named, before anybody else can know the EDT.
template <class P>
void Engine<P>::claim_named(Edt<P>& edt, const EdtRequest& what) noexcept {
  if (what.dependences == nullptr) return;
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    if (what.dependences[index] == k_uninitialized) continue;
    S& slot = edt.slots()[index];
    slot.become(slot_state::k_connected);
    slot.mode = static_cast<std::uint32_t>(Mode::read_write);
  }
}

// Connects the slots that the call has named, and lets go of the EDT: from then on it may run.
template <class P>
void Engine<P>::connect_named(T& thread, Edt<P>& edt, const EdtRequest& what) noexcept {
  const std::uint32_t slots = edt.slot_count;
  if (what.dependences != nullptr) {
    Wave wave(*this, thread);
    for (std::uint32_t index = 0; index < slots; ++index) {
      const Guid source = what.dependences[index];
      if (source == k_uninitialized) continue;
      S& slot = edt.slots()[index];
      const Guid named = real(source);
      if (guid::kind(named) == Kind::event) {
        if (const int code = listen(wave, named, slot, 0); code != k_ok) {
          port_.late_error("a dependence of a new EDT names no event", source, code, &edt);
          fill(thread, slot, k_null);
        }
      } else {
        fill(thread, slot, named);
      }
    }
  }
  arrive(thread, edt);
}

}  // namespace heddle::ocr
