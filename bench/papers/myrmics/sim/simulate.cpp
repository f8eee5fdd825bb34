// One run of a program of Myrmics on a simulated machine; a line of CSV. run.py says what is run.
//
//   cmake --build BUILD --target myrmics_simulate
//   BUILD/bin/myrmics_simulate machines/formic520.toml jacobi 1 64 4096 1024 16 0 -- workers=32 widths=1,2 unit=70.1
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "sim/machine_file.hpp"
#include "simulated.hpp"

extern "C" {
struct SimulatedProgram {  // `Program` of programs/program.h
  const char* name;
  heddle::myrmics_sim::Body* table;
  const char* usage;
  unsigned n;
  const std::intptr_t* defaults;
};
extern const SimulatedProgram jacobi_program, matrix_program, bitonic_program, kmeans_program, fft_program, ray_program,
    barnes_program, md5_program, multilevel_program, empty_program, delays_program, jacobi3_program;
}

namespace {

using namespace heddle::myrmics_sim;

const SimulatedProgram* const k_programs[] = {&jacobi_program, &matrix_program,     &bitonic_program, &kmeans_program,
                                              &fft_program,    &ray_program,        &barnes_program,  &md5_program,
                                              &empty_program,  &multilevel_program, &delays_program,  &jacobi3_program};

const SimulatedProgram* program_of(const std::string& name) {
  for (const SimulatedProgram* program : k_programs) {
    if (name == program->name) return program;
  }
  return nullptr;
}

std::vector<std::uint32_t> numbers(const char* text) {
  std::vector<std::uint32_t> found;
  for (char* end = nullptr; *text != '\0'; text = *end == ',' ? end + 1 : end)
    found.push_back(static_cast<std::uint32_t>(std::strtoul(text, &end, 10)));
  return found;
}

/// A price of the machine file, to see what a run is without it. @returns whether there is such a one
bool set_price(Machine& machine, const std::string& name, Cycles cycles) {
  if (name == "worker_spawn")
    machine.handler.worker_spawn = cycles;
  else if (name == "worker_execute")
    machine.handler.worker_execute = cycles;
  else if (name == "scheduler_spawn")
    machine.handler.scheduler_spawn = cycles;
  else if (name == "scheduler_execute")
    machine.handler.scheduler_execute = cycles;
  else if (name == "slow_per_neighbour")
    machine.messaging.slow_per_neighbour = cycles;
  else if (name == "handle")
    machine.messaging.handle = cycles;
  else
    return false;
  return true;
}

/// @returns whether there is such an option
bool set(Setup& setup, Machine& machine, const std::string& name, const char* value) {
  const double number = std::strtod(value, nullptr);
  const auto whole = static_cast<std::uint32_t>(number);
  if (name == "workers")
    setup.workers = whole;
  else if (name == "widths")
    setup.widths = numbers(value);
  else if (name == "unit")
    setup.cycles_per_unit = number;
  else if (name == "locality")
    setup.locality = whole;
  else if (name == "fast_schedulers")
    setup.fast_schedulers = whole != 0;
  else if (name == "fast_workers")
    setup.fast_workers = whole != 0;
  else if (name == "one_spawn")
    setup.one_spawn_at_a_time = whole != 0;
  else if (name == "data")
    setup.data = std::strcmp(value, "spared") == 0 ? Data::spared : Data::published;
  else if (name == "all_are_load")
    setup.all_are_load = whole != 0;
  else if (name == "seed")
    setup.seed = whole;
  else if (name == "jitter")
    setup.jitter_percent = whole;
  else if (name == "bandwidth_percent")
    machine.transfer.bytes_per_kcycle = machine.transfer.bytes_per_kcycle * whole / 100;
  else if (name == "argument_percent")
    machine.handler.argument_percent = whole;
  else
    return set_price(machine, name, whole);
  return true;
}

void print(const Outcome& out) {
  std::printf(
      "cycles,all_cycles,tasks,messages,worker_task,worker_runtime,scheduler,worker_message_bytes,worker_data_bytes,"
      "scheduler_message_bytes,data_bytes,balance");
  for (const auto& [kind, bytes] : out.scheduler_bytes_of) std::printf(",sent_%s", kind);
  std::printf("\n%llu,%llu,%llu,%llu,%.2f,%.2f,%.2f,%.0f,%.0f,%.0f,%.0f,%.2f",
              static_cast<unsigned long long>(out.cycles), static_cast<unsigned long long>(out.all_cycles),
              static_cast<unsigned long long>(out.tasks), static_cast<unsigned long long>(out.messages),
              out.worker_task_percent, out.worker_runtime_percent, out.scheduler_percent, out.worker_message_bytes,
              out.worker_data_bytes, out.scheduler_message_bytes, out.all_data_bytes, out.balance_percent);
  for (const auto& [kind, bytes] : out.scheduler_bytes_of) std::printf(",%.0f", bytes);
  std::printf("\n");
}

int refuse(const std::string& what) {
  std::fprintf(stderr, "myrmics_simulate: %s\n", what.c_str());
  return 2;
}

}  // namespace

int main(int count, char** values) {
  if (count < 3) return refuse("usage: myrmics_simulate MACHINE PROGRAM [NUMBER...] [-- NAME=VALUE...]");
  const auto file = heddle::sim::read_machine(values[1]);
  if (!file) return refuse(file.error().what + "; " + file.error().hint);
  const SimulatedProgram* const program = program_of(values[2]);
  if (program == nullptr) return refuse(std::string("there is no program ") + values[2]);
  std::vector<std::intptr_t> arguments;
  int at = 3;
  for (; at < count && std::strcmp(values[at], "--") != 0; ++at)
    arguments.push_back(std::strtol(values[at], nullptr, 10));
  if (arguments.empty()) arguments.assign(program->defaults, program->defaults + program->n);
  if (arguments.size() != program->n) return refuse(std::string(program->name) + " takes " + program->usage);
  Machine machine = file.value().machine;
  Setup setup;
  for (++at; at < count; ++at) {
    const char* const option = values[at];
    const char* const value = std::strchr(option, '=');
    if (value == nullptr || !set(setup, machine, std::string(option, value), value + 1))
      return refuse(std::string("there is no option ") + option);
  }
  const Outcome out = simulate(machine, setup, program->table, arguments);
  if (!out.finished) return refuse("the run has not ended:\n" + out.story);
  print(out);
  return 0;
}
