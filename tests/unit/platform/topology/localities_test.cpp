// NUMA nodes become localities with tiers; those of another machine are folded onto this one's cpus and nodes.
#include "platform/topology/localities.hpp"

#include <gtest/gtest.h>

#include "file_tree.hpp"
#include "platform/topology/hwloc_library.hpp"
#include "platform/topology/small_file.hpp"

namespace heddle::platform::topology {
namespace {

constexpr const char* k_machines = HEDDLE_MACHINES "/hwloc/";

/// Four cpus on two nodes, and a third node that has memory alone, beside the second.
struct Sysfs : FileTree {
  Sysfs() {
    write("node/online", "0-2\n");
    write("node/node0/cpulist", "0-1\n");
    write("node/node1/cpulist", "2-3\n");
    write("node/node2/cpulist", "\n");
    write("node/node0/distance", "10 21 31\n");
    write("node/node1/distance", "21 10 17\n");
    write("node/node2/distance", "31 17 10\n");
    for (const char* node : {"0", "1", "2"})
      write(std::string("node/node") + node + "/meminfo",
            "Node 0 MemTotal:        1048576 kB\nNode 0 MemFree:  524288 kB\n");
  }
  Roots roots() const { return {path("proc"), path("cgroup"), path("cpu"), path("node")}; }
};

std::vector<unsigned> numbers_reached(const Localities& localities, std::size_t locality) {
  std::vector<unsigned> numbers;
  for (const auto& reach : localities.all[locality].reach) numbers.push_back(localities.memories[reach.memory].number);
  return numbers;
}

TEST(Localities, ANodeWithoutCpusBelongsToTheNearestOnes) {
  const Sysfs machine;
  const Localities found = localities_of(nodes_from_files(parse_cpu_list("0-3"), machine.roots()));
  ASSERT_EQ(found.all.size(), 2U);
  EXPECT_EQ(found.all[0].cpus, parse_cpu_list("0-1"));
  EXPECT_EQ(found.all[1].cpus, parse_cpu_list("2-3"));
  EXPECT_EQ(numbers_reached(found, 0), std::vector{0U});
  EXPECT_EQ(numbers_reached(found, 1), (std::vector{1U, 2U}));
  EXPECT_EQ(found.memories[2].bytes, std::uint64_t{1} << 30);
  EXPECT_FALSE(found.all[1].fast());  // nobody says that it is faster
}

TEST(Localities, BandwidthsDecideWhichMemoryIsFast) {
  Sysfs machine;
  machine.write("node/node1/access0/initiators/read_bandwidth", "100000\n");
  machine.write("node/node2/access0/initiators/read_bandwidth", "400000\n");
  const Localities found = localities_of(nodes_from_files(parse_cpu_list("0-3"), machine.roots()));
  EXPECT_EQ(numbers_reached(found, 1), (std::vector{2U, 1U}));
  EXPECT_EQ(found.all[1].home, 1U);
  ASSERT_TRUE(found.all[1].fast());
  EXPECT_EQ(*found.all[1].fast(), 2U);
}

TEST(Localities, MemoryOfTheWholeMachineBelongsToEachLocality) {
  Nodes nodes;
  nodes.cpus = parse_cpu_list("0-3");
  nodes.memories.push_back({.number = 0, .cpus = parse_cpu_list("0-1")});
  nodes.memories.push_back({.number = 1, .cpus = parse_cpu_list("2-3")});
  nodes.memories.push_back({.number = 2, .kind = "cxl-dram", .cpus = parse_cpu_list("0-3")});
  const Localities found = localities_of(nodes);
  ASSERT_EQ(found.all.size(), 2U);
  EXPECT_EQ(numbers_reached(found, 0), (std::vector{0U, 2U}));
  EXPECT_EQ(numbers_reached(found, 1), (std::vector{1U, 2U}));
  EXPECT_EQ(found.all[0].reach[1].tier, 1U);
}

TEST(Localities, AMachineThatShowsNothingIsOne) {
  const FileTree empty;
  const Roots roots{empty.path("proc"), empty.path("cgroup"), empty.path("cpu"), empty.path("node")};
  const Localities found = read_localities(parse_cpu_list("0-1"), {}, roots);
  ASSERT_EQ(found.all.size(), 1U);
  EXPECT_EQ(found.all[0].cpus, parse_cpu_list("0-1"));
  EXPECT_EQ(found.memories.size(), 1U);
  EXPECT_TRUE(found.warning.empty());
}

TEST(Localities, CpusThatTheProcessMayNotUseAreLeftOut) {
  Sysfs machine;
  machine.write("node/online", "0\n");
  machine.write("node/node0/cpulist", "0-3\n");
  const Localities found = read_localities(parse_cpu_list("2"), {}, machine.roots());
  ASSERT_EQ(found.all.size(), 1U);
  EXPECT_EQ(found.all[0].real_cpus, parse_cpu_list("2"));
}

#if HEDDLE_HAS_HWLOC

class Hwloc : public testing::Test {
 protected:
  void SetUp() override {
    if (HwlocLibrary::open() == nullptr) GTEST_SKIP() << "libhwloc.so.15 is not installed";
  }
};

TEST_F(Hwloc, KnightsLandingInQuadrantModeIsOneLocalityWithTwoTiers) {
  const Localities found =
      read_localities(parse_cpu_list("0-1"), k_machines + std::string("knl7230-quadrant-flat.xml"));
  EXPECT_EQ(found.warning, "");
  ASSERT_EQ(found.all.size(), 1U);
  EXPECT_EQ(found.all[0].cpus.count(), 256U);
  EXPECT_EQ(numbers_reached(found, 0), (std::vector{1U, 0U}));  // MCDRAM first
  EXPECT_EQ(found.memories[found.all[0].home].number, 0U);
  EXPECT_EQ(found.memories[1].kind, "mcdram");
  EXPECT_EQ(*found.all[0].fast(), 1U);
}

TEST_F(Hwloc, InSnc4ModeEachQuarterHasDdrAndTheMcdramFourNumbersOn) {
  const Localities found = read_localities(parse_cpu_list("0-1"), k_machines + std::string("knl7230-snc4-flat.xml"));
  ASSERT_EQ(found.all.size(), 4U);
  for (unsigned quarter = 0; quarter < 4; ++quarter) {
    EXPECT_EQ(numbers_reached(found, quarter), (std::vector{quarter + 4, quarter}));
    EXPECT_EQ(found.memories[found.all[quarter].home].number, quarter);
    EXPECT_EQ(found.all[quarter].cpus.count(), 64U);
    EXPECT_EQ(found.all[quarter].real_cpus, parse_cpu_list("0-1"));  // each has all there is
  }
  EXPECT_TRUE(found.folded);
}

TEST_F(Hwloc, FourSocketsHaveNoFastMemory) {
  const Localities found = read_localities(parse_cpu_list("0-1"), k_machines + std::string("xeon-e7-4820x4.xml"));
  ASSERT_EQ(found.all.size(), 4U);
  for (const Locality& socket : found.all) EXPECT_FALSE(socket.fast());
}

TEST_F(Hwloc, ADescriptionIsFoldedByTurns) {
  const Localities found = read_localities(parse_cpu_list("4-6"), "numa:4 core:2 pu:1");
  ASSERT_EQ(found.all.size(), 4U);
  EXPECT_EQ(found.all[0].real_cpus, parse_cpu_list("4-5"));
  EXPECT_EQ(found.all[1].real_cpus, parse_cpu_list("4,6"));
  EXPECT_EQ(found.all[2].real_cpus, parse_cpu_list("5-6"));
  EXPECT_NE(describe(found).find("locality 3  cpus 6-7  run on cpus 4-5"), std::string::npos);
}

TEST_F(Hwloc, WhatCannotBeUsedIsNamedWithWhatIsUsedInstead) {
  const FileTree files;
  for (const std::string& wrong : {std::string("numa:x"), std::string("/nowhere/at.xml"), files.path("")}) {
    const Localities found = read_localities(affinity_mask(), wrong);
    EXPECT_NE(found.warning.find("HEDDLE_TOPOLOGY='" + wrong + "'"), std::string::npos) << found.warning;
    EXPECT_NE(found.warning.find("is used instead"), std::string::npos);
    EXPECT_FALSE(found.folded);
    EXPECT_FALSE(found.all.empty());
  }
}

TEST_F(Hwloc, AFileThatIsNoTopologyIsRefused) {
  FileTree files;
  files.write("bad.xml", "<?xml version=\"1.0\"?><topology><object type=\"Nonsense\"");
  const Localities found = read_localities(affinity_mask(), files.path("bad.xml"));
  EXPECT_NE(found.warning.find("is no topology that hwloc can read"), std::string::npos) << found.warning;
}

#endif

}  // namespace
}  // namespace heddle::platform::topology
