// Which variables count where a program's caller is not trusted. Whoever adds a variable names its class here, too.
#include "base/trust.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace heddle::base {
namespace {

constexpr Needs k_any = Needs::nothing, k_trusted = Needs::trust;

// A variable may stand with k_any only if it holds a number or a word, and libgomp or libomp obeys it in a set-user-id
// program, too.
const std::map<std::string_view, Needs> k_classes = {
    {"GOMP_CPU_AFFINITY", k_any},
    {"GOMP_DEBUG", k_any},
    {"GOMP_SPINCOUNT", k_any},
    {"GOMP_STACKSIZE", k_any},
    {"HEDDLE_ASYNC_AS_PRINTED", k_trusted},
    {"HEDDLE_ASYNC_MANAGERS", k_trusted},
    {"HEDDLE_ASYNC_OPERATIONS", k_trusted},
    {"HEDDLE_ASYNC_READY", k_trusted},
    {"HEDDLE_ASYNC_SPINS", k_trusted},
    {"HEDDLE_BIND", k_trusted},
    {"HEDDLE_DEPENDENCE", k_trusted},
    {"HEDDLE_DISABLE", k_trusted},
    {"HEDDLE_INLINE", k_trusted},
    {"HEDDLE_JOBS", k_trusted},
    {"HEDDLE_LINGER", k_trusted},
    {"HEDDLE_LOCALITY", k_trusted},
    {"HEDDLE_LOST", k_trusted},
    {"HEDDLE_MPI", k_trusted},
    {"HEDDLE_LOOP", k_trusted},
    {"HEDDLE_NUMA_PATIENCE", k_trusted},
    {"HEDDLE_OCR_MEMORY", k_trusted},
    {"HEDDLE_OCR_SPARES", k_trusted},
    {"HEDDLE_OCR_SPILL", k_trusted},
    {"HEDDLE_OCR_WORKERS", k_trusted},
    {"HEDDLE_PATIENCE", k_trusted},
    {"HEDDLE_REAL_LIBGOMP", k_trusted},
    {"HEDDLE_REAL_LIBOMP", k_trusted},
    {"HEDDLE_REGION_SPACE", k_trusted},
    {"HEDDLE_SCHEDULER", k_trusted},
    {"HEDDLE_SCHEDULERS", k_trusted},
    {"HEDDLE_SIGNALS", k_trusted},
    {"HEDDLE_THREAD_LIMIT", k_trusted},
    {"HEDDLE_TOPOLOGY", k_trusted},
    {"HEDDLE_TRACE", k_trusted},
    {"HEDDLE_VERBOSE", k_trusted},
    {"HEDDLE_VERIFY", k_trusted},
    {"HEDDLE_WINDOW", k_trusted},
    {"MEMKIND_HBW_NODES", k_trusted},
    {"OCR_CONFIG", k_trusted},
    {"OMPI_COMM_WORLD_RANK", k_trusted},
    {"OMPI_COMM_WORLD_SIZE", k_trusted},
    {"PMI_RANK", k_trusted},
    {"PMI_SIZE", k_trusted},
    {"KMP_AFFINITY", k_any},
    {"KMP_ALL_THREADS", k_any},
    {"KMP_BLOCKTIME", k_any},
    {"KMP_DETERMINISTIC_REDUCTION", k_any},
    {"KMP_DEVICE_THREAD_LIMIT", k_any},
    {"KMP_DISP_NUM_BUFFERS", k_any},
    {"KMP_DUPLICATE_LIB_OK", k_any},
    {"KMP_ENABLE_TASK_THROTTLING", k_any},
    {"KMP_FORCE_REDUCTION", k_any},
    {"KMP_HOT_TEAMS_MAX_LEVEL", k_any},
    {"KMP_HOT_TEAMS_MODE", k_any},
    {"KMP_HW_SUBSET", k_any},
    {"KMP_INIT_AT_FORK", k_any},
    {"KMP_LIBRARY", k_any},
    {"KMP_SETTINGS", k_any},
    {"KMP_STACKSIZE", k_any},
    {"KMP_TEAMS_PROC_BIND", k_any},
    {"KMP_TEAMS_THREAD_LIMIT", k_any},
    {"KMP_TOPOLOGY_METHOD", k_any},
    {"KMP_WARNINGS", k_any},
    {"OMP_AFFINITY_FORMAT", k_any},
    {"OMP_ALLOCATOR", k_any},
    {"OMP_CANCELLATION", k_any},
    {"OMP_DEBUG", k_any},
    {"OMP_DEFAULT_DEVICE", k_any},
    {"OMP_DISPLAY_AFFINITY", k_any},
    {"OMP_DISPLAY_ENV", k_any},
    {"OMP_DYNAMIC", k_any},
    {"OMP_MAX_ACTIVE_LEVELS", k_any},
    {"OMP_MAX_TASK_PRIORITY", k_any},
    {"OMP_NESTED", k_any},
    {"OMP_NUM_TEAMS", k_any},
    {"OMP_NUM_THREADS", k_any},
    {"OMP_PLACES", k_any},
    {"OMP_PROC_BIND", k_any},
    {"OMP_SCHEDULE", k_any},
    {"OMP_STACKSIZE", k_any},
    {"OMP_TARGET_OFFLOAD", k_any},
    {"OMP_TEAMS_THREAD_LIMIT", k_any},
    {"OMP_THREAD_LIMIT", k_any},
    {"OMP_TOOL", k_trusted},
    {"OMP_TOOL_LIBRARIES", k_trusted},
    {"OMP_TOOL_VERBOSE_INIT", k_trusted},
    {"OMP_WAIT_POLICY", k_any},
};

TEST(Trust, EveryVariableHasTheClassThatSomebodyHasChosenForIt) {
  for (const KnownVariable& known : k_known_variables) {
    const auto chosen = k_classes.find(known.name);
    ASSERT_NE(chosen, k_classes.end()) << known.name << " is new: what can a stranger do with it? Name its class here";
    EXPECT_EQ(known.needs, chosen->second) << known.name;
  }
  EXPECT_EQ(std::size(k_known_variables), k_classes.size()) << "a variable stands twice, or here only";
}

TEST(Trust, WhatIsHeddlesOwnOrPlacesMemoryOrTellsOfToolsOrLaunchersNeedsTrust) {
  for (const KnownVariable& known : k_known_variables) {
    const bool own = known.name.starts_with("HEDDLE_") || known.name.starts_with("OCR_") ||
                     known.name.starts_with("MEMKIND_") || known.name.starts_with("OMP_TOOL") ||
                     known.name.starts_with("OMPI_") || known.name.starts_with("PMI_");
    EXPECT_EQ(own, known.needs == Needs::trust) << known.name;
  }
}

TEST(Trust, WithoutItOnlyHarmlessAndKnownVariablesCount) {
  EXPECT_TRUE(counts("OMP_NUM_THREADS", Trust::none));
  EXPECT_FALSE(counts("HEDDLE_TRACE", Trust::none));
  EXPECT_FALSE(counts("HEDDLE_UNHEARD_OF", Trust::none));
  EXPECT_TRUE(counts("HEDDLE_TRACE", Trust::full));
  EXPECT_TRUE(counts("HEDDLE_UNHEARD_OF", Trust::full));
}

TEST(Trust, ThisProcessIsTrustedAndHasItsVariables) {
  ASSERT_EQ(caller_trust(), Trust::full);
  ::setenv("HEDDLE_JOBS", "3", 1);
  EXPECT_STREQ(variable("HEDDLE_JOBS"), "3");
  ::unsetenv("HEDDLE_JOBS");
  EXPECT_EQ(variable("HEDDLE_JOBS"), nullptr);
}

TEST(TrustDeathTest, AVariableThatHasNoClassCannotBeRead) {
  EXPECT_DEATH(variable("HEDDLE_UNHEARD_OF"), "does not know");
}

}  // namespace
}  // namespace heddle::base
