// OMP_DISPLAY_ENV, line for line as the system's libgomp prints it for the same variables.
#include "omp/display.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "environment_block.hpp"
#include "omp/places.hpp"
#include "platform/topology/available.hpp"
#include "process/own_environment.hpp"

namespace heddle::omp {
namespace {

/// libgomp prints while it is loaded, so any program will do. Empty when there is none to load.
std::string libgomp_prints(std::initializer_list<std::string> variables) {
  std::string command = "env -i";
  for (const std::string& variable : variables) command.append(" '").append(variable).append("'");
  command.append(" OMP_DISPLAY_ENV=verbose LD_PRELOAD=libgomp.so.1 /bin/true 2>&1");
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  std::array<char, 4096> piece{};
  while (const std::size_t taken = std::fread(piece.data(), 1, piece.size(), pipe)) text.append(piece.data(), taken);
  ::pclose(pipe);
  return text.find("OPENMP DISPLAY ENVIRONMENT BEGIN") == std::string::npos ? std::string() : text;
}

std::string we_print(std::initializer_list<std::string> variables) {
  const Block block(variables);
  const auto mask = platform::topology::affinity_mask();
  const Environment environment = parse_environment(block.get(), static_cast<unsigned>(mask.count()));
  std::vector<platform::topology::CpuSet> places;
  if (environment.initial.bind != Bind::no) places = resolve_places(environment.global.places, mask).places;
  return display_environment(environment, process::parse_own_environment(block.get()).settings, places,
                             Detail::verbose);
}

/// Our own settings follow libgomp's.
std::string without_ours(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  HEDDLE_")) kept += line + "\n";
  }
  return kept;
}

void expect_same(std::initializer_list<std::string> variables) {
  const std::string theirs = libgomp_prints(variables);
  if (theirs.empty()) GTEST_SKIP() << "libgomp is not installed";
  EXPECT_EQ(without_ours(we_print(variables)), theirs)
      << "with " << (variables.size() > 0 ? *variables.begin() : "no variables");
}

TEST(Display, DefaultsAreLibgomps) { expect_same({}); }

TEST(Display, OurSettingsFollowWithTheirValues) {
  const std::string text = we_print({"HEDDLE_DEPENDENCE=async", "HEDDLE_ASYNC_MANAGERS=3"});
  EXPECT_NE(text.find("  HEDDLE_DEPENDENCE = 'async'\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  HEDDLE_ASYNC_MANAGERS = '3'\n"), std::string::npos) << text;
}

TEST(Display, EverySettingIsShownAsInLibgomp) {
  expect_same({"OMP_NUM_THREADS=4,3,2", "OMP_PROC_BIND=spread,primary", "OMP_PLACES={0}", "OMP_SCHEDULE=dynamic,4",
               "OMP_STACKSIZE=4M", "OMP_WAIT_POLICY=active", "OMP_NUM_TEAMS=3", "OMP_TEAMS_THREAD_LIMIT=5",
               "OMP_ALLOCATOR=omp_high_bw_mem_alloc", "OMP_THREAD_LIMIT=33", "OMP_MAX_ACTIVE_LEVELS=7",
               "OMP_CANCELLATION=true", "OMP_DEFAULT_DEVICE=2", "OMP_MAX_TASK_PRIORITY=9", "OMP_DYNAMIC=true",
               "OMP_DISPLAY_AFFINITY=true", "OMP_TARGET_OFFLOAD=disabled", "OMP_AFFINITY_FORMAT=x %n"});
}

TEST(Display, SchedulesAreShownAsInLibgomp) {
  for (const char* schedule :
       {"static", "static,1", "static,0", "dynamic,1", "dynamic,7", "guided,2", "auto,3", "monotonic:static",
        "nonmonotonic:static", "monotonic:dynamic", "nonmonotonic:guided,3", "monotonic:auto"})
    expect_same({std::string("OMP_SCHEDULE=") + schedule});
}

TEST(Display, NestingIsShownAsInLibgomp) {
  expect_same({"OMP_NESTED=true"});
  expect_same({"OMP_NESTED=false", "OMP_MAX_ACTIVE_LEVELS=4"});
  expect_same({"OMP_NUM_THREADS=2,2", "OMP_NESTED=false"});
  expect_same({"OMP_MAX_ACTIVE_LEVELS=300"});
}

TEST(Display, WaitingIsShownAsInLibgomp) {
  expect_same({"OMP_WAIT_POLICY=passive"});
  expect_same({"GOMP_SPINCOUNT=infinite", "GOMP_STACKSIZE=5000"});
  expect_same({"GOMP_SPINCOUNT=10k", "OMP_WAIT_POLICY=active"});
}

TEST(Display, PlacesAreShownAsInLibgomp) {
  expect_same({"OMP_PROC_BIND=close"});
  expect_same({"OMP_PLACES=threads"});
  expect_same({"OMP_PLACES=cores"});
  expect_same({"OMP_PLACES=sockets", "OMP_PROC_BIND=false"});
  expect_same({"GOMP_CPU_AFFINITY=0"});
}

TEST(Display, TheStandardFormLeavesGompsOwnSettingsOut) {
  const Environment environment = parse({});
  const std::string standard = display_environment(environment, {}, {}, Detail::standard);
  EXPECT_EQ(standard.find("GOMP_SPINCOUNT"), std::string::npos);
  EXPECT_NE(standard.find("  OMP_TARGET_OFFLOAD = 'DEFAULT'\nOPENMP DISPLAY ENVIRONMENT END\n"), std::string::npos);
}

}  // namespace
}  // namespace heddle::omp
