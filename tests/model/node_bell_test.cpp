// The bell of a scheduler node's thread under the explorer; claims, programs and expected outcome:
// node_bell_programs.hpp.
#include "node_bell_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(NodeBellModel, its_thread_handles_what_was_left_before_a_ring) {
  expect_holds<NodeRung<Check>>({.preemptions = 3});
}

}  // namespace
