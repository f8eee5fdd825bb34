// OCR-Vx Table 1 (Seismic on Knights Landing) as far as the data's place alone explains it: seconds for 1,000
// iterations by clustering mode, memory and placement. README.md says what is fitted.
//
//   cmake --build BUILD --target ocrvx_table && BUILD/bin/ocrvx_table MACHINES
#include <cstdio>
#include <string>

#include "sim/machine_file.hpp"
#include "sim/streaming.hpp"

namespace {

using namespace heddle;
using sim::DataPlacement;
using sim::Memory;

constexpr double k_gb_per_iteration = 7.8;  // fitted, with the bandwidths: quadrant, none and flat

struct Cell {
  const char* clustering;
  const char* machine;
  const char* memory;
  Memory used;
  DataPlacement placement;
  const char* placed;
  const char* paper;
  const char* kind;
};
constexpr Cell k_cells[] = {
    {"quadrant", "knl7230", "none", Memory::large, DataPlacement::own_node, "one node", "92.44 to 93.83 (XSOCR 98.66)",
     "fitted"},
    {"quadrant", "knl7230", "flat", Memory::fast, DataPlacement::own_node, "one node", "17.32 to 20.93", "fitted"},
    {"SNC-4", "knl7230-snc4", "flat", Memory::fast, DataPlacement::own_node, "own node", "19.53 (OCR-Vsm NUMA)",
     "predicted"},
    {"SNC-4", "knl7230-snc4", "flat", Memory::fast, DataPlacement::one_node, "all on one node",
     "80.94 (OpenMP), 78.80 (TBB)", "predicted"},
    {"SNC-4", "knl7230-snc4", "flat", Memory::fast, DataPlacement::interleaved, "interleaved",
     "34.04 (OCR-Vsm TBB, 38 % spread)", "predicted"},
    {"SNC-4", "knl7230-snc4", "none", Memory::large, DataPlacement::own_node, "own node", "92.27 (OCR-Vsm NUMA)",
     "predicted"},
    {"SNC-4", "knl7230-snc4", "none", Memory::large, DataPlacement::one_node, "all on one node",
     "100.01 (OpenMP), 110.23 (TBB)", "predicted"},
    {"SNC-4", "knl7230-snc4", "none", Memory::large, DataPlacement::interleaved, "interleaved",
     "100.01 (OpenMP), 110.23 (TBB)", "predicted"},
};

}  // namespace

int main(int count, char** arguments) {
  const std::string machines = count > 1 ? arguments[1] : "machines";
  std::printf("| clustering | memory | data | simulated, s | the paper, s | |\n|---|---|---|---|---|---|\n");
  for (const Cell& cell : k_cells) {
    const auto file = sim::read_machine(machines + "/" + cell.machine + ".toml");
    if (!file) {
      std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
      return 1;
    }
    sim::Streaming streaming;
    streaming.machine = file.value().machine;
    streaming.gb_per_iteration = k_gb_per_iteration;
    streaming.memory = cell.used;
    streaming.placement = cell.placement;
    std::printf("| %s | %s | %s | %.2f | %s | %s |\n", cell.clustering, cell.memory, cell.placed,
                1000 * sim::seconds_per_iteration(streaming), cell.paper, cell.kind);
  }
  return 0;
}
