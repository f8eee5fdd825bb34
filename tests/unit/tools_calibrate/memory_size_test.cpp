// How large a triad's arrays are, on made-up /proc and /sys trees.
#include "tools/heddle/calibrate_memory_size.hpp"

#include <gtest/gtest.h>

#include "tests/unit/platform/topology/file_tree.hpp"

namespace {

using heddle::platform::topology::CpuSet;
using heddle::platform::topology::FileTree;
using heddle::platform::topology::Roots;
using namespace heddle::tools;

struct Host : FileTree {
  Roots roots() const { return {path("proc"), path("cgroup"), path("cpu"), path("node")}; }
  void cache(int cpu, const std::string& size, const std::string& shared) {
    const std::string folder = "cpu/cpu" + std::to_string(cpu) + "/cache/index3/";
    write(folder + "size", size + "\n");
    write(folder + "shared_cpu_list", shared + "\n");
  }
  void available(std::uint64_t mib) {
    write("proc/meminfo", "MemTotal:       99999999 kB\nMemFree:  1 kB\nMemAvailable:   " + std::to_string(mib * 1024) +
                              " kB\nCached: 5 kB\n");
  }
  std::uint64_t spare_mib() const { return spare_bytes(roots()) / k_mib; }
};

CpuSet cpus(std::initializer_list<std::size_t> list) {
  CpuSet set;
  for (const std::size_t cpu : list) set.add(cpu);
  return set;
}

TEST(LastCaches, of_several_groups_count_together_and_each_once) {
  Host host;
  host.cache(0, "32768K", "0-1,4");
  host.cache(1, "32768K", "0-1,4");
  host.cache(2, "16384K", "2-3");
  host.cache(3, "16384K", "2-3");
  host.cache(4, "32768K", "0-1,4");
  EXPECT_EQ(last_cache_bytes(cpus({0, 1, 2, 3, 4}), host.roots()), 48 * k_mib);
  EXPECT_EQ(last_cache_bytes(cpus({1, 4}), host.roots()), 32 * k_mib);
  EXPECT_EQ(last_cache_bytes(cpus({3}), host.roots()), 16 * k_mib);
}

TEST(LastCaches, without_a_list_belong_to_their_cpu) {
  Host host;
  for (int cpu = 0; cpu < 2; ++cpu) host.write("cpu/cpu" + std::to_string(cpu) + "/cache/index3/size", "1024K\n");
  EXPECT_EQ(last_cache_bytes(cpus({0, 1}), host.roots()), 2 * k_mib);
}

TEST(LastCaches, are_unknown_where_one_is) {
  Host host;
  host.cache(0, "32768K", "0");
  EXPECT_EQ(last_cache_bytes(cpus({0, 1}), host.roots()), 0u);
}

TEST(Spare, is_what_the_kernel_calls_available) {
  Host host;
  EXPECT_EQ(host.spare_mib(), 0u);
  host.available(900);
  EXPECT_EQ(host.spare_mib(), 900u);
}

TEST(Spare, is_within_the_tightest_group_of_version_2) {
  Host host;
  host.available(8000);
  host.write("proc/self/cgroup", "0::/pod/app\n");
  host.write("cgroup/pod/app/memory.max", "max\n");
  EXPECT_EQ(host.spare_mib(), 8000u);
  host.write("cgroup/pod/memory.max", std::to_string(1024 * k_mib) + "\n");
  host.write("cgroup/pod/memory.current", std::to_string(300 * k_mib) + "\n");
  EXPECT_EQ(host.spare_mib(), 724u);
  host.write("cgroup/pod/memory.stat", "anon 1\ninactive_file " + std::to_string(100 * k_mib) + "\nactive_file 2\n");
  EXPECT_EQ(host.spare_mib(), 824u) << "files that nobody uses give way";
  host.write("cgroup/pod/memory.current", std::to_string(2000 * k_mib) + "\n");
  EXPECT_EQ(host.spare_mib(), 0u) << "over its limit";
}

TEST(Spare, in_a_container_is_within_the_mounts_own_limit) {
  Host host;
  host.available(8000);
  host.write("proc/self/cgroup", "0::/docker/0123abcd\n");
  host.write("cgroup/memory.max", std::to_string(512 * k_mib) + "\n");
  EXPECT_EQ(host.spare_mib(), 512u);
}

TEST(Spare, is_within_the_group_of_version_1) {
  Host host;
  host.available(8000);
  host.write("proc/self/cgroup", "9:name=systemd:/\n4:memory:/batch/app\n1:cpu:/other\n0::/\n");
  host.write("cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  host.write("cgroup/memory/batch/app/memory.limit_in_bytes", std::to_string(1024 * k_mib) + "\n");
  host.write("cgroup/memory/batch/app/memory.usage_in_bytes", std::to_string(500 * k_mib) + "\n");
  host.write("cgroup/memory/batch/app/memory.stat",
             "inactive_file 1\ntotal_inactive_file " + std::to_string(76 * k_mib) + "\n");
  host.write("cgroup/memory/other/memory.limit_in_bytes", "4096\n");
  EXPECT_EQ(host.spare_mib(), 600u);
}

TEST(TriadSize, is_four_times_the_caches) {
  const TriadSize size = choose_triad_size(96 * k_mib, 24'000 * k_mib);
  EXPECT_EQ(size, (TriadSize{384 * k_mib, 96 * k_mib}));
  EXPECT_EQ(remark_on(size), "");
  EXPECT_EQ(choose_triad_size(768 * k_mib, 64'000 * k_mib).array_bytes, 3072 * k_mib) << "no other bound";
}

TEST(TriadSize, of_small_caches_is_large_enough_to_time) {
  EXPECT_EQ(choose_triad_size(2 * k_mib, 24'000 * k_mib).array_bytes, 64 * k_mib);
}

TEST(TriadSize, leaves_half_of_what_is_spare_and_says_that_it_is_too_small) {
  const TriadSize size = choose_triad_size(32 * k_mib, 600 * k_mib);
  EXPECT_EQ(size.array_bytes, 100 * k_mib);
  EXPECT_EQ(remark_on(size),
            "; may be partly the caches' rate: arrays of 100 MiB, for want of memory, where 4 times 32 MiB are due");
}

TEST(TriadSize, is_none_where_the_caches_would_hold_an_array) {
  EXPECT_EQ(choose_triad_size(32 * k_mib, 6 * 32 * k_mib).array_bytes, 0u);
  EXPECT_EQ(choose_triad_size(0, 0).array_bytes, 0u);
}

TEST(TriadSize, of_unknown_caches_says_so) {
  const TriadSize size = choose_triad_size(0, 24'000 * k_mib);
  EXPECT_EQ(size.array_bytes, 64 * k_mib);
  EXPECT_EQ(remark_on(size), "; the caches' size is not known");
}

}  // namespace
