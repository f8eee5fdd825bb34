// How much others have of the measured cpus, on made-up texts of /proc/stat, and beside a real competitor.
#include "tools/heddle/calibrate_quiet.hpp"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

namespace {

using heddle::platform::topology::CpuSet;
using namespace heddle::tools;

CpuSet cpus(std::initializer_list<std::size_t> list) {
  CpuSet set;
  for (const std::size_t cpu : list) set.add(cpu);
  return set;
}

constexpr const char* k_stat =
    "cpu  999 999 999 999 999 999 999 999 0 0\n"
    "cpu0 100 20 30 4000 500 6 7 80 9 9\n"
    "cpu1 1 0 0 7 7 0 0 0 0 0\n"
    "cpu10 1000 0 0 0 0 0 0 5 0 0\n"
    "intr 12345 0 0\n";

TEST(CpuTicks, count_work_and_interrupts_apart_from_what_was_stolen) {
  EXPECT_EQ(cpu_ticks(k_stat, cpus({0})), (CpuTicks{100 + 20 + 30 + 6 + 7, 80}));
}

TEST(CpuTicks, add_up_over_the_cpus_that_are_asked_for_and_no_others) {
  EXPECT_EQ(cpu_ticks(k_stat, cpus({1, 10})), (CpuTicks{1 + 1000, 5}));
}

TEST(CpuTicks, are_unknown_where_a_cpu_is_missing_or_the_text_is_cut_off) {
  EXPECT_EQ(cpu_ticks(k_stat, cpus({0, 2})), std::nullopt);
  EXPECT_EQ(cpu_ticks("", cpus({0})), std::nullopt);
  EXPECT_EQ(cpu_ticks("cpu0 100 20", cpus({0})), std::nullopt);  // no end of the line: read by half
  EXPECT_EQ(cpu_ticks(k_stat, {}), std::nullopt);
}

TEST(CpuTicks, take_an_old_kernels_short_lines) {
  EXPECT_EQ(cpu_ticks("cpu0 5 6 7 8\n", cpus({0})), (CpuTicks{18, 0}));
}

struct ShareRow {
  const char* what;
  CpuLook before, after;
  std::size_t cpus;
  double share;
};

class OthersShare : public testing::TestWithParam<ShareRow> {};

TEST_P(OthersShare, is_of_all_the_cpus_had) {
  const ShareRow& row = GetParam();
  EXPECT_NEAR(others_share(row.before, row.after, row.cpus), row.share, 1e-9) << row.what;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, OthersShare,
    testing::Values(ShareRow{"nobody else", {{50, 0}, 0, 0}, {{250, 0}, 200, 100}, 2, 0},
                    ShareRow{"a whole cpu of two", {{0, 0}, 30, 7}, {{202, 0}, 130, 107}, 2, 0.5},
                    ShareRow{"stolen counts", {{0, 10}, 0, 0}, {{100, 62}, 100, 100}, 1, 0.5},
                    ShareRow{"two ticks are uncertain", {{0, 0}, 0, 0}, {{102, 0}, 100, 100}, 1, 0},
                    ShareRow{"own time is more exact than ticks", {{0, 0}, 0, 0}, {{90, 0}, 100, 100}, 1, 0},
                    ShareRow{"never more than all", {{0, 0}, 0, 0}, {{500, 0}, 0, 100}, 1, 1},
                    ShareRow{"no time at all", {{0, 0}, 0, 5}, {{5, 0}, 0, 5}, 1, 0}));

TEST(MeasuredCalmly, tries_once_where_nobody_disturbs) {
  int attempts = 0;
  const auto found = measured_calmly({}, 3, [&] { return ++attempts; });  // no cpus: nobody can disturb
  EXPECT_EQ(found.value, 1);
  EXPECT_EQ(found.others, 0);
  EXPECT_EQ(attempts, 1);
}

/// Processes that compute on every cpu until this object goes.
class BusyHost {
 public:
  explicit BusyHost(std::size_t count) {
    for (std::size_t at = 0; at < count; ++at) {
      children_.push_back(fork());
      if (children_.back() != 0) continue;
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (;;) __asm__ volatile("");
    }
  }
  ~BusyHost() {
    for (const pid_t child : children_) {
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
  }
  BusyHost(const BusyHost&) = delete;
  BusyHost& operator=(const BusyHost&) = delete;

 private:
  std::vector<pid_t> children_;
};

TEST(QuietWatch, sees_that_others_have_the_cpus) {
  const CpuSet usable = heddle::platform::topology::affinity_mask();
  if (!cpu_ticks(heddle::platform::topology::read_small_file("/proc/stat").value_or(""), usable))
    GTEST_SKIP() << "/proc/stat does not show the cpus of this process";
  const BusyHost busy(usable.count());
  const QuietWatch watch(usable);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_GT(watch.share(), k_too_busy);  // all of them are busy, and this process sleeps
}

}  // namespace
