// The forms that a trace can be written in. Each returns what went wrong, if anything did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "output.hpp"
#include "story.hpp"

namespace heddle::tools {

/// Chrome's trace events in JSON, which Perfetto opens: a track per worker, counters beside.
std::optional<base::Error> write_chrome(Story& story, const std::string& path);
/// Paraver: path (.prv), and beside it .pcf and .row.
std::optional<base::Error> write_paraver(Story& story, const std::string& path);
/// The counts over time: time_ns, tasks_in_graph, ready_tasks, idle_workers, managers.
std::optional<base::Error> write_counts(Story& story, const std::string& path);
/// A drawing: tasks in the graph, ready tasks, and what each worker did.
std::optional<base::Error> write_plot(Story& story, const std::string& path);
/// The same within another file.
void draw_plot(Story& story, Output& out);
/// A page of HTML: where the time went, and what would help.
std::optional<base::Error> write_report(Story& story, const std::string& path);

/// What of a task graph is shown.
struct GraphChoice {
  std::size_t first = SIZE_MAX;  // so many tasks, in the order of creation
  bool creation = true;          // in drawings: also who made whom
};
std::optional<base::Error> write_graph_dot(Story& story, const std::string& path, const GraphChoice& choice);
std::optional<base::Error> write_graph_json(Story& story, const std::string& path, const GraphChoice& choice);

}  // namespace heddle::tools
