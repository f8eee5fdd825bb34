// Collective events: contributions, and slots that wait for a generation. Included by engine.hpp only.
#pragma once

#include <cstring>

#include "ocr/collective.hpp"

namespace heddle::ocr {

template <class P>
void delete_collective(Event<P>& event) noexcept {
  const probe::Unseen unseen;
  delete event.collective;
}

template <class P>
int Engine<P>::contribute(T& thread, Guid guid, const void* data, std::uint32_t slot) noexcept {
  guid = real(guid);
  auto* const event = locked<Event<P>>(guid, Kind::event);
  if (event == nullptr) return k_invalid;
  if (event->event_kind() != EventKind::collective || data == nullptr) {
    event->unlock(guid);
    return k_invalid;
  }
  Wave wave(*this, thread);
  return collect_value(wave, *event, guid, data, slot);
}

// @pre locked
template <class P>
int Engine<P>::collect_value(Wave& wave, Event<P>& event, Guid guid, const void* data, std::uint32_t slot) noexcept {
  Collective& state = *event.collective;
  if (data == nullptr || slot >= state.ranks) {
    event.unlock(guid);
    return k_invalid;
  }
  const probe::Unseen unseen;  // ranks write beside each other
  if (wave.thread_.traced) [[unlikely]]
    port_.event_satisfied(event);
  probe::released(&event);
  Collective::Generation& generation = state.generation(state.contributed[slot]++);
  std::memcpy(generation.given.data() + slot * state.bytes(), data, state.bytes());
  if (++generation.arrived < state.ranks) {
    event.unlock(guid);
    return k_ok;
  }
  int code = k_ok;
  probe::in_passing([&] {
    probe::acquired(&event);
    code = complete(wave, event, guid, generation);
  });
  return code;
}

// All ranks have contributed. @pre locked
template <class P>
template <class Generation>
int Engine<P>::complete(Wave& wave, Event<P>& event, Guid guid, Generation& generation) noexcept {
  Collective& state = *event.collective;
  void* result = nullptr;
  const BlockRequest request{.bytes = state.bytes(),
                             .acquire = false,
                             .flags = 0,
                             .hints = nullptr,  //
                             .origin = event.origin,
                             .label = k_null};
  if (const int code = create_block(wave.thread_, generation.result, result, request); code != k_ok) {
    event.unlock(guid);
    return code;
  }
  state.result_of(generation, alive<Block<P>>(generation.result, Kind::block)->data);
  auto* const waiting = static_cast<S*>(generation.waiting);
  const Guid value = generation.result;
  generation.waiting = nullptr;
  generation.given = {};
  state.forget();
  event.unlock(guid);
  wave.tell(waiting, value);
  return k_ok;
}

// @pre locked
template <class P>
int Engine<P>::listen_to_all(Wave& wave, Event<P>& event, Guid guid, S& slot, std::uint32_t rank) noexcept {
  const probe::Unseen unseen;
  Collective& state = *event.collective;
  if (rank >= state.ranks) {
    event.unlock(guid);
    return k_invalid;
  }
  Collective::Generation& generation = state.generation(state.asked[rank]++);
  ++generation.taken;
  if (!slot.has(slot_state::k_link)) slot.mode = (slot.mode & ~15U) | static_cast<std::uint32_t>(Mode::read_only);
  if (generation.arrived < state.ranks) {
    slot.next = static_cast<S*>(generation.waiting);
    generation.waiting = &slot;
    event.unlock(guid);
    return k_ok;
  }
  const Guid value = generation.result;
  state.forget();
  probe::in_passing([&] {
    probe::acquired(&event);
    event.unlock(guid);
    wave.tell_one(slot, value);
  });
  return k_ok;
}

}  // namespace heddle::ocr
