// Seeded bugs in the rules of tasks on regions: a hundred random programs must find each.
#include <gtest/gtest.h>

#include "tests/model/regions_run.hpp"

namespace {

using namespace heddle::model;
using heddle::dependence::CureRules;

constexpr std::uint32_t k_programs = 100;

struct NoCure : CureRules {
  static constexpr bool k_cure = false;
};
struct NoReset : CureRules {
  static constexpr bool k_resets = false;
};
struct EndsInsideGrant : CureRules {
  static constexpr bool k_ends_at_once = true;
};

TEST(WrongRegions, the_published_rules) {
  EXPECT_GT(count_wrong<NoCure>({{1}}, k_programs), 0U);
  EXPECT_GT(count_wrong<NoCure>({{1, 3}}, k_programs), 0U);
}
TEST(WrongRegions, links_that_do_not_keep_their_order) {
  EXPECT_GT(count_wrong({{1, 3}}, k_programs, Links::out_of_order), 0U);
}
TEST(WrongRegions, reports_that_are_not_forgotten) { EXPECT_GT(count_wrong<NoReset>({{1}}, k_programs), 0U); }

// A reader of a region, a writer of a part that delegates, another reader: the loop that lets readers go meets the
// second one while the writer is below.
Program reader_writer_reader() {
  Program program;
  program.up = {-1, 0, 1};
  program.is_region = {true, true, false};
  program.node = {0, 0, 0};
  program.objects = {2};
  const auto spawns = [](std::uint32_t child) { return Step{Step::spawn, 0, child, {}}; };
  const Step writes{Step::write, 2, 0, {}};
  const Step reads{Step::read, 2, 0, {}};
  program.bodies = {{{{0, true}}, {spawns(1), spawns(2), spawns(3), spawns(4)}},
                    {{{2, true}}, {writes, spawns(5)}},
                    {{{1, false}}, {reads}},
                    {{{2, true}}, {writes, spawns(6)}},
                    {{{1, false}}, {reads}},
                    {{{2, true}}, {writes}},
                    {{{2, true}}, {writes}}};
  return program;
}
template <class Which>
std::uint32_t wrong_orders(const Program& program) {
  std::uint32_t wrong = 0;
  for (std::uint64_t seed = 1; seed <= k_programs; ++seed) {
    RegionsRun<Which> run(program, Shape{}, seed, Links::in_order);
    if (!(run.run() == serial(program))) ++wrong;
  }
  return wrong;
}
TEST(WrongRegions, what_ends_inside_the_grant) {
  const Program program = reader_writer_reader();
  EXPECT_EQ(wrong_orders<CureRules>(program), 0U);
  EXPECT_GT(wrong_orders<EndsInsideGrant>(program), 0U);
}

}  // namespace
