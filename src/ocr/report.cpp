#include "ocr/report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "base/message.hpp"
#include "process/source_place.hpp"

namespace heddle::ocr {

namespace {

using process::P;

constexpr const char* k_event_names[] = {"event", "once event",    "idempotent event", "sticky event",
                                         "latch", "counted event", "channel event",    "collective event"};

std::string hexadecimal(Guid guid) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(guid));
  return text;
}

// " (made at sum.c:41)", or nothing.
std::string place_of(const void* origin) {
  if (origin == nullptr) return {};
  return " (made at " + process::source_place(static_cast<const char*>(origin) - 1) + ")";
}

std::string name_of(const Edt<P>& edt) {
  std::string name = edt.title != nullptr && edt.title[0] != '\0' ? edt.title : "without a name";
  return "EDT " + name + place_of(edt.origin);
}

// What an open or waiting slot waits for.
std::string reason(Engine<P>& engine, Edt<P>& edt, Slot<P>& slot) {
  const std::string which = "slot " + std::to_string(slot.index()) + " of " + std::to_string(edt.slot_count);
  if (slot.where() == slot_state::k_open) return which + " was never connected";
  auto* const event = engine.alive<Event<P>>(slot.guid, Kind::event);
  if (event == nullptr) return which + " waits for an event that was destroyed";
  return which + " waits for the " + k_event_names[static_cast<unsigned>(event->event_kind())] + " " +
         hexadecimal(slot.guid) + place_of(event->origin) + ", which nobody has satisfied";
}

const char* mode_name(Mode mode) noexcept {
  switch (mode) {
    case Mode::constant:
      return "CONST";
    case Mode::exclusive:
      return "EW";
    case Mode::read_only:
      return "RO";
    default:
      return "RW";
  }
}

std::string what_waits(Engine<P>& engine, Edt<P>& edt) {
  Slot<P>* const slots = edt.slots();
  for (std::uint32_t index = 0; index < edt.slot_count; ++index)
    if (slots[index].where() != slot_state::k_filled) return name_of(edt) + ": " + reason(engine, edt, slots[index]);
  if (edt.step < edt.blocks) {
    Slot<P>& slot = slots[slots[edt.step].mode >> 4];
    return name_of(edt) + ": wants block " + hexadecimal(slot.guid) + " in " + mode_name(slot.asked()) +
           ", which another EDT or its creator holds";
  }
  return name_of(edt) + ": is ready";
}

}  // namespace

void tell_late_error(Engine<P>& engine, const char* what, Guid guid, int code) noexcept {
  (void)engine;
  base::warn({"OCR: ", what, " (", hexadecimal(guid), "; code ", std::to_string(code), ")"});
}

void tell_exception(Edt<P>& edt) noexcept {
  base::warn({"an exception has left the body of ", name_of(edt), "; the program ends"});
}

void tell_what_waits(Engine<P>& engine) noexcept {
  std::map<std::string, unsigned> reasons;
  unsigned count = 0;
  engine.heap().for_each([&](Object<P>& object, Guid guid) {
    if (guid::kind(guid) != Kind::edt) return;
    auto& edt = static_cast<Edt<P>&>(object);
    if ((edt.flags & k_given_up) != 0) return;
    ++count;
    constexpr unsigned k_looked_at = 10'000;
    if (count <= k_looked_at) ++reasons[what_waits(engine, edt)];
  });
  base::warn({"this OCR program cannot go on: ", std::to_string(count), count == 1 ? " EDT waits" : " EDTs wait",
              ", ocrShutdown was not called"});
  constexpr std::size_t k_lines = 10;
  std::size_t lines = 0;
  for (const auto& [text, times] : reasons) {
    if (++lines > k_lines) {
      base::warn({"  and others, of ", std::to_string(reasons.size() - k_lines), " kinds"});
      break;
    }
    base::warn({"  ", text, times > 1 ? " (" + std::to_string(times) + " times)" : std::string()});
  }
}

std::int32_t priority_of(const Hints& hints) noexcept {
  constexpr unsigned k_priority = 0;  // OCR_HINT_EDT_PRIORITY
  constexpr std::uint64_t k_most = 1'000'000;
  return hints.has(k_priority) ? static_cast<std::int32_t>(std::min(hints.values[k_priority], k_most)) : 0;
}

}  // namespace heddle::ocr
