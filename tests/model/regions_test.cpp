// The rules of tasks on regions: random programs in random orders of messages are as the serial elision, whatever the
// tree of scheduler nodes. HEDDLE_REGION_PROGRAMS: how many for each tree.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/model/regions_run.hpp"

namespace {

using namespace heddle::model;

std::uint32_t programs() {
  constexpr std::uint32_t k_usual = 400;
  const char* const text = std::getenv("HEDDLE_REGION_PROGRAMS");
  return text == nullptr ? k_usual : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

void expect_right(const Shape& shape) {
  std::uint64_t seed = 0;
  EXPECT_EQ(count_wrong(shape, programs(), Links::in_order, &seed), 0U) << "the first one: seed " << seed;
}

TEST(Regions, one_node_is_as_the_serial_elision) { expect_right({{1}}); }
TEST(Regions, two_levels_of_nodes_are) { expect_right({{1, 3}}); }
TEST(Regions, three_levels_of_nodes_are) { expect_right({{1, 2, 5}}); }

}  // namespace
