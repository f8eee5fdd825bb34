#include "cases.hpp"

#include <cstdio>
#include <cstdlib>

#include "sim/machine_file.hpp"
#include "sim/shapes.hpp"

namespace heddle::ddast {

namespace {

constexpr std::uint64_t k_create_cycles = 1300;  // of the program's own code between two tasks

constexpr Case k_cases[] = {
    {Kernel::matmul, "knl7230", "fine", 32, 1'700'000},      {Kernel::matmul, "knl7230", "coarse", 16, 13'600'000},
    {Kernel::matmul, "thunderx48", "fine", 64, 262'144},     {Kernel::matmul, "thunderx48", "coarse", 32, 2'097'152},
    {Kernel::matmul, "power9", "fine", 32, 5'600'000},       {Kernel::matmul, "power9", "coarse", 16, 44'700'000},
    {Kernel::sparse_lu, "knl7230", "fine", 128, 262'144},    {Kernel::sparse_lu, "knl7230", "coarse", 64, 2'097'152},
    {Kernel::sparse_lu, "thunderx48", "fine", 128, 524'288}, {Kernel::sparse_lu, "thunderx48", "coarse", 64, 4'194'304},
    {Kernel::sparse_lu, "power9", "fine", 128, 131'072},     {Kernel::sparse_lu, "power9", "coarse", 64, 1'048'576},
    {Kernel::nbody, "knl7230", "fine", 256, 81'920},         {Kernel::nbody, "knl7230", "coarse", 128, 327'680},
    {Kernel::nbody, "thunderx48", "fine", 256, 122'880},     {Kernel::nbody, "thunderx48", "coarse", 128, 491'520},
    {Kernel::nbody, "power9", "fine", 128, 163'840},         {Kernel::nbody, "power9", "coarse", 64, 655'360},
};

std::uint64_t ns(const platform::sim::Machine& machine, std::uint64_t cycles) { return cycles * 1000 / machine.mhz; }

}  // namespace

std::span<const Case> cases() { return k_cases; }

const char* name_of(Kernel kernel) noexcept {
  constexpr const char* k_names[] = {"Matmul", "Sparse LU", "N-Body"};
  return k_names[static_cast<std::size_t>(kernel)];
}

const Case* case_of(Kernel kernel, const std::string& machine, const std::string& grain) {
  for (const Case& one : k_cases)
    if (one.kernel == kernel && one.machine == machine && one.grain == grain) return &one;
  return nullptr;
}

sim::Program program_of(const Case& chosen, const platform::sim::Machine& machine, const Length& length) {
  const std::uint64_t task_ns = ns(machine, chosen.cycles), create_ns = ns(machine, k_create_cycles);
  switch (chosen.kernel) {
    case Kernel::matmul:
      return sim::products(
          {.blocks = chosen.side, .rounds = length.rounds, .task_ns = task_ns, .create_ns = create_ns});
    case Kernel::sparse_lu:
      return sim::sparse_lu({.blocks = chosen.side, .task_ns = task_ns, .create_ns = create_ns});
    case Kernel::nbody:
      break;
  }
  return sim::nested_steps({.steps = length.steps, .blocks = chosen.side, .task_ns = task_ns, .create_ns = create_ns});
}

dependence::AsyncParameters initial_parameters() noexcept {
  return {.managers = dependence::AsyncParameters::k_all, .spins = 20, .operations = 6, .ready = 4};
}

std::span<const Manager> managers() {
  static const Manager k_managers[] = {
      {"locked", "locked", {}},     {"async initial", "async", initial_parameters()},
      {"async", "async", {}},       {"async as printed", "async", {.as_printed = true}},
      {"adaptive", "adaptive", {}}, {"Heddle's default", "adaptive", {}, "steal", 2048}};
  return k_managers;
}

sim::Scenario scenario_of(const Manager& manager, platform::sim::Machine machine, std::uint32_t cores,
                          const Draw& draw) {
  sim::Scenario scenario;
  scenario.machine = std::move(machine);
  scenario.machine.cores = cores;
  for (auto* cost :
       {&scenario.machine.line.transfer, &scenario.machine.line.transfer_far, &scenario.machine.line.upgrade})
    *cost = *cost * draw.percent / 100;
  scenario.options = {.seed = draw.seed, .jitter_permille = 50};
  scenario.dependence = manager.dependence;
  scenario.async = manager.parameters;
  scenario.scheduler = manager.scheduler;
  scenario.window = manager.window;
  return scenario;
}

platform::sim::Machine machine_of(const std::string& machines, const char* name) {
  auto file = sim::read_machine(machines + "/" + name + ".toml");
  if (file) return file.value().machine;
  std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
  std::exit(1);
}

}  // namespace heddle::ddast
