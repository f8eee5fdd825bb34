// Events: satisfied. Included by engine.hpp only.
//
// Whatever an event makes known is taken out of it while it is locked, and told by the wave once it is not.
#pragma once

namespace heddle::ocr {

template <class P>
int Engine<P>::satisfy(T& thread, Guid event, Guid value, std::uint32_t slot) noexcept {
  event = real(event);
  value = real(value);
  if (value != k_null && !usable(value)) return k_invalid;
  tell_passed(thread, value);
  if (guid::names(event, Kind::edt)) return add_dependence(thread, value, 0, event, slot, Mode::read_write);
  Wave wave(*this, thread);
  return satisfy(wave, event, value, slot);
}

template <class P>
inline void Engine<P>::tell_passed(T& thread, Guid value) noexcept {
  if (watcher_ == nullptr || value == k_null) [[likely]]
    return;
  if (auto* const block = alive<Block<P>>(value, Kind::block))
    watcher_->block_passed(*block, thread.frame != nullptr ? *thread.frame : thread.outside);
}

template <class P>
int Engine<P>::satisfy(Wave& wave, Guid guid, Guid value, std::uint32_t slot) noexcept {
  auto* const event = locked<Event<P>>(guid, Kind::event);
  if (event == nullptr) return k_invalid;
  return satisfy_locked(wave, *event, guid, value, slot);
}

// The end of a latch. @pre locked
template <class P>
void Engine<P>::fire_and_free(Wave& wave, Event<P>& event, Guid value) noexcept {
  S* const waiting = event.waiting;
  free_event(wave.thread_, event);
  wave.tell(waiting, value);
}

template <class P>
inline int Engine<P>::satisfy_locked(Wave& wave, Event<P>& event, Guid guid, Guid value, std::uint32_t slot) noexcept {
  if (wave.thread_.looked_at) [[unlikely]]
    tell_of_satisfy(wave.thread_, event, value, slot);
  if (event.is_plain_and_waits() && slot == 0) [[likely]]
    return fire(wave, event, guid, value);
  return satisfy_other(wave, event, value, slot);
}

// ONCE, IDEM, STICKY, for the first time. @pre locked
template <class P>
inline int Engine<P>::fire(Wave& wave, Event<P>& event, Guid guid, Guid value) noexcept {
  S* const waiting = event.waiting;
  const Guid linked = event.linked;
  const std::uint32_t linked_slot = event.number;
  if (event.event_kind() == EventKind::once) {
    free_event(wave.thread_, event);
  } else {
    event.waiting = nullptr;
    event.value = value;
    event.flags |= k_fired;
    event.unlock(guid);
  }
  if (linked != k_null) wave.tell_linked(linked, linked_slot, value);
  wave.tell(waiting, value);
  return k_ok;
}

// To who looks on. @pre locked
template <class P>
[[gnu::cold, gnu::noinline]] void Engine<P>::tell_of_satisfy(T& thread, Event<P>& event, Guid value,
                                                             std::uint32_t slot) noexcept {
  const EventKind kind = event.event_kind();
  if (kind != EventKind::latch && kind != EventKind::collective && slot != 0) return;  // it is refused
  if (watcher_ != nullptr) watcher_->event_satisfied(event, value, event.waiting != nullptr);
  // One that is refused, or comes too late to matter, gives no order. A collective tells of its own.
  const bool counts = kind == EventKind::latch ? slot <= k_increment : kind != EventKind::collective && !event.fired();
  if (!counts) return;
  if (thread.traced) port_.event_satisfied(event);
  probe::released(&event);
}

// What is not for the first time, or not once for all. @pre locked
template <class P>
int Engine<P>::satisfy_other(Wave& wave, Event<P>& event, Guid value, std::uint32_t slot) noexcept {
  const Guid guid = guid_of(event);
  const EventKind kind = event.event_kind();
  if (kind != EventKind::latch && kind != EventKind::collective && slot != 0) {
    event.unlock(guid);
    return k_invalid;
  }
  switch (kind) {
    case EventKind::latch:
      if (slot > k_increment) {
        event.unlock(guid);
        return k_invalid;
      }
      event.count += slot == k_increment ? 1 : -1;
      if (event.count != 0) {
        event.unlock(guid);
      } else {
        probe::in_passing([&] {
          probe::acquired(&event);
          fire_and_free(wave, event, event.value);
        });
      }
      return k_ok;
    case EventKind::channel:
      return feed(wave, event, guid, value);
    case EventKind::collective:
      return collect_value(wave, event, guid, nullptr, slot);
    case EventKind::counted:
      break;
    case EventKind::once:
    case EventKind::idem:
    case EventKind::sticky:  // it has fired
      event.unlock(guid);
      return kind == EventKind::idem ? k_ok : k_not_permitted;
  }
  if (event.fired()) {
    event.unlock(guid);
    return k_not_permitted;
  }
  S* const waiting = event.waiting;
  event.waiting = nullptr;
  event.value = value;
  event.flags |= k_fired;
  if (event.count == 0) {
    free_event(wave.thread_, event);
  } else {
    event.unlock(guid);
  }
  wave.tell(waiting, value);
  return k_ok;
}

}  // namespace heddle::ocr
