// What a trace says of programs in OCR beside tasks: events, and what the slots of EDTs got, from whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "history.hpp"
#include "raw_trace.hpp"

namespace heddle::tools {

/// An event that a program has made.
struct TracedEvent {
  std::uint16_t kind = 0;            // OCR_EVENT_*_T
  std::uint64_t where = 0;           // key of TracedProcess::texts
  std::vector<std::size_t> by = {};  // tasks that have satisfied it, in the order of time; k_none: no task
};

/// By process and GUID.
using TracedEvents = std::map<std::pair<std::size_t, std::uint64_t>, TracedEvent>;

/// Finds the EDTs among the tasks, and gives them their slots.
TracedEvents find_edts(const RawTrace& trace, std::vector<TaskHistory>& tasks);

/// "sticky event", by OCR_EVENT_*_T.
const char* event_kind_name(std::uint16_t kind);
/// "RW", by DB_MODE_*.
const char* block_mode_name(std::uint16_t mode);

}  // namespace heddle::tools
