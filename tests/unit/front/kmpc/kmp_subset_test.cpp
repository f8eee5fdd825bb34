// KMP_HW_SUBSET: which cpus of a machine are meant.
#include "front/kmpc/kmp_subset.hpp"

#include <gtest/gtest.h>

#include <string>

#include "omp/settings.hpp"
#include "process/process.hpp"
#include "tests/unit/omp/child.hpp"

namespace heddle::kmpc {
namespace {

using platform::topology::CpuSet;
using platform::topology::Groups;

/// Neighbouring sets of `size` cpus each.
std::vector<CpuSet> sets_of(unsigned size, unsigned cpus) {
  std::vector<CpuSet> sets(cpus / size);
  for (unsigned cpu = 0; cpu < cpus; ++cpu) sets[cpu / size].add(cpu);
  return sets;
}

/// Two sockets of two caches of three cores of two threads: cpus 0 to 23.
Groups two_sockets() {
  Groups groups;
  groups.threads = sets_of(1, 24);
  groups.cores = sets_of(2, 24);
  groups.ll_caches = sets_of(6, 24);
  groups.numa_domains = sets_of(12, 24);
  groups.sockets = sets_of(12, 24);
  return groups;
}

std::string chosen(const std::string& text) {
  const ParsedSubset parsed = parse_subset(text);
  if (!parsed.request) return "malformed";
  std::string cpus;
  choose_subset(*parsed.request, two_sockets()).each([&cpus](std::size_t cpu) {
    cpus += (cpus.empty() ? "" : " ") + std::to_string(cpu);
  });
  return cpus;
}

TEST(HardwareSubset, UnitsAreCountedInTheNextLargerOnes) {
  EXPECT_EQ(chosen("1s,2c,1t"), "0 2");
  EXPECT_EQ(chosen("2s,1c,2t"), "0 1 12 13");
  EXPECT_EQ(chosen("1s,1l3,1c"), "0 1");
  EXPECT_EQ(chosen("1s,2l3,1c,1t"), "0 6");
}

TEST(HardwareSubset, OffsetsSkipUnits) {
  EXPECT_EQ(chosen("1s@1,2c@2,1t"), "16 18");
  EXPECT_EQ(chosen("1s,1c@5,1t@1"), "11");
  EXPECT_EQ(chosen(":1n@1,1l3@1,1c@2,1t"), "22");
}

TEST(HardwareSubset, WhatIsNotNamedIsThereAltogether) {
  EXPECT_EQ(chosen("1c"), "0 1 12 13");
  EXPECT_EQ(chosen("1s,1t"), "0 2 4 6 8 10");
  EXPECT_EQ(chosen("1s@1"), "12 13 14 15 16 17 18 19 20 21 22 23");
}

TEST(HardwareSubset, AColonLeavesOutWhatIsNotNamed) {
  EXPECT_EQ(chosen(":1c"), "0 1");
  EXPECT_EQ(chosen(":3t@11"), "11 12 13");
}

TEST(HardwareSubset, AllUnitsAreAStarOrNoNumber) {
  EXPECT_EQ(chosen("*s,1c@5,*t"), "10 11 22 23");
  EXPECT_EQ(chosen("s,c@5,1t"), "10 22");
}

TEST(HardwareSubset, TheOrderOfTheListDoesNotCount) { EXPECT_EQ(chosen("1t,2c,1s"), chosen("1s,2c,1t")); }

TEST(HardwareSubset, WordsMayBeWrittenOut) { EXPECT_EQ(chosen("1socket,2cores,1thread"), "0 2"); }

TEST(HardwareSubset, MoreThanThereIsIsNothing) {
  for (const char* text : {"3s", "1s,7c", "1s,6c@1", "3t", "1s@2", ":13c", ":c@12"})
    EXPECT_EQ(chosen(text), "") << text;
}

TEST(HardwareSubset, WhatIsMalformedIsRefusedWithTheReason) {
  for (const char* text : {"", "2", "2q", "0c", "-1c", "1c@", "1c@x", "1c,", ",1c", "1c,2c", "1s 2c", "1l", "1c@-1"})
    EXPECT_NE(parse_subset(text).wrong.find("allowed are"), std::string::npos) << text;
  for (const char* text : {"1c:eff0", "1c@1:intel_atom"})
    EXPECT_NE(parse_subset(text).wrong.find("kinds of cores"), std::string::npos) << text;
  for (const char* text : {"1d", "1s,2tile", "1l2"})
    EXPECT_NE(parse_subset(text).wrong.find("dies, tiles"), std::string::npos) << text;
}

TEST(HardwareSubset, MoreThreadsThanItHasCpusAreCrowded) {
  const std::string processors = omp::in_child([](omp::ChildOutput& output) {
    if (apply_subset("1s,1c,1t")) return;  // refused
    output.write(std::to_string(process::Process::get().runtime->settings().processors));
  });
  EXPECT_EQ(processors, "1");
}

}  // namespace
}  // namespace heddle::kmpc
