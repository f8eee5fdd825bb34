// The reader of recorded graphs (sim/graph_file.hpp): what it accepts is a program that can be played: parents before
// their children, waits in rising order, addresses that are some, or omp_all_memory, written and first.
#include "sim/graph_file.hpp"

#include <algorithm>

#include "claims.hpp"

namespace {

using namespace heddle;

bool rising(const std::vector<sim::WaitPoint>& waits) {
  return std::is_sorted(waits.begin(), waits.end(), [](const sim::WaitPoint& one, const sim::WaitPoint& other) {
    return one.offset_ns < other.offset_ns;
  });
}

// omp_all_memory has no address; it is written, and stands before the others of its task.
bool is_all_memory(const graph::Access& access, const sim::ProgramTask& task) {
  return access.mode == graph::Mode::out && task.accesses.front().address == graph::k_all_memory;
}

void check(const sim::Program& program, std::size_t bytes) {
  fuzz::claim(program.tasks.size() < bytes, "no task comes from nothing");
  fuzz::claim(rising(program.waits), "the program's waits are in rising order");
  std::uint64_t longest = 0;
  for (sim::TaskIndex index = 0; index < program.tasks.size(); ++index) {
    const sim::ProgramTask& task = program.tasks[index];
    fuzz::claim(task.parent == sim::k_root || task.parent < index, "a parent stands before its children");
    fuzz::claim(task.kind < bytes, "a kind is one that was named");
    fuzz::claim(rising(task.waits), "a task's waits are in rising order");
    for (const graph::Access& access : task.accesses)
      fuzz::claim(access.address != graph::k_all_memory || is_all_memory(access, task), "an access has an address");
    longest = std::max(longest, task.duration_ns);
  }
  fuzz::claim(program.work_ns() >= longest, "the work is not less than that of a task");
  fuzz::claim(program.critical_path_ns() >= longest, "the longest path is not shorter than a task");
  for (const std::string& sentence : program.left_out) fuzz::claim(!sentence.empty(), "what is left out is said");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  const auto read = sim::parse_graph(text, "file");
  if (!read) {
    fuzz::refused_in(text, read.error());
    return 0;
  }
  fuzz::accepted();
  check(read.value(), size);
  return 0;
}
