// The numbers and names of loop schedules, as programs, traces and the environment use them: a row for each number.
#include <gtest/gtest.h>

#include <string>

#include "omp/loop_schedules.hpp"
#include "omp/schedule_kind.hpp"
#include "platform/threads/threads.hpp"
#include "runtime/policies.hpp"

namespace heddle::omp {
namespace {

struct Row {
  unsigned number;
  const char* name;
  bool of_table;      // has iterations to hand out
  int default_chunk;  // of schedule(name), without a number; 1 where nothing else is said
  bool balances;      // by measuring
};

// 0 to 5 are libgomp's; from 6 on ours.
constexpr Row k_rows[] = {
    {0, "runtime", false, 1, false}, {1, "static", true, 0, false}, {2, "dynamic", true, 1, false},
    {3, "guided", true, 1, false},   {4, "auto", false, 1, false},  {5, "inlined", false, 1, false},
    {6, "idws", true, 0, true},      {7, "steal", true, 0, true},   {8, "steal_most", true, 0, true},
};

TEST(ScheduleKinds, have_the_names_and_the_traits_of_their_numbers) {
  for (const Row& row : k_rows) {
    const auto kind = static_cast<ScheduleKind>(row.number);
    EXPECT_EQ(name_of(kind), row.name);
    EXPECT_EQ(is_loop_schedule(row.number), row.of_table) << row.name;
    EXPECT_EQ(default_chunk(kind), row.default_chunk) << row.name;
    EXPECT_EQ(traits_of(kind).balances, row.balances) << row.name;
  }
}

TEST(ScheduleKinds, are_found_by_the_names_of_the_table_and_by_no_others) {
  for (const Row& row : k_rows)
    EXPECT_EQ(static_cast<unsigned>(kind_named(row.name)), row.of_table ? row.number : 0) << row.name;
  for (const char* name : {"", "Static", "static ", "dynam", "dynamic,4", "nonmonotonic:dynamic", "unknown"})
    EXPECT_EQ(kind_named(name), ScheduleKind::runtime) << "'" << name << "'";
}

TEST(ScheduleKinds, a_number_beyond_them_means_nothing) {
  for (unsigned number = 0; number < 256; ++number) {
    const bool is_row = find_loop(runtime::loop_schedules<platform::Threads>(), number) != nullptr;
    EXPECT_EQ(is_loop_schedule(number), is_row) << number;
    if (is_row || number <= 5) continue;
    EXPECT_EQ(name_of(static_cast<ScheduleKind>(number)), "unknown") << number;
  }
  EXPECT_FALSE(is_loop_schedule(runtime::k_loop_numbers));
  EXPECT_FALSE(is_loop_schedule(UINT32_MAX));
}

TEST(ScheduleKinds, each_row_of_the_table_is_one_of_them_by_number_and_name) {
  for (const auto& policy : runtime::loop_schedules<platform::Threads>()) {
    const ScheduleKind kind = kind_named(policy.name);
    EXPECT_EQ(static_cast<unsigned>(kind), policy.traits.number) << policy.name;
    EXPECT_EQ(name_of(kind), policy.name);
    EXPECT_EQ(&traits_of(kind), &runtime::loop_traits[policy.traits.number]) << policy.name;
  }
}

}  // namespace
}  // namespace heddle::omp
