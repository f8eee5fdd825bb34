// The reader of placements (plan/placement_file.hpp): what it accepts names a worker that is there for each
// task, is written out and read again the same, and can be placed.
#include <vector>

#include "claims.hpp"
#include "plan/placement_file.hpp"

namespace {

using namespace heddle;

constexpr std::uint32_t k_tasks = 12;

/// A stencil's start: each task writes a cell and reads the one before.
const plans::Description& description() {
  static const plans::Description k_description = [] {
    static char cells[k_tasks];
    plans::Description made;
    for (std::uint32_t task = 0; task < k_tasks; ++task) {
      const std::vector<graph::Access> accesses = {{&cells[task], graph::Mode::out, 1},
                                                   {&cells[task / 2], graph::Mode::in, 1}};
      made.add({}, accesses);
    }
    return made;
  }();
  return k_description;
}

const plans::Graph& graph_of_tasks() {
  static const plans::Graph k_graph = plans::link(description(), plans::Laps::one).value();
  return k_graph;
}

/// What a seed calls GRAPH: the number that the reader knows the graph by.
std::string graph_number() {
  const std::string written = plans::write_placement(graph_of_tasks(), {1, std::vector<std::uint32_t>(k_tasks, 0)});
  const std::size_t start = written.find("graph ") + 6;
  return written.substr(start, written.find('\n', start) - start);
}

std::string completed(std::string_view text) {
  static const std::string k_number = graph_number();
  std::string whole(text);
  if (const std::size_t at = whole.find("GRAPH"); at != std::string::npos) whole.replace(at, 5, k_number);
  return whole;
}

void check(const plans::PlacedTasks& placed) {
  fuzz::claim(placed.workers >= 1, "a plan has a worker");
  fuzz::claim(placed.worker_of_task.size() == k_tasks, "each task has a worker");
  for (const std::uint32_t worker : placed.worker_of_task)
    fuzz::claim(worker < placed.workers, "a task's worker is one of the plan's");
  const std::string written = plans::write_placement(graph_of_tasks(), placed);
  const auto again = plans::read_placement(graph_of_tasks(), written);
  fuzz::claim(again.ok(), "what is written is read");
  fuzz::claim(again.value().workers == placed.workers, "the workers survive writing and reading");
  fuzz::claim(again.value().worker_of_task == placed.worker_of_task, "the placement survives writing and reading");
  const plans::Placement placement =
      plans::place_as(graph_of_tasks(), description(), placed.worker_of_task, {.workers = placed.workers});
  fuzz::claim(plans::placed_tasks(graph_of_tasks(), placement).worker_of_task == placed.worker_of_task,
              "tasks are placed as the file says");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto read = plans::read_placement(graph_of_tasks(), completed(fuzz::text_of(bytes, size)));
  if (!read) {
    fuzz::refused(read.error());
    fuzz::claim(read.error().code == base::Code::file, "what is wrong is the file");
    return 0;
  }
  fuzz::accepted();
  check(read.value());
  return 0;
}
