// What a trace is told of EDTs: their names, and the lines in which they are made.
#include <string>

#include "ocr/report.hpp"
#include "ocr/session.hpp"

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

}  // namespace

// Of the task that the worker makes next. Each line is looked up once for each worker.
[[gnu::cold]] void Session::note_origin(process::Worker& worker, const Edt<P>& edt) noexcept {
  probe::Recorder& recorder = *worker.recorder;
  if (!recorder.writes()) return;
  const void* where = edt.origin;
  if (where != nullptr && !recorder.has_said(where)) {
    const std::string text = line_and_function(where);
    recorder.say(where, text.empty() ? "?:0" : text);
  }
  const void* const name = edt.title != nullptr && edt.title[0] != '\0' ? edt.title : nullptr;
  if (name != nullptr && !recorder.has_said(name)) recorder.say(name, edt.title);
  recorder.note({.task = reinterpret_cast<std::uint64_t>(reinterpret_cast<const void*>(edt.body)),
                 .a = reinterpret_cast<std::uint64_t>(where),
                 .b = reinterpret_cast<std::uint64_t>(name),
                 .event = probe::Event::task_origin});
}

}  // namespace heddle::ocr
