// Random programs on regions, of tests/model/regions_world.hpp, as tasks on threads: as their serial elision. CTest
// runs this file with one scheduler node, and with trees of them.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "regions/engine.hpp"
#include "regions/state.hpp"
#include "tests/model/regions_world.hpp"

namespace {

using namespace heddle::regions;  // NOLINT
namespace model = heddle::model;

struct Running {
  model::Program program;
  std::vector<std::uint64_t> scopes;  // ids of regions, addresses of objects
  model::Outcome outcome;
};
Running* running;

void run_body(std::uint32_t task);

void body(void* /*code*/, const std::uint64_t* words, unsigned /*count*/) {
  run_body(static_cast<std::uint32_t>(words[0]));
}

struct Arguments {
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> types;

  void add(std::uint64_t word, std::uint32_t type) {
    words.push_back(word);
    types.push_back(type);
  }
  void add(const std::vector<model::Argument>& arguments) {
    for (const model::Argument& argument : arguments)
      add(running->scopes[argument.scope], (argument.writes ? k_in | k_out : std::uint32_t{k_in}) |
                                               (running->program.is_region[argument.scope] ? k_region : 0U));
  }
  CallArguments given() const { return {words.data(), types.data(), static_cast<unsigned>(words.size())}; }
};

void touch(const model::Step& step, std::uint32_t task) {
  auto& value = *reinterpret_cast<std::uint64_t*>(running->scopes[step.object]);
  if (step.what == model::Step::write) value = model::mixed(value, task + 1);
  std::uint64_t& seen = running->outcome.seen[task];
  seen = model::mixed(seen, value);
}

void run_body(std::uint32_t task) {
  CallError error;
  for (const model::Step& step : running->program.bodies[task].steps) {
    Arguments arguments;
    if (step.what == model::Step::spawn) {
      arguments.add(step.child, k_in | k_safe);
      arguments.add(running->program.bodies[step.child].arguments);
      EXPECT_TRUE(spawn({body, reinterpret_cast<void*>(run_body), arguments.given(), {}}, error)) << error.text;
    } else if (step.what == model::Step::wait) {
      arguments.add(step.arguments);
      EXPECT_TRUE(wait(arguments.given(), {}, error)) << error.text;
    } else {
      touch(step, task);
    }
  }
}

// Makes what there is, runs the program, waits for all of it.
void main_body(void* /*code*/, const std::uint64_t* words, unsigned /*count*/) {
  const model::Program& program = running->program;
  CallError error;
  for (std::size_t at = 0; at < program.up.size(); ++at) {
    const Id above = at == 0 ? 0 : running->scopes[static_cast<std::size_t>(program.up[at])];
    std::uint64_t& made = running->scopes[at];
    if (at == 0) {
      made = 0;
    } else if (program.is_region[at]) {
      made = make_region(above, static_cast<int>((words[0] + at) % 3), error);
    } else {
      made = reinterpret_cast<std::uint64_t>(allocate(64, above, error));
      *reinterpret_cast<std::uint64_t*>(made) = 0;
    }
  }
  run_body(0);
  Arguments all;
  for (std::size_t at = 1; at < program.up.size(); ++at)
    if (program.up[at] == 0) all.add(running->scopes[at], k_in | k_out | (program.is_region[at] ? k_region : 0U));
  EXPECT_TRUE(wait(all.given(), {}, error)) << error.text;
  for (const std::uint32_t object : program.objects)
    running->outcome.values[object] = *reinterpret_cast<std::uint64_t*>(running->scopes[object]);
}

TEST(RegionPrograms, random_ones_are_as_their_serial_elision) {
  const char* const wanted = std::getenv("HEDDLE_REGION_PROGRAMS");
  const std::uint64_t programs = wanted == nullptr ? 500 : std::strtoull(wanted, nullptr, 10);
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    Running now;
    now.program = model::Generator(seed, {}).take();
    const model::Outcome expected = model::serial(now.program);
    now.scopes.resize(now.program.up.size());
    now.outcome.values.resize(now.program.up.size());
    now.outcome.seen.resize(now.program.bodies.size());
    running = &now;
    CallError error;
    ASSERT_TRUE(run(main_body, reinterpret_cast<void*>(main_body), {&seed, 1}, error)) << error.text;
    ASSERT_EQ(now.outcome.values, expected.values) << "seed " << seed;
    ASSERT_EQ(now.outcome.seen, expected.seen) << "seed " << seed;
  }
  Leaves& leaves = State::made()->leaves();
  for (std::uint32_t leaf = 0; leaf < leaves.count(); ++leaf) EXPECT_EQ(leaves.load(leaf), 0U) << "of leaf " << leaf;
}

}  // namespace
