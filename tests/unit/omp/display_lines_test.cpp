// What OMP_DISPLAY_ENV prints, line by line, without any other library to compare with: libomp's form, and of libgomp's
// the lines that hang on a value.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "environment_block.hpp"
#include "omp/display.hpp"
#include "process/own_environment.hpp"

namespace heddle::omp {
namespace {

Environment read(const std::vector<std::string>& entries, Dialect dialect) {
  std::vector<const char*> block;
  for (const std::string& entry : entries) block.push_back(entry.c_str());
  block.push_back(nullptr);
  return parse_environment(block.data(), 2, base::Trust::full, dialect);
}

std::string in_llvm(const std::vector<std::string>& entries, LlvmForm form = LlvmForm::environment,
                    Detail detail = Detail::standard) {
  return display_environment_of_llvm(read(entries, Dialect::llvm), {}, detail, form);
}

std::string in_gnu(const std::vector<std::string>& entries) {
  return display_environment(read(entries, Dialect::gnu), {}, {}, Detail::verbose);
}

TEST(DisplayInLibompsForm, all_defaults_stand_in_libomps_order) {
  EXPECT_EQ(in_llvm({}),
            "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n"
            "   _OPENMP='201611'\n"
            "  [host] OMP_AFFINITY_FORMAT='OMP: pid %P tid %i thread %n bound to OS proc set {%A}'\n"
            "  [host] OMP_ALLOCATOR='omp_default_mem_alloc'\n"
            "  [host] OMP_CANCELLATION='FALSE'\n"
            "  [host] OMP_DEFAULT_DEVICE='0'\n"
            "  [host] OMP_DISPLAY_AFFINITY='FALSE'\n"
            "  [host] OMP_DISPLAY_ENV='FALSE'\n"
            "  [host] OMP_DYNAMIC='FALSE'\n"
            "  [host] OMP_MAX_ACTIVE_LEVELS='1'\n"
            "  [host] OMP_MAX_TASK_PRIORITY='0'\n"
            "  [host] OMP_NESTED: deprecated; max-active-levels-var=1\n"
            "  [host] OMP_NUM_TEAMS='0'\n"
            "  [host] OMP_NUM_THREADS: value is not defined\n"
            "  [host] OMP_PLACES: value is not defined\n"
            "  [host] OMP_PROC_BIND='false'\n"
            "  [host] OMP_SCHEDULE='static'\n"
            "  [host] OMP_STACKSIZE='8M'\n"
            "  [host] OMP_TARGET_OFFLOAD='DEFAULT'\n"
            "  [host] OMP_TEAMS_THREAD_LIMIT='0'\n"
            "  [host] OMP_THREAD_LIMIT='2147483647'\n"
            "  [host] OMP_WAIT_POLICY='PASSIVE'\n"
            "OPENMP DISPLAY ENVIRONMENT END\n\n");
}

TEST(DisplayInLibompsForm, effective_settings_have_no_frame_and_small_letters) {
  const std::string text = in_llvm({"OMP_DYNAMIC=1", "OMP_NUM_THREADS=3"}, LlvmForm::settings);
  EXPECT_TRUE(text.starts_with("\nEffective settings:\n\n   OMP_AFFINITY_FORMAT='")) << text;
  EXPECT_TRUE(text.ends_with("   OMP_WAIT_POLICY='PASSIVE'\n")) << text;
  EXPECT_NE(text.find("\n   OMP_DYNAMIC='true'\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n   OMP_CANCELLATION='false'\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n   OMP_PLACES: value is not defined\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("[host]"), std::string::npos) << text;
  EXPECT_EQ(text.find("_OPENMP"), std::string::npos) << text;
}

struct Line {
  const char* entry;
  const char* shown;
};

TEST(DisplayInLibompsForm, a_setting_changes_its_own_line) {
  constexpr Line lines[] = {
      {"OMP_AFFINITY_FORMAT=x%n", "OMP_AFFINITY_FORMAT='x%n'"},
      {"OMP_ALLOCATOR=omp_cgroup_mem_alloc", "OMP_ALLOCATOR='omp_cgroup_mem_alloc'"},
      {"OMP_CANCELLATION=1", "OMP_CANCELLATION='TRUE'"},
      {"OMP_DEFAULT_DEVICE=3", "OMP_DEFAULT_DEVICE='3'"},
      {"OMP_DISPLAY_AFFINITY=on", "OMP_DISPLAY_AFFINITY='TRUE'"},
      {"OMP_DISPLAY_ENV=verbose", "OMP_DISPLAY_ENV='VERBOSE'"},
      {"OMP_DYNAMIC=yes", "OMP_DYNAMIC='TRUE'"},
      {"OMP_MAX_ACTIVE_LEVELS=4", "OMP_MAX_ACTIVE_LEVELS='4'"},
      {"OMP_MAX_ACTIVE_LEVELS=4", "OMP_NESTED: deprecated; max-active-levels-var=4"},
      {"OMP_MAX_TASK_PRIORITY=8", "OMP_MAX_TASK_PRIORITY='8'"},
      {"OMP_NUM_TEAMS=6", "OMP_NUM_TEAMS='6'"},
      {"OMP_NUM_THREADS=4,2", "OMP_NUM_THREADS='4,2'"},
      {"OMP_PLACES={0:2}", "OMP_PLACES='{0:2}'"},
      {"OMP_PLACES=cores(2)", "OMP_PLACES='cores(2)'"},
      {"OMP_PROC_BIND=spread,close", "OMP_PROC_BIND='spread,close'"},
      {"OMP_SCHEDULE=dynamic", "OMP_SCHEDULE='dynamic,1'"},
      {"OMP_SCHEDULE=monotonic:guided,4", "OMP_SCHEDULE='monotonic:guided,4'"},
      {"OMP_SCHEDULE=nonmonotonic:dynamic,2", "OMP_SCHEDULE='nonmonotonic:dynamic,2'"},
      {"OMP_SCHEDULE=auto,9", "OMP_SCHEDULE='auto'"},
      {"OMP_SCHEDULE=trapezoidal,2", "OMP_SCHEDULE='trapezoidal,2'"},
      {"OMP_STACKSIZE=20000B", "OMP_STACKSIZE='20000'"},
      {"OMP_STACKSIZE=17K", "OMP_STACKSIZE='17K'"},
      {"OMP_STACKSIZE=1024K", "OMP_STACKSIZE='1M'"},
      {"OMP_STACKSIZE=3G", "OMP_STACKSIZE='3G'"},
      {"OMP_STACKSIZE=2048G", "OMP_STACKSIZE='2T'"},
      {"OMP_STACKSIZE=2097152G", "OMP_STACKSIZE='2048T'"},
      {"OMP_TARGET_OFFLOAD=disabled", "OMP_TARGET_OFFLOAD='DISABLED'"},
      {"OMP_TEAMS_THREAD_LIMIT=7", "OMP_TEAMS_THREAD_LIMIT='7'"},
      {"OMP_THREAD_LIMIT=33", "OMP_THREAD_LIMIT='33'"},
      {"OMP_WAIT_POLICY=active", "OMP_WAIT_POLICY='ACTIVE'"},
  };
  const std::string defaults = in_llvm({});
  for (const Line& row : lines) {
    const std::string text = in_llvm({row.entry});
    EXPECT_NE(text.find(std::string("  [host] ") + row.shown + "\n"), std::string::npos) << row.entry << text;
    EXPECT_EQ(defaults.find(std::string("  [host] ") + row.shown + "\n"), std::string::npos) << row.entry;
  }
}

TEST(DisplayInLibompsForm, verbose_adds_our_own_settings_and_no_others) {
  const std::string verbose = in_llvm({}, LlvmForm::environment, Detail::verbose);
  std::istringstream lines(verbose);
  std::string rest;
  int ours = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  HEDDLE_")) {
      ++ours;
      EXPECT_TRUE(line.find(" = '") != std::string::npos && line.ends_with("'")) << line;
    } else {
      rest += line + "\n";
    }
  }
  EXPECT_EQ(ours, static_cast<int>(process::report_settings({}).size()));
  EXPECT_EQ(rest, in_llvm({}));
}

TEST(DisplayInLibompsForm, what_a_variable_holds_cannot_make_a_line_of_its_own) {
  const std::string text = in_llvm({"OMP_AFFINITY_FORMAT=a\nOMP_FAKE='1'"});
  EXPECT_EQ(text.find("\nOMP_FAKE"), std::string::npos) << text;
}

TEST(DisplayInLibgompsForm, a_setting_changes_its_own_line) {
  constexpr Line lines[] = {
      {"OMP_DYNAMIC=true", "OMP_DYNAMIC = 'TRUE'"},
      {"OMP_NESTED=true", "OMP_NESTED = 'TRUE'"},
      {"OMP_MAX_ACTIVE_LEVELS=2", "OMP_NESTED = 'TRUE'"},
      {"OMP_NUM_THREADS=3,2", "OMP_NUM_THREADS = '3,2'"},
      {"OMP_SCHEDULE=static", "OMP_SCHEDULE = 'STATIC'"},
      {"OMP_SCHEDULE=static,5", "OMP_SCHEDULE = 'STATIC,5'"},
      {"OMP_SCHEDULE=nonmonotonic:static", "OMP_SCHEDULE = 'NONMONOTONIC:STATIC'"},
      {"OMP_SCHEDULE=monotonic:dynamic,2", "OMP_SCHEDULE = 'MONOTONIC:DYNAMIC,2'"},
      {"OMP_SCHEDULE=guided,3", "OMP_SCHEDULE = 'GUIDED,3'"},
      {"OMP_SCHEDULE=idws", "OMP_SCHEDULE = 'IDWS'"},
      {"OMP_SCHEDULE=idws,2", "OMP_SCHEDULE = 'IDWS,2'"},
      {"OMP_PROC_BIND=primary", "OMP_PROC_BIND = 'MASTER'"},
      {"OMP_PROC_BIND=spread,primary,primary", "OMP_PROC_BIND = 'SPREAD,MASTER,MASTER'"},
      {"OMP_STACKSIZE=17K", "OMP_STACKSIZE = '17408'"},
      {"OMP_STACKSIZE=17K", "GOMP_STACKSIZE = '17408'"},
      {"OMP_WAIT_POLICY=active", "OMP_WAIT_POLICY = 'ACTIVE'"},
      {"OMP_WAIT_POLICY=active", "GOMP_SPINCOUNT = '30000000000'"},
      {"OMP_THREAD_LIMIT=9", "OMP_THREAD_LIMIT = '9'"},
      {"OMP_MAX_ACTIVE_LEVELS=7", "OMP_MAX_ACTIVE_LEVELS = '7'"},
      {"OMP_NUM_TEAMS=4", "OMP_NUM_TEAMS = '4'"},
      {"OMP_TEAMS_THREAD_LIMIT=4", "OMP_TEAMS_THREAD_LIMIT = '4'"},
      {"OMP_CANCELLATION=true", "OMP_CANCELLATION = 'TRUE'"},
      {"OMP_DEFAULT_DEVICE=1", "OMP_DEFAULT_DEVICE = '1'"},
      {"OMP_MAX_TASK_PRIORITY=1", "OMP_MAX_TASK_PRIORITY = '1'"},
      {"OMP_DISPLAY_AFFINITY=true", "OMP_DISPLAY_AFFINITY = 'TRUE'"},
      {"OMP_AFFINITY_FORMAT=%n", "OMP_AFFINITY_FORMAT = '%n'"},
      {"OMP_ALLOCATOR=omp_pteam_mem_alloc", "OMP_ALLOCATOR = 'omp_pteam_mem_alloc'"},
      {"OMP_TARGET_OFFLOAD=mandatory", "OMP_TARGET_OFFLOAD = 'MANDATORY'"},
      {"GOMP_SPINCOUNT=infinite", "GOMP_SPINCOUNT = '18446744073709551615'"},
  };
  const std::string defaults = in_gnu({});
  for (const Line& row : lines) {
    const std::string text = in_gnu({row.entry});
    EXPECT_NE(text.find(std::string("  ") + row.shown + "\n"), std::string::npos) << row.entry << text;
    EXPECT_EQ(defaults.find(std::string("  ") + row.shown + "\n"), std::string::npos) << row.entry;
  }
}

TEST(DisplayInLibgompsForm, the_standard_form_is_the_verbose_one_without_gomps_settings_and_ours) {
  const Environment environment = read({"OMP_NUM_THREADS=3"}, Dialect::gnu);
  std::istringstream lines(display_environment(environment, {}, {}, Detail::verbose));
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("  GOMP_") && !line.starts_with("  HEDDLE_")) kept += line + "\n";
  EXPECT_EQ(display_environment(environment, {}, {}, Detail::standard), kept);
}

TEST(DisplayInLibgompsForm, places_are_shown_as_sets_of_cpus) {
  std::vector<platform::topology::CpuSet> places(2);
  places[0].add(0);
  places[0].add(1);
  places[1].add(5);
  const Environment environment = read({}, Dialect::gnu);
  const auto shows = [&](const std::vector<platform::topology::CpuSet>& these, const char* line) {
    return display_environment(environment, {}, these, Detail::standard).find(line) != std::string::npos;
  };
  EXPECT_TRUE(shows(places, "\n  OMP_PLACES = '{0:2},{5}'\n"));
  EXPECT_TRUE(shows({}, "\n  OMP_PLACES = ''\n"));
}

TEST(Display, the_dialect_chooses_the_form) {
  EXPECT_EQ(display_environment(read({}, Dialect::llvm), {}, {}, Detail::standard), in_llvm({}));
  EXPECT_NE(display_environment(read({}, Dialect::gnu), {}, {}, Detail::standard).find("_OPENMP = '201511'"),
            std::string::npos);
}

}  // namespace
}  // namespace heddle::omp
