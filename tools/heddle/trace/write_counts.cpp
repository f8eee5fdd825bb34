// The counts over time as CSV; see writers.hpp.
#include "output.hpp"
#include "writers.hpp"

namespace heddle::tools {

std::optional<base::Error> write_counts(Story& story, const std::string& path) {
  Output out(path);
  out.write("time_ns,tasks_in_graph,ready_tasks,idle_workers,managers\n");
  for (const Counts& now : story.history.counts)
    out.print("{},{},{},{},{}\n", now.time_ns, now.tasks_in_graph, now.ready_tasks, now.idle_workers, now.managers);
  return out.finish();
}

}  // namespace heddle::tools
