// See story.hpp.
#include "story.hpp"

#include <fmt/core.h>

namespace heddle::tools {

namespace {

const char* wait_name(format::Waited waited) {
  switch (waited) {
    case format::Waited::children:
      return "taskwait";
    case format::Waited::group:
      return "taskgroup";
    case format::Waited::barrier:
      return "barrier";
    case format::Waited::predecessors:
      return "wait for predecessors";
    case format::Waited::window:
      return "too many pending tasks";
  }
  return "wait";
}

}  // namespace

std::string title_of(Story& story, const Span& span) {
  switch (span.activity) {
    case Activity::region:
      return "parallel region";
    case Activity::task:
      return span.task == k_none ? "task" : story.names.of(story.history.tasks[span.task]).function;
    case Activity::wait:
      return wait_name(span.waited);
    case Activity::idle:
      return "idle";
    case Activity::manage:
      return "manage";
  }
  return {};
}

std::string source_of(const Place& place) {
  if (place.file.empty()) return {};
  return fmt::format("{}:{}", place.file, place.line);
}

const char* mode_name(std::uint16_t mode) {
  constexpr const char* names[] = {"in", "out", "inoutset", "mutexinoutset"};
  return mode < std::size(names) ? names[mode] : "unknown";
}

}  // namespace heddle::tools
