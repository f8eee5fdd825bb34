// See story.hpp.
#include "story.hpp"

#include <fmt/core.h>
#include <ctime>

namespace heddle::tools {

namespace {

const char* wait_name(format::WaitReason waited) {
  switch (waited) {
    case format::WaitReason::children:
      return "taskwait";
    case format::WaitReason::group:
      return "taskgroup";
    case format::WaitReason::barrier:
      return "barrier";
    case format::WaitReason::predecessors:
      return "wait for predecessors";
    case format::WaitReason::window:
      return "too many pending tasks";
  }
  return "wait";
}

// Tasks by name without one of their own are called by the line that makes them: several of a function are not one
// kind.
std::string title_of_task(Story& story, const TaskHistory& task) {
  const SourceLine& place = story.names.of(task);
  if (task.where == 0 || task.name != 0 || place.line == 0) return place.function;
  return fmt::format("{}:{}", short_function(place.function), place.line);
}

}  // namespace

std::string short_function(std::string_view pretty) {
  constexpr std::string_view k_unnamed = "(anonymous namespace)::";
  std::string text(pretty);
  for (std::size_t at; (at = text.find(k_unnamed)) != text.npos;) text.erase(at, k_unnamed.size());
  std::size_t begin = 0, end = 0;
  for (int depth = 0; end < text.size() && (depth != 0 || text[end] != '('); ++end) {
    if (text[end] == '<') ++depth;
    if (text[end] == '>' && depth != 0) --depth;
    if (text[end] == ' ' && depth == 0) begin = end + 1;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string(pretty);
}

std::string date_of(const Story& story) {
  const auto seconds = static_cast<std::time_t>(story.trace.processes.front().start.realtime_ns / 1'000'000'000);
  std::tm when{};
  char text[64] = "";
  if (::gmtime_r(&seconds, &when) != nullptr) std::strftime(text, sizeof text, "%d %B %Y, %H:%M UTC", &when);
  return text;
}

std::string title_of(Story& story, const Span& span) {
  switch (span.activity) {
    case Activity::region:
      return "parallel region";
    case Activity::task:
      return span.task == k_none ? "task" : title_of_task(story, story.history.tasks[span.task]);
    case Activity::wait:
      return wait_name(span.waited);
    case Activity::idle:
      return "idle";
    case Activity::manage:
      return "manage";
  }
  return {};
}

std::string source_of(const SourceLine& place) {
  if (place.file.empty()) return {};
  return fmt::format("{}:{}", place.file, place.line);
}

const char* mode_name(std::uint16_t mode) {
  constexpr const char* names[] = {"in", "out", "inoutset", "mutexinoutset"};
  return mode < std::size(names) ? names[mode] : "unknown";
}

}  // namespace heddle::tools
