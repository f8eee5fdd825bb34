#include "ocr/report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/message.hpp"
#include "ocr/caller.hpp"
#include "ocr/worker_data.hpp"
#include "process/source_place.hpp"
#include "runtime/current.hpp"

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
  Report(Engine<P>& engine, const WorkerData* threads) : engine_(engine), threads_(threads) {}

  void tell();

 private:
  using Reasons = std::map<std::string, unsigned>;

  void look();
  void tell_circles();
  const std::string& place_of(const void* origin);
  std::string name_of(const Edt<P>& edt);
  std::string reason(Edt<P>& edt);
  std::string reason_of_slot(Edt<P>& edt, Slot<P>& slot);
  std::string reason_of_call(const Edt<P>& edt);
  std::string event_in_words(Guid event);
  std::string block_in_words(const Block<P>& block);
  /// An EDT that holds the block, and in which mode; null: none is known.
  std::pair<Edt<P>*, Mode> holder_of(const Block<P>& block);
  std::string holders_in_words(const Block<P>& block);
  const Edt<P>* awaited_by(Edt<P>& edt);
  const Edt<P>* awaited_object(Guid object);
  void look_at_callers(Slot<P>* list, Guid object);

  Engine<P>& engine_;
  const WorkerData* threads_;
  std::unordered_map<const Edt<P>*, Guid> calls_;  // what EDTs wait for inside calls: an event, a block
  std::vector<Edt<P>*> waiting_;
  std::vector<Edt<P>*> running_;                     // that wait inside a call
  std::unordered_map<Guid, const Edt<P>*> outputs_;  // events that EDTs will satisfy
  std::unordered_map<const void*, std::string> places_;
};

void Report::look() {
  engine_.heap().for_each([&](Object<P>& object, Guid guid) {
    if (guid::kind(guid) == Kind::block) return look_at_callers(static_cast<Block<P>&>(object).first, guid);
    if (guid::kind(guid) == Kind::event) {
      auto& event = static_cast<Event<P>&>(object);
      const EventKind kind = event.event_kind();
      if (kind == EventKind::sticky || kind == EventKind::idem) look_at_callers(event.waiting, guid);
      return;
    }
    if (guid::kind(guid) != Kind::edt) return;
    auto& edt = static_cast<Edt<P>&>(object);
    if ((edt.flags & k_given_up) != 0) return;
    ((edt.flags & k_running) != 0 ? running_ : waiting_).push_back(&edt);
    if (edt.output != k_null) outputs_.emplace(edt.output, &edt);
  });
}

void Report::look_at_callers(Slot<P>* list, Guid object) {
  for (; list != nullptr; list = list->next)
    if (list->has(slot_state::k_caller) && WaitingCaller::of(*list).edt != nullptr)
      calls_.emplace(WaitingCaller::of(*list).edt, object);
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
  if (engine_.alive<Event<P>>(slot.guid, Kind::event) == nullptr)
    return which + " waits for an event that was destroyed";
  return which + " waits for " + event_in_words(slot.guid);
}

std::string Report::event_in_words(Guid guid) {
  if (const auto maker = outputs_.find(guid); maker != outputs_.end())
    return "the output event of " + name_of(*maker->second) + ", which has not ended";
  const auto* const event = engine_.alive<Event<P>>(guid, Kind::event);
  std::string text = "the ";
  text += k_event_names[static_cast<unsigned>(event->event_kind())];
  if (event->origin != nullptr) text += " made at " + place_of(event->origin);
  return text + ", which nobody has satisfied";
}

std::pair<Edt<P>*, Mode> Report::holder_of(const Block<P>& block) {
  for (const std::vector<Edt<P>*>* const list : {&running_, &waiting_})
    for (Edt<P>* const edt : *list)
      for (std::uint32_t index = 0; index < edt->slot_count; ++index) {
        Slot<P>& slot = edt->slots()[index];
        if (slot.has(slot_state::k_held) && slot.pointer == block.data) return {edt, slot.asked()};
      }
  for (const WorkerData* data = threads_; data != nullptr; data = data->next)
    for (const Frame<P>* frame = data->thread.frame; frame != nullptr; frame = frame->outer)
      for (std::uint32_t at = 0; at < frame->made_count; ++at)
        if (frame->made[at].data == block.data && !frame->made[at].reads) return {frame->edt, Mode::read_write};
  return {nullptr, Mode::null};
}

