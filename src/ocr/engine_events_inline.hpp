// Events: made, fed, listened to. Included by engine.hpp only.
//
// Whatever an event makes known is taken out of it while it is locked, and told by the wave once it is not.
#pragma once

namespace heddle::ocr {

template <class P>
int Engine<P>::create_event(T& thread, Guid& made, const EventRequest& what) noexcept {
  auto* const event = allocate<Event<P>>(thread, sizeof(Event<P>));
  if (event == nullptr) return k_no_memory;
  event->flags = static_cast<std::uint16_t>(what.kind);
  if (what.takes_argument) event->flags |= k_takes_argument;
  event->waiting = nullptr;
  event->value = k_null;
  if (event->is_plain()) {
    event->linked = k_null;
  } else {
    event->count = what.count;
  }
  event->origin = what.origin;
  event->label = what.label;
  if (what.kind == EventKind::channel) {
    event->last_waiting = nullptr;
    event->bound = what.bound;
  } else if (what.kind == EventKind::collective) {
    event->collective = what.collective;
  }
  if (what.label != k_null) event->flags |= k_event_labelled;
  made = publish(*event, Kind::event);
  if (thread.traced) [[unlikely]]
    port_.event_made(*event);
  if (what.label != k_null) {
    set_label(what.label, made);
    made = what.label;
  }
  return k_ok;
}

// @pre locked. Nobody waits in it any more, or is told by the caller.
template <class P>
void Engine<P>::free_event(T& thread, Event<P>& event) noexcept {
  if ((event.flags & k_event_labelled) != 0 && event.event_kind() != EventKind::channel)
    clear_label(event.label, guid_of(event));
  event.retire();
  heap_.release(thread.cache, event);
}

template <class P>
int Engine<P>::destroy_event(T& thread, Guid guid) noexcept {
  const Guid named = guid;
  guid = real(guid);
  auto* const event = locked<Event<P>>(guid, Kind::event);
  if (event == nullptr) return k_invalid;
  BufferedValue<P>* buffered = nullptr;
  if (event->event_kind() == EventKind::channel && (event->flags & k_buffers) != 0) buffered = event->buffered;
  const bool has_waiting =
      event->event_kind() != EventKind::collective && buffered == nullptr &&
      (event->waiting != nullptr || (event->is_plain() && event->linked != k_null && !event->fired()));
  if (event->event_kind() == EventKind::collective) delete_collective(*event);
  // A channel has no word left for its label; the program knows it by nothing else.
  if (event->event_kind() == EventKind::channel && guid::is_label(named)) clear_label(named, guid);
  free_event(thread, *event);
  if (has_waiting)
    port_.late_error("an event was destroyed for which EDTs or events wait: they never start", guid, k_ok, nullptr);
  while (buffered != nullptr) {
    BufferedValue<P>* const next = buffered->next;
    buffered->retire();
    heap_.release(thread.cache, *buffered);
    buffered = next;
  }
  return k_ok;
}

// The k-th value of a channel meets its k-th slot.
template <class P>
int Engine<P>::feed(Wave& wave, Event<P>& channel, Guid guid, Guid value) noexcept {
  if ((channel.flags & k_buffers) == 0 && channel.waiting != nullptr) {
    S& slot = *channel.waiting;
    channel.waiting = slot.next;
    channel.unlock(guid);
    wave.tell_one(slot, value);
    return k_ok;
  }
  auto* const kept = allocate<BufferedValue<P>>(wave.thread_, sizeof(BufferedValue<P>));
  if (kept == nullptr) {
    channel.unlock(guid);
    return k_no_memory;
  }
  publish(*kept, Kind::link);
  probe::released(kept);
  kept->value = value;
  kept->next = nullptr;
  if ((channel.flags & k_buffers) == 0) {
    channel.buffered = kept;
  } else {
    channel.last_buffered->next = kept;
  }
  channel.last_buffered = kept;
  channel.flags |= k_buffers;
  const bool full = ++channel.number > channel.bound && channel.bound > 0 && (channel.flags & k_told_full) == 0;
  if (full) channel.flags |= k_told_full;
  channel.unlock(guid);
  if (full) port_.late_error("a channel event keeps more values than its maxGen; it grows", guid, k_ok, nullptr);
  return k_ok;
}

// The k-th slot of a channel meets its k-th value.
template <class P>
int Engine<P>::draw(Wave& wave, Event<P>& channel, Guid guid, S& slot) noexcept {
  if ((channel.flags & k_buffers) != 0) {
    BufferedValue<P>& kept = *channel.buffered;
    channel.buffered = kept.next;
    if (--channel.number == 0) {
      channel.flags &= static_cast<std::uint16_t>(~k_buffers);
      channel.waiting = nullptr;
      channel.last_waiting = nullptr;
    }
    channel.unlock(guid);
    probe::in_passing([&] {
      probe::acquired(&kept);
      const Guid value = kept.value;
      kept.retire();
      heap_.release(wave.thread_.cache, kept);
      wave.tell_one(slot, value);
    });
    return k_ok;
  }
  slot.next = nullptr;
  (channel.waiting == nullptr ? channel.waiting : channel.last_waiting->next) = &slot;
  channel.last_waiting = &slot;
  channel.unlock(guid);
  return k_ok;
}

// The slot is the caller's, claimed. @returns k_invalid: the event is gone, and the slot as it was
template <class P>
int Engine<P>::listen(Wave& wave, Guid guid, S& slot, std::uint32_t source_slot) noexcept {
  auto* const event = locked<Event<P>>(guid, Kind::event);
  if (event == nullptr) return k_invalid;
  slot.guid = guid;
  if (event->event_kind() == EventKind::collective) return listen_to_all(wave, *event, guid, slot, source_slot);
  if (event->event_kind() == EventKind::channel) return draw(wave, *event, guid, slot);
  return listen_locked(wave, *event, guid, slot);
}

template <class P>
int Engine<P>::listen_locked(Wave& wave, Event<P>& event, Guid guid, S& slot) noexcept {
  const bool counted = event.event_kind() == EventKind::counted;
  if (counted) {
    if (event.count == 0) {
      event.unlock(guid);
      return k_not_permitted;  // all that it was made for are there
    }
    --event.count;
  }
  if (!event.fired()) {
    slot.next = event.waiting;
    event.waiting = &slot;
    event.unlock(guid);
    return k_ok;
  }
  probe::in_passing([&] {
    probe::acquired(&event);
    const Guid value = event.value;
    if (counted && event.count == 0) {
      free_event(wave.thread_, event);
    } else {
      event.unlock(guid);
    }
    wave.tell_one(slot, value);
  });
  return k_ok;
}

// The first event that depends on a plain one lies in that itself, and the wave takes it from there: no memory, and a
// line less on the way. @returns k_again: not there
template <class P>
inline int Engine<P>::link_inside(Wave& wave, Guid source, Guid destination, std::uint32_t slot) noexcept {
  auto* const event = locked<Event<P>>(source, Kind::event);
  if (event == nullptr) return k_invalid;
  if (!event->is_plain() || (event->linked != k_null && !event->fired())) {
    event->unlock(source);
    return k_again;
  }
  if (event->fired()) {
    const Guid value = event->value;
    event->unlock(source);
    wave.tell_linked(destination, slot, value);
  } else {
    event->linked = destination;
    event->number = slot;
    event->unlock(source);
  }
  return k_ok;
}

// From event to event.
template <class P>
int Engine<P>::link(Wave& wave, Guid source, std::uint32_t source_slot, Guid destination, std::uint32_t slot) noexcept {
  auto* const found = alive<Event<P>>(destination, Kind::event);
  if (found == nullptr) return k_invalid;
  const EventKind kind = found->event_kind();
  if (kind == EventKind::latch ? slot > k_increment : kind != EventKind::collective && slot != 0) return k_invalid;
  if (!wave.thread_.looked_at) [[likely]] {
    if (const int code = link_inside(wave, source, destination, slot); code != k_again) return code;
  }
  auto* const link = allocate<Link<P>>(wave.thread_, sizeof(Link<P>));
  if (link == nullptr) return k_no_memory;
  link->destination = destination;
  link->value = k_null;
  link->slot.mode = slot;
  // order: relaxed — published under the event's lock.
  link->slot.state.store(slot_state::k_link | slot_state::k_connected, std::memory_order_relaxed);
  publish(*link, Kind::link);
  probe::released(link);
  const int code = listen(wave, source, link->slot, source_slot);
  if (code != k_ok) give_up_link(wave.thread_, *link);
  return code;
}

// A block that nobody has destroyed.
template <class P>
bool Engine<P>::usable(Guid guid) noexcept {
  const auto* const block = alive<Block<P>>(guid, Kind::block);
  return block != nullptr && (block->flags & k_destroyed) == 0;
}

// What the output event passes on of what the body has returned.
template <class P>
void Engine<P>::pass(Wave& wave, Guid output, Guid returned, Edt<P>* edt) noexcept {
  returned = real(returned);
  const auto tell = [&](Guid value) {
    auto* const event = locked<Event<P>>(output, Kind::event);
    if (event == nullptr) return;  // the program has destroyed it, or its like has fired already
    if (event->event_kind() == EventKind::latch) event->value = value;
    if (const int code = satisfy_locked(wave, *event, output, value, 0); code != k_ok)
      port_.late_error("an output event could not be satisfied", output, code, edt);
  };
  if (guid::kind(returned) == Kind::event) {
    if (link(wave, returned, 0, output, 0) == k_ok) return;
    port_.late_error("an EDT has returned an event that is no more", returned, k_invalid, edt);
    return tell(k_null);
  }
  if (returned != k_null && guid::kind(returned) != Kind::block) {
    port_.late_error("an EDT has returned what is no block and no event", returned, k_invalid, edt);
    return tell(k_null);
  }
  // Destroyed meanwhile: nothing is passed.
  tell(returned != k_null && kind_of(returned) == Kind::none ? k_null : returned);
}

template <class P>
Kind Engine<P>::kind_of(Guid guid) noexcept {
  guid = real(guid);
  auto* const object = heap_.at(guid);
  if (object == nullptr || !object->is(guid)) return Kind::none;
  const Kind kind = guid::kind(guid);
  if (kind == Kind::block && (static_cast<Block<P>*>(object)->flags & k_destroyed) != 0) return Kind::none;
  return kind;
}

template <class P>
ListenOutcome Engine<P>::listen_as_caller(Guid guid, S& slot, bool never_waits, Guid& value) noexcept {
  guid = real(guid);
  auto* const event = locked<Event<P>>(guid, Kind::event);
  if (event == nullptr) return ListenOutcome::never;
  const EventKind kind = event->event_kind();
  ListenOutcome found = ListenOutcome::will_be_told;
  if (kind != EventKind::sticky && kind != EventKind::idem) {
    found = ListenOutcome::never;
  } else if (event->fired()) {
    value = event->value;
    probe::acquired(event);
    found = ListenOutcome::already;
  } else if (never_waits) {
    found = ListenOutcome::not_yet;
  } else {
    slot.guid = guid;
    slot.mode = static_cast<std::uint32_t>(Mode::read_write);
    // order: relaxed — published under the lock.
    slot.state.store(slot_state::k_caller | slot_state::k_connected, std::memory_order_relaxed);
    slot.next = event->waiting;
    event->waiting = &slot;
  }
  event->unlock(guid);
  return found;
}

template <class P>
bool Engine<P>::forget_caller(Guid guid, S& slot) noexcept {
  guid = real(guid);
  auto* const event = locked<Event<P>>(guid, Kind::event);
  if (event == nullptr) return true;  // destroyed, so nobody tells
  bool found = false;
  for (S** place = &event->waiting; *place != nullptr && !found; place = &(*place)->next) {
    if (*place != &slot) continue;
    *place = slot.next;
    found = true;
    break;
  }
  event->unlock(guid);
  return found;
}

template <class P>
bool Engine<P>::channel_has_value(Guid guid) noexcept {
  guid = real(guid);
  auto* const event = locked<Event<P>>(guid, Kind::event);
  if (event == nullptr) return false;
  const bool has = event->event_kind() == EventKind::channel && (event->flags & k_buffers) != 0;
  event->unlock(guid);
  return has;
}

}  // namespace heddle::ocr
