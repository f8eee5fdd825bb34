// SWITCHES, section 5 and Figure 5: which hardware thread each worker of a plan is bound to.
#include "plan/cores.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace {

using namespace heddle::plans;
using heddle::platform::topology::Groups;

/// The second thread of core 3 is cpu 3 + cores, as Linux often numbers them.
Groups machine_of(std::uint32_t cores, std::uint32_t threads) {
  Groups machine;
  machine.cores.resize(cores);
  for (std::uint32_t thread = 0; thread < threads; ++thread)
    for (std::uint32_t core = 0; core < cores; ++core) machine.cores[core].add(thread * cores + core);
  return machine;
}

std::vector<std::size_t> cpus_of(Cores cores, std::uint32_t workers, const Groups& machine) {
  std::vector<std::size_t> found;
  for (const auto& cpus : cpus_of_workers(cores, workers, machine))
    cpus.each([&](std::size_t cpu) { found.push_back(cpu); });
  return found;
}

// The paper's figure: three cores of three threads. Cpus 0, 3, 6 are the threads of the first core.
TEST(Cores, the_policies_are_those_of_the_papers_figure) {
  const Groups machine = machine_of(3, 3);
  EXPECT_EQ(cpus_of(Cores::compact, 4, machine), (std::vector<std::size_t>{0, 3, 6, 1}));
  EXPECT_EQ(cpus_of(Cores::scatter, 4, machine), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(cpus_of(Cores::hybrid, 2, machine), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(cpus_of(Cores::hybrid, 9, machine), (std::vector<std::size_t>{0, 3, 6, 1, 4, 7, 2, 5, 8}));
  EXPECT_TRUE(cpus_of(Cores::none, 4, machine).empty());
}

// 61 workers once used 31 of 60 cores.
TEST(Cores, hybrid_loads_all_cores_alike_whatever_the_number_of_workers) {
  const std::uint32_t cores = 60, threads = 4;
  const Groups machine = machine_of(cores, threads);
  for (std::uint32_t workers = cores; workers <= cores * threads; ++workers) {
    const std::vector<std::size_t> cpus = cpus_of(Cores::hybrid, workers, machine);
    ASSERT_EQ(cpus.size(), workers);
    EXPECT_EQ(std::set<std::size_t>(cpus.begin(), cpus.end()).size(), workers) << "each has a thread of its own";
    std::vector<std::uint32_t> load(cores, 0);
    for (const std::size_t cpu : cpus) ++load[cpu % cores];
    const auto [least, most] = std::minmax_element(load.begin(), load.end());
    EXPECT_LE(*most - *least, 1u) << workers;
    EXPECT_GT(*least, 0u) << workers;
    for (std::uint32_t worker = 1; worker < workers; ++worker)
      EXPECT_LE(cpus[worker - 1] % cores, cpus[worker] % cores) << workers << ": neighbours share a core";
  }
}

TEST(Cores, more_workers_than_hardware_threads_begin_again) {
  const Groups machine = machine_of(2, 2);
  for (const Cores policy : {Cores::compact, Cores::scatter, Cores::hybrid}) {
    std::vector<std::uint32_t> load(4, 0);
    for (const std::size_t cpu : cpus_of(policy, 8, machine)) ++load[cpu];
    EXPECT_EQ(load, (std::vector<std::uint32_t>(4, 2)));
  }
}

}  // namespace
