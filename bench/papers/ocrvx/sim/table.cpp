// OCR-Vx Table 1 (Seismic on Knights Landing), as runs of Heddle's engine on simulated machines: one line of JSON for
// each cell, by clustering mode, memory, placement and scheduler; then a sweep of bands and tasks. run.py makes tables
// of it, README.md says what is fitted.
//
//   ocrvx_table MACHINES
#include <cstdio>
#include <string>

#include "seismic.hpp"
#include "sim/machine_file.hpp"

namespace {

using namespace heddle;
using ocrvx::DataPlacement;
using sim::Memory;

constexpr double k_gb_per_iteration = 7.8;  // fitted, with the bandwidths: quadrant, none and flat

struct Cell {
  const char* machine;
  const char* memory;  // the paper's column
  DataPlacement placement;
  const char* placed;
};
constexpr Cell k_cells[] = {
    {"knl7230", "none", DataPlacement::own_node, "own node"},
    {"knl7230", "flat", DataPlacement::own_node, "own node"},
    {"knl7230-snc4", "none", DataPlacement::own_node, "own node"},
    {"knl7230-snc4", "none", DataPlacement::one_node, "one node"},
    {"knl7230-snc4", "none", DataPlacement::interleaved, "interleaved"},
    {"knl7230-snc4", "flat", DataPlacement::own_node, "own node"},
    {"knl7230-snc4", "flat", DataPlacement::one_node, "one node"},
    {"knl7230-snc4", "flat", DataPlacement::interleaved, "interleaved"},
};

bool show(const std::string& machines, const Cell& cell, const char* scheduler, std::uint32_t bands,
          std::uint32_t tasks) {
  const auto file = sim::read_machine(machines + "/" + cell.machine + ".toml");
  if (!file) {
    std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
    return false;
  }
  ocrvx::Seismic seismic;
  seismic.machine = file.value().machine;
  seismic.machine.shared = {};
  seismic.scheduler = scheduler;
  seismic.memory = std::string(cell.memory) == "flat" ? Memory::fast : Memory::large;
  seismic.placement = cell.placement;
  seismic.gb_per_iteration = k_gb_per_iteration;
  seismic.bands = bands;
  seismic.tasks = tasks;
  const ocrvx::Outcome outcome = ocrvx::run(seismic);
  std::printf(
      "{\"machine\": \"%s\", \"memory\": \"%s\", \"placed\": \"%s\", \"scheduler\": \"%s\", \"bands\": %u, "
      "\"tasks\": %u, \"seconds\": %.3f, \"ran\": %llu, \"foreign\": %llu, \"ended\": %s}\n",
      cell.machine, cell.memory, cell.placed, scheduler, bands, tasks, 1000 * outcome.seconds_per_iteration,
      static_cast<unsigned long long>(outcome.tasks), static_cast<unsigned long long>(outcome.foreign),
      outcome.ended ? "true" : "false");
  std::fflush(stdout);
  return outcome.ended;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string machines = count > 1 ? arguments[1] : "machines";
  bool all = true;
  for (const Cell& cell : k_cells)
    for (const char* scheduler : {"numa", "steal"}) all = show(machines, cell, scheduler, 128, 1) && all;
  for (const std::uint32_t bands : {16U, 32U, 64U, 256U})
    for (const std::uint32_t tasks : {1U, 2U}) all = show(machines, k_cells[5], "numa", bands, tasks) && all;
  return all ? 0 : 1;
}
