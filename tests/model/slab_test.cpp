// The slab under the explorer; claim, program and expected outcome: slab_programs.hpp.
#include "run_check.hpp"
#include "slab_programs.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(SlabModel, freed_blocks_come_home_once) { expect_holds<BlocksComeHome<Check>>({.preemptions = 3}); }
TEST(SlabModel, freed_blocks_come_home_in_spite_of_spurious_failures) {
  expect_holds<BlocksComeHome<Check>>({.preemptions = 2, .spurious = 2});
}

}  // namespace
