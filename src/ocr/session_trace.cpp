// What a trace is told of EDTs: their names, the lines in which they are made, what their slots got and from whom.
#include <string>

#include "format/edt_events.hpp"
#include "graph/task_memory.hpp"
#include "ocr/report.hpp"
#include "ocr/session.hpp"
#include "runtime/current.hpp"

namespace heddle::ocr {

namespace {

// "sum.c:41 (in mainEdt)" as a trace has it: "sum.c:41", and the function in a line of its own. Empty: no line is
// known.
std::string line_and_function(const void* origin) {
  std::string text = place_of_call(origin);
  const std::size_t function = text.find(" (in ");
  if (function == std::string::npos) return {};
  std::string in = text.substr(function + 5);
  if (!in.empty() && in.back() == ')') in.pop_back();
  return text.substr(0, function) + '\n' + in;
}

// Who satisfies something now. A scope's end is told by whoever comes across it.
std::uint64_t task_now(const process::Worker& worker) {
  return worker_data(worker).thread.ending != k_null ? 0 : graph::trace_id(*worker.task);
}

const void* said_place(probe::Recorder& recorder, const void* where) {
  if (where != nullptr && !recorder.has_said(where)) {
    const std::string text = line_and_function(where);
    recorder.say(where, text.empty() ? "?:0" : text);
  }
  return where;
}

}  // namespace

// Of the task that the worker makes next. Each line is looked up once for each worker.
[[gnu::cold]] void Session::note_origin(process::Worker& worker, Edt<P>& edt) noexcept {
  probe::Recorder& recorder = *worker.recorder;
  if (!recorder.writes()) return;
  const void* const where = said_place(recorder, edt.origin);
  const void* const name = edt.title != nullptr && edt.title[0] != '\0' ? edt.title : nullptr;
  if (name != nullptr && !recorder.has_said(name)) recorder.say(name, edt.title);
  note_slots(worker, edt);
  recorder.note({.task = reinterpret_cast<std::uint64_t>(reinterpret_cast<const void*>(edt.body)),
                 .a = reinterpret_cast<std::uint64_t>(where),
                 .b = reinterpret_cast<std::uint64_t>(name),
                 .event = probe::Event::task_origin});
}

void Session::note_slots(const process::Worker& worker, Edt<P>& edt) noexcept {
  probe::Recorder& recorder = *worker.recorder;
  constexpr std::uint32_t k_most = 1000;  // beyond, nobody looks at each
  const Guid guid = engine_.guid_of(edt);
  recorder.note({.task = guid,
                 .a = edt.scope == nullptr ? k_null : engine_.guid_of(*edt.scope),
                 .b = task_now(worker),
                 .event = format::k_edt_made,
                 .extra = edt.locality == k_no_locality ? 0 : edt.locality + 1});
  for (std::uint32_t index = 0; index < edt.slot_count && index < k_most; ++index) {
    const Slot<P>& slot = edt.slots()[index];
    const Block<P>* const block = slot.pointer == nullptr ? nullptr : &Block<P>::of(slot.pointer);
    recorder.note({.task = guid,
                   .a = slot.guid,
                   .b = block == nullptr ? 0 : block->bytes,
                   .event = format::k_edt_slot,
                   .detail = static_cast<std::uint16_t>(slot.asked()),
                   .extra = index});
  }
}

void Session::slot_filled(const Edt<P>& edt, const Slot<P>& slot) noexcept {
  const process::Worker& worker = runtime::current();
  const bool by_event = guid::kind(slot.guid) == Kind::event;
  worker.recorder->note({.task = engine_.guid_of(edt),
                         .a = by_event ? slot.guid : k_null,
                         .b = task_now(worker),
                         .event = format::k_slot_filled,
                         .extra = slot.index()});
}

void Session::event_made(const Event<P>& event) noexcept {
  probe::Recorder& recorder = *runtime::current().recorder;
  recorder.note({.task = engine_.guid_of(event),
                 .a = reinterpret_cast<std::uint64_t>(said_place(recorder, event.origin)),
                 .event = format::k_event_made,
                 .detail = static_cast<std::uint16_t>(event.event_kind())});
}

void Session::event_satisfied(const Event<P>& event) noexcept {
  const process::Worker& worker = runtime::current();
  worker.recorder->note({.task = engine_.guid_of(event),
                         .a = worker_data(worker).thread.ending,
                         .b = task_now(worker),
                         .event = format::k_event_satisfied});
}

}  // namespace heddle::ocr
