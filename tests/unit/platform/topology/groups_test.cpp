// Cores, caches, nodes and sockets: from hwloc's synthetic machines and from made-up kernel files.
#include "platform/topology/groups.hpp"

#include <gtest/gtest.h>

#include "file_tree.hpp"
#include "platform/topology/machine.hpp"
#include "platform/topology/small_file.hpp"

namespace heddle::platform::topology {
namespace {

std::vector<CpuSet> sets(std::initializer_list<const char*> lists) {
  std::vector<CpuSet> result;
  for (const char* list : lists) result.push_back(parse_cpu_list(list));
  return result;
}

/// Two sockets of two cores of two threads, numbered as Linux does: siblings are n and n + 4.
struct Sysfs : FileTree {
  Sysfs() {
    for (int cpu = 0; cpu < 8; ++cpu) {
      const std::string here = "cpu/cpu" + std::to_string(cpu);
      const int core = cpu % 4;
      const bool first_socket = core < 2;
      write(here + "/topology/thread_siblings_list", std::to_string(core) + "," + std::to_string(core + 4) + "\n");
      write(here + "/topology/core_siblings_list", first_socket ? "0-1,4-5\n" : "2-3,6-7\n");
      write(here + "/cache/index0/shared_cpu_list", std::to_string(core) + "," + std::to_string(core + 4) + "\n");
      write(here + "/cache/index3/shared_cpu_list", "0-7\n");
    }
    write("node/online", "0-1\n");
    write("node/node0/cpulist", "0-1,4-5\n");
    write("node/node1/cpulist", "2-3,6-7\n");
  }
  Roots roots() const { return {path("proc"), path("cgroup"), path("cpu"), path("node")}; }
};

TEST(Groups, KernelFilesShowEveryLevel) {
  const Sysfs machine;
  const Groups groups = read_groups_from_files(parse_cpu_list("0-7"), machine.roots());
  EXPECT_EQ(groups.cores, sets({"0,4", "1,5", "2,6", "3,7"}));
  EXPECT_EQ(groups.threads, sets({"0", "4", "1", "5", "2", "6", "3", "7"})) << "siblings beside each other";
  EXPECT_EQ(groups.sockets, sets({"0-1,4-5", "2-3,6-7"}));
  EXPECT_EQ(groups.numa_domains, sets({"0-1,4-5", "2-3,6-7"}));
  EXPECT_EQ(groups.ll_caches, sets({"0-7"}));
}

TEST(Groups, OnlyAvailableCpusOccur) {
  const Sysfs machine;
  const Groups groups = read_groups_from_files(parse_cpu_list("1,5-6"), machine.roots());
  EXPECT_EQ(groups.cores, sets({"1,5", "6"}));
  EXPECT_EQ(groups.sockets, sets({"1,5", "6"}));
  EXPECT_EQ(groups.ll_caches, sets({"1,5-6"}));
}

TEST(Groups, AMachineThatShowsNothingHasOneCorePerCpuAndOneOfEverythingElse) {
  const FileTree empty;
  const Groups groups = read_groups_from_files(parse_cpu_list("0-2"),
                                               {empty.path("a"), empty.path("b"), empty.path("c"), empty.path("d")});
  EXPECT_EQ(groups.threads, sets({"0", "1", "2"}));
  EXPECT_EQ(groups.cores, sets({"0", "1", "2"}));
  EXPECT_EQ(groups.sockets, sets({"0-2"}));
  EXPECT_EQ(groups.numa_domains, sets({"0-2"}));
  EXPECT_EQ(groups.ll_caches, sets({"0-2"}));
}

TEST(Groups, HwlocShowsEveryLevel) {
  const Groups groups = read_synthetic_groups("node:2 pack:1 l3:2 core:2 pu:2");
  if (groups.threads.empty()) GTEST_SKIP() << "hwloc is not installed";
  EXPECT_EQ(groups.threads.size(), 16u);
  EXPECT_EQ(groups.cores.size(), 8u);
  EXPECT_EQ(groups.ll_caches, sets({"0-3", "4-7", "8-11", "12-15"}));
  EXPECT_EQ(groups.numa_domains, sets({"0-7", "8-15"}));
  EXPECT_EQ(groups.sockets, sets({"0-7", "8-15"}));
}

// As the quarters of a Knights Landing in SNC-4 mode.
TEST(Groups, ANumaNodeThatIsNoOtherObjectKeepsItsCpus) {
  const Groups groups = read_synthetic_groups("numa:4 core:2 pu:1");
  if (groups.threads.empty()) GTEST_SKIP() << "hwloc is not installed";
  EXPECT_EQ(groups.numa_domains, sets({"0-1", "2-3", "4-5", "6-7"}));
}

TEST(Groups, ThisMachinesLevelsEachCoverTheAvailableCpusOnce) {
  const CpuSet available = affinity_mask();
  const Groups groups = read_groups(available);
  for (const auto* level : {&groups.threads, &groups.cores, &groups.ll_caches, &groups.numa_domains, &groups.sockets}) {
    CpuSet all;
    std::size_t count = 0;
    for (const CpuSet& set : *level) {
      all.unite(set);
      count += set.count();
    }
    EXPECT_EQ(all, available);
    EXPECT_EQ(count, available.count());
  }
}

TEST(Machine, IsATreeDownToTheThreadsWithItsMemories) {
  const Machine machine = describe_synthetic_machine("node:2 pack:1 core:2 pu:1");
  if (machine.root.label.empty()) GTEST_SKIP() << "hwloc is not installed";
  EXPECT_EQ(machine.root.cpus.count(), 4u);
  ASSERT_EQ(machine.memories.size(), 2u);
  EXPECT_EQ(machine.memories[1].number, 1u);
  EXPECT_EQ(machine.memories[1].kind, "dram");
  EXPECT_EQ(machine.memories[1].cpus, parse_cpu_list("2-3"));
}

}  // namespace
}  // namespace heddle::platform::topology
