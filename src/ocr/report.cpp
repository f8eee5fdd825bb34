#include "ocr/report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
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

/// What is waited for, and by whom, in words. Places in the source are looked up once each.
class Report {
 public:
  explicit Report(Engine<P>& engine) : engine_(engine) {}

  void tell();

 private:
  using Reasons = std::map<std::string, unsigned>;

  void look();
  void tell_circles();
  const std::string& place_of(const void* origin);
  std::string name_of(const Edt<P>& edt);
  std::string reason(Edt<P>& edt);
  std::string reason_of_slot(Edt<P>& edt, Slot<P>& slot);
  std::string holders_of(Guid block);
  const Edt<P>* awaited_by(Edt<P>& edt);

  Engine<P>& engine_;
  std::vector<Edt<P>*> waiting_;
  std::vector<Edt<P>*> running_;                     // that wait inside a call
  std::unordered_map<Guid, const Edt<P>*> outputs_;  // events that EDTs will satisfy
  std::unordered_map<const void*, std::string> places_;
};

void Report::look() {
  engine_.heap().for_each([&](Object<P>& object, Guid guid) {
    if (guid::kind(guid) != Kind::edt) return;
    auto& edt = static_cast<Edt<P>&>(object);
    if ((edt.flags & k_given_up) != 0) return;
    ((edt.flags & k_running) != 0 ? running_ : waiting_).push_back(&edt);
    if (edt.output != k_null) outputs_.emplace(edt.output, &edt);
  });
}

// "sum.c:41", looked up once.
const std::string& Report::place_of(const void* origin) {
  const auto [found, is_new] = places_.try_emplace(origin);
  if (is_new && origin != nullptr) found->second = process::source_place(static_cast<const char*>(origin) - 1);
  return found->second;
}

// The function's name where it is known; a template's may be that of a variable.
std::string name_of_body(const Edt<P>& edt, const std::string& place) {
  const std::size_t begin = place.find("(in ");
  if (begin != std::string::npos) {
    const std::size_t end = place.find(')', begin);
    if (end != std::string::npos) return place.substr(begin + 4, end - begin - 4);
  }
  return edt.title != nullptr && edt.title[0] != '\0' ? edt.title : "without a name";
}

std::string Report::name_of(const Edt<P>& edt) {
  const auto body = reinterpret_cast<const char*>(reinterpret_cast<const void*>(edt.body));
  std::string name = "EDT " + name_of_body(edt, place_of(body + 1));
  if (edt.origin != nullptr) name += " (made at " + place_of(edt.origin) + ")";
  return name;
}

std::string Report::reason_of_slot(Edt<P>& edt, Slot<P>& slot) {
  const std::string which = "slot " + std::to_string(slot.index()) + " of " + std::to_string(edt.slot_count);
  if (slot.where() == slot_state::k_open) return which + " was never connected";
  auto* const event = engine_.alive<Event<P>>(slot.guid, Kind::event);
  if (event == nullptr) return which + " waits for an event that was destroyed";
  std::string text = which + " waits for the ";
  if (const auto maker = outputs_.find(slot.guid); maker != outputs_.end())
    return text + "output event of " + name_of(*maker->second) + ", which has not ended";
  text += k_event_names[static_cast<unsigned>(event->event_kind())];
  if (event->origin != nullptr) text += " made at " + place_of(event->origin);
  return text + ", which nobody has satisfied";
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

// Who holds a block: an EDT that waits inside a call, or one that waits for its next block.
std::string Report::holders_of(Guid guid) {
  for (const std::vector<Edt<P>*>* const list : {&running_, &waiting_}) {
    for (Edt<P>* const edt : *list)
      for (std::uint32_t index = 0; index < edt->slot_count; ++index) {
        Slot<P>& slot = edt->slots()[index];
        if (slot.guid != guid || !slot.has(slot_state::k_held)) continue;
        return name_of(*edt) + " holds it in " + mode_name(slot.asked()) +
               (list == &running_ ? " and waits inside a call" : " and waits for another block");
      }
  }
  return "who has made it holds it in RW and has not released it";
}

std::string Report::reason(Edt<P>& edt) {
  Slot<P>* const slots = edt.slots();
  for (std::uint32_t index = 0; index < edt.slot_count; ++index)
    if (slots[index].where() != slot_state::k_filled) return reason_of_slot(edt, slots[index]);
  if (edt.step >= edt.blocks) return "is ready";
  Slot<P>& slot = slots[slots[edt.step].mode >> 4];
  auto* const block = engine_.alive<Block<P>>(slot.guid, Kind::block);
  std::string text = "wants block " + hexadecimal(slot.guid);
  if (block != nullptr && block->origin != nullptr) text += " (made at " + place_of(block->origin) + ")";
  return text + " in " + mode_name(slot.asked()) + "; " + holders_of(slot.guid);
}

// The EDT whose end the EDT waits for, as far as output events tell.
const Edt<P>* Report::awaited_by(Edt<P>& edt) {
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    Slot<P>& slot = edt.slots()[index];
    if (slot.where() != slot_state::k_connected) continue;
    if (const auto maker = outputs_.find(slot.guid); maker != outputs_.end()) return maker->second;
  }
  return nullptr;
}

