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
  const Kind to = guid::kind(destination);
  if (to == Kind::edt && from != Kind::event) [[likely]]
    return give(thread, source, {.edt = destination, .index = index, .mode = mode});
  Wave wave(*this, thread);
  if (to == Kind::event) {
    if (from == Kind::event) return link(wave, source, source_slot, destination, index);
    return satisfy(wave, destination, source, index);
  }
  if (to != Kind::edt) return to == Kind::none || kind_of(destination) == Kind::none ? k_invalid : k_not_permitted;
  if (alive<Event<P>>(source, Kind::event) == nullptr) {
    if (watcher_ != nullptr) watcher_->dead_source(source);
    return k_invalid;
  }
  S* slot = nullptr;
  if (const int code = claim(destination, index, mode, slot); code != k_ok) return code;
  const int code = listen(wave, source, *slot, source_slot);
  if (code != k_ok) give_up_claim(thread, destination, *slot);
  return code;
}

// A slot gets a block, or nothing, at once: claimed and filled in one, under the EDT's lock.
template <class P>
int Engine<P>::give(T& thread, Guid value, const SlotName& named) noexcept {
  const Guid guid = named.edt;
  auto* const edt = locked<Edt<P>>(guid, Kind::edt);
  if (edt == nullptr) return k_invalid;
  if (named.index >= edt->slot_count) {
    edt->unlock(guid);
    return k_invalid;
  }
  S& slot = edt->slots()[named.index];
  if (!slot.claim()) {
    edt->unlock(guid);
    return k_not_permitted;
  }
  slot.mode = static_cast<std::uint32_t>(named.mode);
  if (thread.traced) [[unlikely]] {  // a place of the program may be looked up, for which nobody waits locked out
    edt->unlock(guid);
    fill(thread, slot, value);
    return k_ok;
  }
  slot.guid = named.mode == Mode::null ? k_null : value;
  slot.pointer = nullptr;
  slot.become(slot_state::k_filled);
  probe::released(edt);
  edt->unlock(guid);
  arrive(thread, *edt);  // it stays for this one: who destroys it leaves the slot to us
  return k_ok;
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

// A slot has its value.
template <class P>
void Engine<P>::fill(T& thread, S& slot, Guid value) noexcept {
  Edt<P>& edt = edt_of(slot);
  if (thread.traced) [[unlikely]]
    port_.slot_filled(edt, slot);
  slot.guid = slot.asked() == Mode::null ? k_null : value;
  slot.pointer = nullptr;
  slot.become(slot_state::k_filled);
  probe::released(&edt);
  arrive(thread, edt);
}

template <class P>
inline void Engine<P>::arrive(T& thread, Edt<P>& edt) noexcept {
  // order: acq_rel — release: the slot's value, and what was done before; acquire: the last one shows all to the EDT.
  if (edt.open.fetch_sub(1, std::memory_order_acq_rel) == 1) runnable(thread, edt);
}

// The slots that the call has named, before anybody else can know the EDT.
template <class P>
void Engine<P>::claim_named(Edt<P>& edt, const EdtRequest& what) noexcept {
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    if (what.dependences[index] == k_uninitialized) continue;
    S& slot = edt.slots()[index];
    slot.become(slot_state::k_connected);
    slot.mode = static_cast<std::uint32_t>(Mode::read_write);
  }
}

// Connects the slots that the call has named. @pre the caller still holds the EDT back
template <class P>
void Engine<P>::connect_named(T& thread, Edt<P>& edt, const EdtRequest& what) noexcept {
  Wave wave(*this, thread);
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
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

}  // namespace heddle::ocr
