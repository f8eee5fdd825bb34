/* Writes the topologies of this folder: descriptions that hwloc understands, with the kinds and bandwidths of memory
 * that such a description has no words for. README.md says how to run it. */
#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One kind of node: every `of`-th one from `first` on. */
struct memory {
  unsigned first;
  unsigned of;
  const char *kind;
  unsigned long bandwidth; /* MiB/s, of each node */
};

struct machine {
  const char *file;
  const char *description;
  struct memory memories[2];
};

/* Knights Landing 7230: 64 cores of 4 threads, 96 GiB of DDR4 at 90 GB/s, 16 GiB of MCDRAM at 450 GB/s (Sodani et al.,
 * "Knights Landing: Second-Generation Intel Xeon Phi Product", IEEE Micro 2016: 90 and over 400 GB/s by STREAM). In SNC-4
 * mode a quarter of each. The nodes of hwloc's description come DDR, MCDRAM, DDR, MCDRAM; `indexes` gives them the
 * kernel's numbers, DDR first. */
static const struct machine machines[] = {
    {"knl7230-quadrant-flat.xml",
     "[numa(memory=103079215104)] [numa(memory=17179869184)] core:64 pu:4",
     {{0, 2, NULL, 85830}, {1, 2, "MCDRAM", 429150}}},
    {"knl7230-snc4-flat.xml",
     "group:4 [numa(memory=25769803776 indexes=0,4,1,5,2,6,3,7)] [numa(memory=4294967296)] core:16 pu:4",
     {{0, 2, NULL, 21457}, {1, 2, "MCDRAM", 107287}}},
    {"xeon-e7-4820x4.xml", "pack:4 [numa(memory=34359738368)] core:8 pu:1", {{0, 1, NULL, 0}}},
};

static void need(int done, const char *what) {
  if (done) return;
  fprintf(stderr, "make: %s\n", what);
  exit(1);
}

static void write_machine(const struct machine *machine) {
  hwloc_topology_t topology;
  need(hwloc_topology_init(&topology) == 0, "no topology");
  need(hwloc_topology_set_synthetic(topology, machine->description) == 0, machine->description);
  need(hwloc_topology_load(topology) == 0, machine->description);
  int nodes = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_NUMANODE);
  for (int at = 0; at < nodes; ++at) {
    hwloc_obj_t node = hwloc_get_obj_by_type(topology, HWLOC_OBJ_NUMANODE, (unsigned)at);
    for (int kind = 0; kind < 2; ++kind) {
      const struct memory *memory = &machine->memories[kind];
      if (memory->of == 0 || (unsigned)at % memory->of != memory->first) continue;
      if (memory->kind != NULL) node->subtype = strdup(memory->kind);
      if (memory->bandwidth == 0) continue;
      struct hwloc_location from = {.type = HWLOC_LOCATION_TYPE_CPUSET, .location = {.cpuset = node->cpuset}};
      need(hwloc_memattr_set_value(topology, HWLOC_MEMATTR_ID_BANDWIDTH, node, &from, 0, memory->bandwidth) == 0,
           "a bandwidth is refused");
    }
  }
  need(hwloc_topology_export_xml(topology, machine->file, 0) == 0, machine->file);
  hwloc_topology_destroy(topology);
}

int main(void) {
  for (size_t at = 0; at < sizeof machines / sizeof machines[0]; ++at) write_machine(&machines[at]);
  return 0;
}