void Report::tell_circles() {
  std::set<const Edt<P>*> known;
  for (Edt<P>* const start : waiting_) {
    std::vector<const Edt<P>*> way;
    const Edt<P>* edt = start;
    while (edt != nullptr && known.insert(edt).second) {
      way.push_back(edt);
      edt = awaited_by(*const_cast<Edt<P>*>(edt));
    }
    const auto begin = std::find(way.begin(), way.end(), edt);
    if (edt == nullptr || begin == way.end()) continue;
    std::string text = "  these wait for each other in a circle:";
    constexpr std::ptrdiff_t k_named = 4;
    for (auto at = begin; at != way.end() && at - begin < k_named; ++at)
      text += (at == begin ? " " : ", ") + name_of(**at);
    if (way.end() - begin > k_named) text += " and " + std::to_string(way.end() - begin - k_named) + " more";
    base::warn({text});
    return;
  }
}

void Report::tell() {
  look();
  Reasons reasons;
  constexpr std::size_t k_looked_at = 100'000;
  for (std::size_t at = 0; at < waiting_.size() && at < k_looked_at; ++at)
    ++reasons[name_of(*waiting_[at]) + ": " + reason(*waiting_[at])];
  for (Edt<P>* const edt : running_) ++reasons[name_of(*edt) + ": waits inside a call"];
  const std::size_t count = waiting_.size() + running_.size();
  base::warn({"this OCR program cannot go on: ", std::to_string(count), count == 1 ? " EDT waits" : " EDTs wait",
              ", ocrShutdown was not called"});
  std::vector<std::pair<unsigned, std::string>> lines;
  for (const auto& [text, times] : reasons) lines.emplace_back(times, text);
  std::sort(lines.begin(), lines.end(), [](const auto& one, const auto& other) {
    return one.first != other.first ? one.first > other.first : one.second < other.second;
  });
  constexpr std::size_t k_lines = 10;
  for (std::size_t at = 0; at < lines.size() && at < k_lines; ++at)
    base::warn({"  ", lines[at].second,
                lines[at].first > 1 ? " (" + std::to_string(lines[at].first) + " such EDTs)" : std::string()});
  if (lines.size() > k_lines) base::warn({"  and others, of ", std::to_string(lines.size() - k_lines), " kinds"});
  tell_circles();
}

std::string whose(const Edt<P>& edt) {
  const auto body = reinterpret_cast<const char*>(reinterpret_cast<const void*>(edt.body));
  std::string text = "EDT " + name_of_body(edt, process::source_place(body));
  if (edt.origin != nullptr)
    text += " (made at " + process::source_place(static_cast<const char*>(edt.origin) - 1) + ")";
  return text;
}

}  // namespace

void tell_late_error(const char* what, Guid guid, int code, Edt<P>* edt) noexcept {
  base::warn({"OCR: ", what, " (", hexadecimal(guid), code == k_ok ? "" : "; code " + std::to_string(code), ")",
              edt == nullptr ? std::string() : "; " + whose(*edt)});
}

void tell_exception(const Edt<P>& edt) noexcept {
  base::warn({"an exception has left the body of ", whose(edt), "; the program ends"});
}

void tell_what_waits(Engine<P>& engine) noexcept { Report(engine).tell(); }

std::int32_t priority_of(const Hints& hints) noexcept {
  constexpr unsigned k_priority = 0;  // OCR_HINT_EDT_PRIORITY
  constexpr std::uint64_t k_most = 1'000'000;
  return hints.has(k_priority) ? static_cast<std::int32_t>(std::min(hints.values[k_priority], k_most)) : 0;
}

}  // namespace heddle::ocr
