// See story.hpp.
#include "story.hpp"

#include <fmt/core.h>

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

std::string source_of(const SourceLine& place) {
  if (place.file.empty()) return {};
  return fmt::format("{}:{}", place.file, place.line);
}

const char* mode_name(std::uint16_t mode) {
  constexpr const char* names[] = {"in", "out", "inoutset", "mutexinoutset"};
  return mode < std::size(names) ? names[mode] : "unknown";
}

}  // namespace heddle::tools