// Who holds a block: an EDT that waits inside a call, or one that waits for its next block.
std::string Report::holders_in_words(const Block<P>& block) {
  const auto [edt, mode] = holder_of(block);
  if (edt == nullptr) return "who has made it holds it in RW and has not released it";
  return name_of(*edt) + " holds it in " + ocr::name_of(mode) +
         ((edt->flags & k_running) != 0 ? " and waits inside a call" : " and waits for another block");
}

std::string Report::block_in_words(const Block<P>& block) {
  std::string text = "block " + hexadecimal(engine_.guid_of(block));
  if (block.origin != nullptr) text += " (made at " + place_of(block.origin) + ")";
  return text;
}

std::string Report::reason_of_call(const Edt<P>& edt) {
  const auto call = calls_.find(&edt);
  if (call == calls_.end()) return "waits inside a call";
  if (const auto* const block = engine_.alive<Block<P>>(call->second, Kind::block))
    return "waits inside a call for " + block_in_words(*block) + "; " + holders_in_words(*block);
  return "waits inside a call for " + event_in_words(call->second);
}

std::string Report::reason(Edt<P>& edt) {
  Slot<P>* const slots = edt.slots();
  for (std::uint32_t index = 0; index < edt.slot_count; ++index)
    if (slots[index].where() != slot_state::k_filled) return reason_of_slot(edt, slots[index]);
  if (edt.step >= edt.blocks) return "is ready";
  Slot<P>& slot = slots[slots[edt.step].mode >> 4];
  auto* const block = engine_.alive<Block<P>>(slot.guid, Kind::block);
  if (block == nullptr) return "wants a block that is no more";
  return "wants " + block_in_words(*block) + " in " + ocr::name_of(slot.asked()) + "; " + holders_in_words(*block);
}

// Who is to do something before what waits for the object goes on.
const Edt<P>* Report::awaited_object(Guid guid) {
  if (const auto* const block = engine_.alive<Block<P>>(guid, Kind::block)) return holder_of(*block).first;
  const auto maker = outputs_.find(guid);
  return maker == outputs_.end() ? nullptr : maker->second;
}

// The EDT that the EDT waits for, as far as output events, blocks and calls tell.
const Edt<P>* Report::awaited_by(Edt<P>& edt) {
  if ((edt.flags & k_running) != 0) {
    const auto call = calls_.find(&edt);
    return call == calls_.end() ? nullptr : awaited_object(call->second);
  }
  bool filled = true;
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    Slot<P>& slot = edt.slots()[index];
    filled = filled && slot.where() == slot_state::k_filled;
    if (slot.where() != slot_state::k_connected) continue;
    if (const Edt<P>* const maker = awaited_object(slot.guid)) return maker;
  }
  if (!filled || edt.step >= edt.blocks) return nullptr;
  return awaited_object(edt.slots()[edt.slots()[edt.step].mode >> 4].guid);
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
  for (Edt<P>* const edt : running_) ++reasons[name_of(*edt) + ": " + reason_of_call(*edt)];
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

}  // namespace

std::string place_of_call(const void* origin) { return process::source_place(static_cast<const char*>(origin) - 1); }

const char* name_of(Mode mode) noexcept {
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

std::string name_of_edt(const Edt<P>& edt) {
  const auto body = reinterpret_cast<const char*>(reinterpret_cast<const void*>(edt.body));
  std::string text = "EDT " + name_of_body(edt, process::source_place(body));
  if (edt.origin != nullptr) text += " (made at " + place_of_call(edt.origin) + ")";
  return text;
}

void tell_late_error(const char* what, Guid guid, int code, Edt<P>* edt) noexcept {
  const Thread<P>& thread = worker_data(runtime::current()).thread;
  std::string text;
  if (thread.in_call && thread.call != nullptr)
    text += std::string("; in ") + thread.call + " at " + place_of_call(thread.site);
  if (edt != nullptr) text += "; " + name_of_edt(*edt);
  base::warn({"OCR: ", what, " (", hexadecimal(guid), code == k_ok ? "" : "; code " + std::to_string(code), ")", text});
}

void tell_exception(const Edt<P>& edt) noexcept {
  base::warn({"an exception has left the body of ", name_of_edt(edt), "; the program ends"});
}

void tell_what_waits(Engine<P>& engine, const WorkerData* threads) noexcept { Report(engine, threads).tell(); }

std::int32_t priority_of(const Hints& hints) noexcept {
  constexpr unsigned k_priority = 0;  // OCR_HINT_EDT_PRIORITY
  constexpr std::uint64_t k_most = 1'000'000;
  return hints.has(k_priority) ? static_cast<std::int32_t>(std::min(hints.values[k_priority], k_most)) : 0;
}

}  // namespace heddle::ocr
