// Affinity mask and cgroup quota, the latter on made-up /proc and /sys trees.
#include "platform/topology/available.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

#include "file_tree.hpp"

namespace heddle::platform::topology {
namespace {

struct Cgroups : FileTree {
  Roots roots() const { return {path("proc"), path("cgroup"), path("cpu"), path("node")}; }
  void self(const std::string& lines) { write("proc/self/cgroup", lines); }
};

TEST(Quota, WithoutCgroupsThereIsNone) {
  const Cgroups tree;
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), std::nullopt);
}

TEST(Quota, Version2RoundsUp) {
  Cgroups tree;
  tree.self("0::/app\n");
  tree.write("cgroup/app/cpu.max", "150000 100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), 2u);
}

TEST(Quota, LessThanOneCpuIsOne) {
  Cgroups tree;
  tree.self("0::/app\n");
  tree.write("cgroup/app/cpu.max", "1000 100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), 1u);
}

TEST(Quota, MaxIsNone) {
  Cgroups tree;
  tree.self("0::/app\n");
  tree.write("cgroup/app/cpu.max", "max 100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), std::nullopt);
}

TEST(Quota, TheTightestLevelCounts) {
  Cgroups tree;
  tree.self("0::/slice/pod/app\n");
  tree.write("cgroup/slice/cpu.max", "300000 100000\n");
  tree.write("cgroup/slice/pod/cpu.max", "max 100000\n");
  tree.write("cgroup/slice/pod/app/cpu.max", "800000 100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), 3u);
}

TEST(Quota, AContainerSeesItsOwnRootThoughTheNameIsTheHosts) {
  Cgroups tree;
  tree.self("0::/docker/0123abcd\n");
  tree.write("cgroup/cpu.max", "200000 100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), 2u);
}

TEST(Quota, Version1HasTwoFilesInTheCpuControllersMount) {
  Cgroups tree;
  tree.self("12:memory:/app\n4:cpu,cpuacct:/batch/app\n1:name=systemd:/app\n");
  tree.write("cgroup/cpu,cpuacct/batch/cpu.cfs_quota_us", "250000\n");
  tree.write("cgroup/cpu,cpuacct/batch/cpu.cfs_period_us", "100000\n");
  tree.write("cgroup/cpu,cpuacct/batch/app/cpu.cfs_quota_us", "-1\n");
  tree.write("cgroup/cpu,cpuacct/batch/app/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), 3u);
}

TEST(Quota, Version1IsFoundUnderTheShortNameToo) {
  Cgroups tree;
  tree.self("4:cpuacct,cpu:/\n");
  tree.write("cgroup/cpu/cpu.cfs_quota_us", "400000\n");
  tree.write("cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), 4u);
}

TEST(Quota, ACpusetIsNoCpuController) {
  Cgroups tree;
  tree.self("4:cpuset:/app\n");
  tree.write("cgroup/cpuset/app/cpu.cfs_quota_us", "100000\n");
  tree.write("cgroup/cpuset/app/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), std::nullopt);
}

TEST(Quota, SideBySideTheHierarchyWithTheCpuControllerCounts) {
  Cgroups tree;
  tree.self("0::/app\n4:cpu:/app\n");
  tree.write("cgroup/cpu/app/cpu.cfs_quota_us", "500000\n");
  tree.write("cgroup/cpu/app/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), 5u);
}

TEST(Quota, BesideVersion1Version2IsMountedOneLevelDown) {
  Cgroups tree;
  tree.self("4:memory:/app\n0::/app\n");
  tree.write("cgroup/unified/app/cpu.max", "400000 100000\n");
  EXPECT_EQ(cgroup_cpu_limit(tree.roots()), 4u);
}

TEST(Quota, NonsenseIsNoLimit) {
  for (const char* text : {"", "many", "100000", "0 100000", "100000 0", "99999999999999999999999 1"}) {
    Cgroups tree;
    tree.self("0::/app\n");
    tree.write("cgroup/app/cpu.max", text);
    EXPECT_EQ(cgroup_cpu_limit(tree.roots()), std::nullopt) << text;
  }
}

TEST(Quota, GarbageInTheListOfGroupsIsPassedOver) {
  for (const char* text : {"", ":", "::", ":cpu:app", "0::app", "garbage", "garbage\n\n:::\n"}) {
    Cgroups tree;
    tree.self(text);
    EXPECT_EQ(cgroup_cpu_limit(tree.roots()), std::nullopt) << text;
  }
}

TEST(Concurrency, IsTheSmallerOfMaskAndQuota) {
  Cgroups tree;
  tree.self("0::/\n");
  EXPECT_EQ(default_concurrency(tree.roots()), affinity_mask().count());
  tree.write("cgroup/cpu.max", "100000 100000\n");
  EXPECT_EQ(default_concurrency(tree.roots()), 1u);
}

TEST(Mask, HoldsTheCpuThisRunsOn) { EXPECT_TRUE(affinity_mask().contains(static_cast<std::size_t>(::sched_getcpu()))); }

TEST(Mask, BindingAThreadChangesThatThreadOnly) {
  const CpuSet before = affinity_mask();
  CpuSet one;
  one.add(before.first());
  std::thread([&] {
    EXPECT_EQ(bind_current_thread(one), BindOutcome::bound);
    EXPECT_EQ(affinity_mask(), one);
  }).join();
  EXPECT_EQ(affinity_mask(), before);
}

TEST(Mask, CpusThatAreNotThereAreRefused) {
  CpuSet absent;
  absent.add(1'000'000);
  EXPECT_EQ(bind_current_thread(absent), BindOutcome::refused);
  EXPECT_EQ(bind_current_thread(CpuSet{}), BindOutcome::refused);
}

}  // namespace
}  // namespace heddle::platform::topology
