// CpuSet: sets of cpus beyond 1024.
#include "platform/topology/cpu_set.hpp"

#include <gtest/gtest.h>

#include "platform/topology/small_file.hpp"

namespace heddle::platform::topology {
namespace {

CpuSet of(std::initializer_list<std::size_t> cpus) {
  CpuSet set;
  for (const std::size_t cpu : cpus) set.add(cpu);
  return set;
}

TEST(CpuSet, IsEmptyAtFirstAndAgainAfterTheLastCpuLeft) {
  CpuSet set;
  EXPECT_TRUE(set.empty());
  set.add(1500);
  EXPECT_FALSE(set.empty());
  set.remove(1500);
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set, CpuSet{});
}

TEST(CpuSet, VisitsCpusInAscendingOrderAcrossWords) {
  std::vector<std::size_t> seen;
  of({4095, 0, 63, 64, 1024}).each([&](std::size_t cpu) { seen.push_back(cpu); });
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 63, 64, 1024, 4095}));
}

TEST(CpuSet, NextFindsTheCpuItselfOrALaterOneOrTheEnd) {
  const CpuSet set = of({5, 200});
  EXPECT_EQ(set.next(5), 5u);
  EXPECT_EQ(set.next(6), 200u);
  EXPECT_EQ(set.next(201), set.end());
  EXPECT_EQ(set.next(100000), set.end());
}

TEST(CpuSet, SetAlgebraKeepsEqualSetsEqual) {
  CpuSet set = of({1, 2, 3});
  set.unite(of({3, 700}));
  EXPECT_EQ(set, of({1, 2, 3, 700}));
  EXPECT_EQ(set.count(), 4u);
  set.subtract(of({2, 700, 9000}));
  EXPECT_EQ(set, of({1, 3}));
  set.unite(of({500}));
  set.intersect(of({3, 4}));
  EXPECT_EQ(set, of({3}));
}

TEST(CpuSet, KernelListsAreRead) {
  EXPECT_EQ(parse_cpu_list("0-2,8,1022-1025"), of({0, 1, 2, 8, 1022, 1023, 1024, 1025}));
  EXPECT_EQ(parse_cpu_list(""), CpuSet{});
  EXPECT_EQ(parse_cpu_list("3"), of({3}));
  EXPECT_EQ(parse_cpu_list("3,x"), of({3}));
  EXPECT_EQ(parse_cpu_list("0-99999999999"), CpuSet{}) << "no machine has these";
}

}  // namespace
}  // namespace heddle::platform::topology
