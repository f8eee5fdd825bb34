// Sizes of caches and shares of them, by made-up kernel files.
#include "platform/topology/caches.hpp"

#include <gtest/gtest.h>

#include "file_tree.hpp"
#include "platform/topology/small_file.hpp"

namespace heddle::platform::topology {
namespace {

constexpr std::uint64_t k_kib = 1 << 10;
constexpr std::uint64_t k_mib = 1 << 20;

TEST(Caches, sizes_are_read_with_the_kernels_units) {
  EXPECT_EQ(parse_cache_bytes("32768K"), 32 * k_mib);
  EXPECT_EQ(parse_cache_bytes("1M"), k_mib);
  EXPECT_EQ(parse_cache_bytes("4096"), 4096u);
  for (const char* const wrong : {"", "K", "12Q", "12KB", "-1K", "18446744073709551615K"})
    EXPECT_EQ(parse_cache_bytes(wrong), std::nullopt) << wrong;
}

/// Two cpus with caches of these sizes, the third level shared by those named.
std::uint64_t share(const char* second, const char* third, const char* sharers) {
  FileTree files;
  for (const char* cpu : {"4", "5"}) {
    const std::string caches = std::string("cpu/cpu") + cpu + "/cache/";
    files.write(caches + "index2/size", second);
    files.write(caches + "index3/size", third);
    files.write(caches + "index3/shared_cpu_list", sharers);
  }
  return cache_share_bytes(parse_cpu_list("4-5"), {files.path("proc"), files.path("cgroup"), files.path("cpu")});
}

TEST(Caches, a_small_second_level_gives_way_to_a_part_of_the_third) {
  EXPECT_EQ(share("512K\n", "32768K\n", "0-7\n"), 4 * k_mib);
}

TEST(Caches, a_large_second_level_is_what_counts) { EXPECT_EQ(share("2048K\n", "266240K\n", "0-1\n"), 2 * k_mib); }

TEST(Caches, threads_of_a_core_share_its_caches) {
  FileTree files;
  files.write("cpu/cpu0/cache/index2/size", "2048K\n");
  files.write("cpu/cpu0/cache/index2/shared_cpu_list", "0,8\n");
  EXPECT_EQ(cache_share_bytes(parse_cpu_list("0-15"), {files.path("proc"), files.path("cgroup"), files.path("cpu")}),
            k_mib);
}

TEST(Caches, a_guest_that_is_shown_a_whole_cache_does_not_have_it) {
  EXPECT_EQ(share("1024K\n", "262144K\n", "4-5\n"), 8 * k_mib);
}

TEST(Caches, a_part_smaller_than_the_second_level_does_not_count) {
  EXPECT_EQ(share("1024K\n", "8192K\n", "0-15\n"), k_mib);
}

TEST(Caches, what_the_kernel_does_not_show_is_guessed) {
  EXPECT_EQ(share("", "", ""), k_mib);
  EXPECT_EQ(share("512K\n", "", ""), 512 * k_kib);
}

}  // namespace
}  // namespace heddle::platform::topology
