// Simulated: a program of Myrmics on the simulated Formic machine. Its tasks run on the cores of workers, in virtual
// time; their calls become messages to scheduler nodes, whose handlers are the rules of dependence/regions.
//
// As published: a worker has one spawn under way at a time; data are fetched from where they were written last, a task
// ahead. A body costs what the program says (COMPUTE), a call what the machine file says; results are not computed.
// One run at a time on a thread of the host.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "platform/sim/engine.hpp"
#include "shape.hpp"

namespace heddle::myrmics_sim {

using platform::sim::Cycles;
using platform::sim::Machine;

/// What may be left out of the rules, for tests: they must find it.
enum class Fault : std::uint8_t { none, no_cure, no_reset };

/// What is fetched. `published` is the authors' code: whatever the task names, as no message says what is not to be
/// transferred, from the one who wrote it last, and a copy for reading serves one task only. `spared` is the library:
/// NOTRANSFER moves nothing, copies stay valid, contents that are undefined are not fetched.
enum class Data : std::uint8_t { published, spared };

/// What a run is made with.
struct Setup {
  std::uint32_t workers = 1;
  std::vector<std::uint32_t> widths = {1};  // of the tree of nodes, from the root down
  bool fast_schedulers = true;
  bool fast_workers = false;
  std::uint32_t locality = 20;  // p of T = pL + (100 - p)B
  double cycles_per_unit = 1;   // of the program's work
  bool one_spawn_at_a_time = true;
  Data data = Data::published;
  bool all_are_load = true;  // as published: also tasks that only hand on
  std::uint64_t seed = 1;
  std::uint32_t jitter_percent = 0;  // by how much a message's handling varies
  Fault fault = Fault::none;
};

/// Where the time and the bytes went; sums over cores.
struct Outcome {
  bool finished = false;
  std::string story;  // unless finished
  Cycles cycles = 0;  // between simulated_begin() and simulated_end()
  Cycles all_cycles = 0;
  std::uint64_t tasks = 0;
  std::uint64_t messages = 0;
  double worker_task_percent = 0, worker_runtime_percent = 0;  // of the time between the two
  double scheduler_percent = 0;                                // nodes' mean; the root's with one level
  double worker_message_bytes = 0, worker_data_bytes = 0, scheduler_message_bytes = 0;  // a core's mean
  /// A node's mean of what it sends, by kind; names are static.
  std::vector<std::pair<const char*, double>> scheduler_bytes_of;
  double all_data_bytes = 0;
  double balance_percent = 0;  // 100: each worker has run as many tasks; 0: one has run all
};

using Body = void (*)();

/// Runs table[0] as the main task on worker 0.
Outcome simulate(const Machine& machine, const Setup& setup, Body* table, const std::vector<std::intptr_t>& arguments);

}  // namespace heddle::myrmics_sim
