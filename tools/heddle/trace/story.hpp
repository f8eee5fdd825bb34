// A trace ready to be written in any form: the raw one, what became of its tasks and workers, and their names.
#pragma once

#include <string>
#include <string_view>

#include "edts.hpp"
#include "history.hpp"
#include "names.hpp"
#include "raw_trace.hpp"
#include "tools/heddle/report/forecast.hpp"

namespace heddle::tools {

struct Story {
  explicit Story(RawTrace raw)
      : trace(std::move(raw)), history(history_of(trace)), events(find_edts(trace, history.tasks)), names(trace) {}
  Story(const Story&) = delete;
  Story& operator=(const Story&) = delete;

  RawTrace trace;
  History history;
  TracedEvents events;
  Names names;
  std::string command;            // that was recorded; empty: not known
  Forecaster forecast = nullptr;  // for reports; null: there is none
};

/// What is shown for a span: a task's function, or what is waited for.
std::string title_of(Story& story, const Span& span);
/// A function's own name, without its type and parameters: "solve" of "void a::solve(int)::{lambda()#1}".
std::string short_function(std::string_view pretty);
/// "26 November 2026, 02:44 UTC": when the trace began.
std::string date_of(const Story& story);
/// "matmul.c:31", or empty.
std::string source_of(const SourceLine& place);
/// The access mode's OpenMP name.
const char* mode_name(std::uint16_t mode);

}  // namespace heddle::tools
