// Environment variables: what is understood, what is refused, and what is said about it.
#include "omp/environment.hpp"
#include "omp/memory_allocators.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <map>

#include "base/spelling.hpp"
#include "environment_block.hpp"
#include "platform/threads/threads.hpp"
#include "runtime/policies.hpp"

namespace heddle::omp {
namespace {

std::string after(const std::string& entry, Setting setting) {
  const Environment environment = parse({entry});
  EXPECT_TRUE(environment.warnings.empty()) << environment.warnings.front();
  return value_of(setting, environment);
}

/// The setting keeps its default and one warning names the variable, its text and what is used.
void expect_refused(const std::string& name, const std::string& text, Setting setting) {
  const Environment environment = parse({name + "=" + text});
  const std::string fallback = value_of(setting, parse({}));
  EXPECT_EQ(value_of(setting, environment), fallback) << name << "=" << text;
  ASSERT_EQ(environment.warnings.size(), 1u) << name << "=" << text;
  EXPECT_NE(environment.warnings[0].find(name + "='" + text + "'"), std::string::npos) << environment.warnings[0];
  EXPECT_NE(environment.warnings[0].find("using " + fallback), std::string::npos) << environment.warnings[0];
  EXPECT_EQ(environment.global.origin_of(setting), Variable::none);
}

TEST(Environment, WithoutVariablesEverySettingHasItsDefault) {
  const Environment environment = parse_environment(nullptr, 6);
  EXPECT_EQ(environment.initial.nthreads, 6u);
  EXPECT_EQ(environment.global.num_procs, 6u);
  EXPECT_EQ(environment.initial.run_sched.kind, ScheduleKind::dynamic);
  EXPECT_EQ(environment.initial.run_sched.chunk, 1);
  EXPECT_EQ(environment.initial.max_active_levels, 1);
  EXPECT_EQ(environment.initial.bind, Bind::no);
  EXPECT_TRUE(environment.warnings.empty());
  for (const SettingReport& report : report_settings(environment)) EXPECT_EQ(report.origin, "") << report.name;
}

TEST(Environment, WhatAVariableHoldsCannotEndTheSentenceOrTheLine) {
  const Environment environment = parse({"OMP_DYNAMIC=x' is fine\nheddle: \x1b[2J" + std::string(100'000, 'y')});
  ASSERT_EQ(environment.warnings.size(), 1u);
  EXPECT_LT(environment.warnings[0].size(), 400u);
  EXPECT_NE(environment.warnings[0].find("='x\\' is fine\\nheddle: \\x1b[2Jyyy"), std::string::npos);
  EXPECT_NE(environment.warnings[0].find("bytes) is not understood: allowed is true, false; using false instead"),
            std::string::npos);
}

Environment parse_as_llvm(std::initializer_list<std::string> entries) {
  const Block block(entries);
  return parse_environment(block.get(), 2, base::Trust::full, Dialect::llvm);
}

TEST(Environment, InLibompsDialectDefaultsAreItsOwn) {
  const Environment environment = parse_as_llvm({});
  EXPECT_EQ(environment.initial.run_sched.kind, ScheduleKind::static_chunks);
  EXPECT_EQ(environment.initial.run_sched.chunk, 0);
  EXPECT_FALSE(environment.initial.run_sched.chosen);
  EXPECT_TRUE(environment.global.affinity_format.starts_with("OMP: pid %P tid %i"))
      << environment.global.affinity_format;
}

TEST(Environment, InLibompsDialectItsWordsAreUnderstood) {
  for (const char* yes : {"1", "yes", "ON", "t", "TRUE"})
    EXPECT_TRUE(parse_as_llvm({std::string("OMP_DYNAMIC=") + yes}).initial.dynamic) << yes;
  for (const char* no : {"0", "no", "Off", "f"}) {
    const Environment environment = parse_as_llvm({std::string("OMP_CANCELLATION=") + no});
    EXPECT_TRUE(environment.warnings.empty()) << no;
    EXPECT_FALSE(environment.global.cancellation) << no;
  }
  const Environment trapezoidal = parse_as_llvm({"OMP_SCHEDULE=trapezoidal,3"});
  EXPECT_EQ(value_of(Setting::schedule, trapezoidal), "trapezoidal,3");
  EXPECT_TRUE(trapezoidal.initial.run_sched.chosen);
  EXPECT_EQ(value_of(Setting::schedule, parse_as_llvm({"OMP_SCHEDULE=static_steal,3"})), "dynamic,3");
  expect_refused("OMP_SCHEDULE", "trapezoidal", Setting::schedule);
}

TEST(Environment, InLibompsDialectAMalformedPlaceListNamesALevel) {
  EXPECT_EQ(value_of(Setting::places, parse_as_llvm({"OMP_PLACES=invalid"})), "cores");
  EXPECT_EQ(value_of(Setting::places, parse_as_llvm({"OMP_PLACES=sockets("})), "sockets");
  const Environment environment = parse_as_llvm({"OMP_PLACES=threads()"});
  EXPECT_EQ(value_of(Setting::places, environment), "threads");
  EXPECT_EQ(environment.initial.bind, Bind::yes);
  ASSERT_EQ(environment.warnings.size(), 1u);
  EXPECT_TRUE(environment.warnings[0].starts_with("OMP_PLACES='threads()' is not understood"))
      << environment.warnings[0];
}

TEST(Environment, AListInAClauseCountsForTheRegionsInside) {
  const Environment environment = parse({"OMP_NUM_THREADS=7,6,5"});
  InnerThreads inner{{3, 2}, 1};
  TaskIcv parent = environment.initial;
  parent.inner_threads = &inner;
  TaskIcv icv = nested_icv(parent, environment.global);
  EXPECT_EQ(icv.nthreads, 3u);
  icv = nested_icv(icv, environment.global);
  EXPECT_EQ(icv.nthreads, 2u);
  icv = nested_icv(icv, environment.global);
  EXPECT_EQ(icv.nthreads, 2u) << "the last one counts for deeper levels";
}

TEST(Environment, ProgramsSetOpenMPsVariablesByName) {
  Environment environment = parse({});
  EXPECT_FALSE(set_openmp_variable(environment, "OMP_TARGET_OFFLOAD", "Mandatory"));
  EXPECT_EQ(environment.global.target_offload, TargetOffload::mandatory);
  EXPECT_TRUE(set_openmp_variable(environment, "OMP_TARGET_OFFLOAD", "mandatry"));
  EXPECT_EQ(environment.global.target_offload, TargetOffload::when_possible);
  EXPECT_TRUE(set_openmp_variable(environment, "OMP_NOTHING", "1"));
  EXPECT_TRUE(set_openmp_variable(environment, "HEDDLE_LOOP", "static"));
}

TEST(Environment, NoProcessorCountsAsOne) { EXPECT_EQ(parse_environment(nullptr, 0).initial.nthreads, 1u); }

TEST(Environment, AThreadListAppliesElementByElementToNestedRegions) {
  const Environment environment = parse({"OMP_NUM_THREADS= 4 , 3,2 "});
  EXPECT_EQ(environment.initial.nthreads, 4u);
  EXPECT_EQ(environment.initial.max_active_levels, k_supported_active_levels);
  TaskIcv icv = nested_icv(environment.initial, environment.global);
  EXPECT_EQ(icv.nthreads, 3u);
  icv = nested_icv(icv, environment.global);
  EXPECT_EQ(icv.nthreads, 2u);
  icv = nested_icv(icv, environment.global);
  EXPECT_EQ(icv.nthreads, 2u) << "the last element stays in force";
}

TEST(Environment, ASetThreadCountIsInheritedWhereTheListHasEnded) {
  const Environment environment = parse({"OMP_NUM_THREADS=4"});
  TaskIcv icv = environment.initial;
  icv.nthreads = 7;  // omp_set_num_threads(7)
  EXPECT_EQ(nested_icv(icv, environment.global).nthreads, 7u);
}

TEST(Environment, ThreadCountsAreDecimalAndPositive) {
  EXPECT_EQ(after("OMP_NUM_THREADS=+3", Setting::num_threads), "3");
  for (const char* text : {"0", "-1", "3x", "3,", ",3", "", "0x3", "99999999999999999999", "3 4", "3,0", "2147483648"})
    expect_refused("OMP_NUM_THREADS", text, Setting::num_threads);
}

TEST(Environment, ARefusedListLeavesNoElementBehind) {
  const Environment environment = parse({"OMP_NUM_THREADS=4,3,x"});
  EXPECT_TRUE(environment.global.nthreads_list.empty());
  EXPECT_EQ(environment.initial.max_active_levels, 1);
}

TEST(Environment, TruthValuesIgnoreCaseAndSpaceAndNothingElse) {
  EXPECT_EQ(after("OMP_DYNAMIC= TRUE ", Setting::dynamic), "true");
  EXPECT_EQ(after("OMP_CANCELLATION=true", Setting::cancellation), "true");
  EXPECT_EQ(after("OMP_DISPLAY_AFFINITY=false", Setting::display_affinity), "false");
  for (const char* text : {"1", "0", "yes", "t", "", "truely", "true false"})
    expect_refused("OMP_DYNAMIC", text, Setting::dynamic);
}

struct ScheduleCase {
  const char* text;
  const char* value;
  bool monotonic;
};

TEST(Environment, SchedulesHaveModifierKindAndChunk) {
  constexpr ScheduleCase cases[] = {
      {"static", "static", true},
      {"STATIC , 4", "static,4", true},
      {"dynamic,0", "dynamic,1", false},
      {"static,0", "static", true},
      {"guided", "guided,1", false},
      {"auto,3", "auto", false},
      {"monotonic:dynamic,3", "monotonic:dynamic,3", true},
      {"nonmonotonic : guided", "nonmonotonic:guided,1", false},
      {"nonmonotonic:static", "nonmonotonic:static", false},
      {"idws", "idws", false},
      {"idws,8", "idws,8", false},
      {"nonmonotonic:Steal", "nonmonotonic:steal", false},
      {"steal_most,3", "steal_most,3", false},
      {"dynamic,2147483647", "dynamic,2147483647", false},
  };
  for (const ScheduleCase& row : cases) {
    const Environment environment = parse({std::string("OMP_SCHEDULE=") + row.text});
    EXPECT_TRUE(environment.warnings.empty()) << row.text;
    EXPECT_EQ(value_of(Setting::schedule, environment), row.value);
    EXPECT_EQ(environment.initial.run_sched.monotonic(), row.monotonic) << row.text;
  }
  for (const char* text :
       {"static,", "bogus", "runtime", "dynamic,-1", "dynamic,2147483648", "monotonic", "dynamic 3",
        "monotonic:nonmonotonic:static", "idws,-1", "idws,0", "steal,0", "monotonic:idws", "steal,", "idws_most", ""})
    expect_refused("OMP_SCHEDULE", text, Setting::schedule);
}

TEST(Environment, StackSizesCountKibibytesUnlessTheySayOtherwise) {
  EXPECT_EQ(after("OMP_STACKSIZE=16", Setting::stack_size), "16384B");
  EXPECT_EQ(after("OMP_STACKSIZE=4m", Setting::stack_size), "4194304B");
  EXPECT_EQ(after("OMP_STACKSIZE= 2 G ", Setting::stack_size), "2147483648B");
  EXPECT_EQ(after("OMP_STACKSIZE=16384B", Setting::stack_size), "16384B");
  EXPECT_EQ(after("GOMP_STACKSIZE=5000", Setting::stack_size), "5120000B");
  for (const char* text : {"4k", "0", "-1", "4x", "99999999999G", "4T", "4MB", "17179869184G"})
    expect_refused("OMP_STACKSIZE", text, Setting::stack_size);
}

TEST(Environment, TheOpenMpNameWinsOverTheGompName) {
  const Environment environment =
      parse({"GOMP_STACKSIZE=5M", "OMP_STACKSIZE=4M", "GOMP_CPU_AFFINITY=1", "OMP_PLACES={0}"});
  EXPECT_EQ(environment.global.stack_bytes, std::size_t{4} << 20);
  EXPECT_EQ(environment.global.origin_of(Setting::stack_size), Variable::omp_stacksize);
  EXPECT_EQ(value_of(Setting::places, environment), "{0}");
}

TEST(Environment, TheGompNameStepsInForAMalformedOpenMpName) {
  const Environment environment = parse({"GOMP_STACKSIZE=5M", "OMP_STACKSIZE=much"});
  EXPECT_EQ(environment.global.stack_bytes, std::size_t{5} << 20);
  ASSERT_EQ(environment.warnings.size(), 1u);
  EXPECT_NE(environment.warnings[0].find("using 5242880B"), std::string::npos) << environment.warnings[0];
}

TEST(Environment, SpinCountsHavePowersOfTen) {
  EXPECT_EQ(after("GOMP_SPINCOUNT=10k", Setting::spin_count), "10000");
  EXPECT_EQ(after("GOMP_SPINCOUNT=2G", Setting::spin_count), "2000000000");
  EXPECT_EQ(after("GOMP_SPINCOUNT=INFINITY", Setting::spin_count), "infinite");
  for (const char* text : {"-1", "1x", "", "99999999999T"}) expect_refused("GOMP_SPINCOUNT", text, Setting::spin_count);
}

TEST(Environment, TheWaitPolicySetsTheSpinCountUnlessOneIsGiven) {
  EXPECT_EQ(after("OMP_WAIT_POLICY= Passive", Setting::spin_count), "0");
  EXPECT_EQ(after("OMP_WAIT_POLICY=active", Setting::spin_count), "30000000000");
  const Environment both = parse({"GOMP_SPINCOUNT=77", "OMP_WAIT_POLICY=active"});
  EXPECT_EQ(both.global.spin_count, 77u);
  EXPECT_EQ(both.global.origin_of(Setting::spin_count), Variable::gomp_spincount);
  EXPECT_EQ(parse({"OMP_WAIT_POLICY=active"}).global.origin_of(Setting::spin_count), Variable::omp_wait_policy);
  expect_refused("OMP_WAIT_POLICY", "busy", Setting::wait_policy);
}

TEST(Environment, NestingComesFromTheMostDirectVariable) {
  EXPECT_EQ(after("OMP_NESTED=true", Setting::max_active_levels), "255");
  EXPECT_EQ(after("OMP_MAX_ACTIVE_LEVELS=300", Setting::max_active_levels), "255");
  EXPECT_EQ(after("OMP_MAX_ACTIVE_LEVELS=0", Setting::max_active_levels), "0");
  EXPECT_EQ(parse({"OMP_NESTED=true", "OMP_MAX_ACTIVE_LEVELS=2"}).initial.max_active_levels, 2);
  EXPECT_EQ(parse({"OMP_NUM_THREADS=2,2", "OMP_NESTED=false"}).initial.max_active_levels, 1);
  EXPECT_EQ(parse({"OMP_PROC_BIND=close,close"}).initial.max_active_levels, 255);
  expect_refused("OMP_MAX_ACTIVE_LEVELS", "-1", Setting::max_active_levels);
}

TEST(Environment, BindPoliciesFormALists) {
  const Environment environment = parse({"OMP_PROC_BIND=spread , CLOSE,master"});
  EXPECT_EQ(environment.initial.bind, Bind::spread);
  const TaskIcv second = nested_icv(environment.initial, environment.global);
  EXPECT_EQ(second.bind, Bind::close);
  EXPECT_EQ(nested_icv(second, environment.global).bind, Bind::primary);
  EXPECT_EQ(after("OMP_PROC_BIND=true", Setting::proc_bind), "true");
  for (const char* text : {"true,close", "close,true", "1", "close,", "closest"})
    expect_refused("OMP_PROC_BIND", text, Setting::proc_bind);
}

TEST(Environment, PlacesAloneAskForBindingAndFalseForbidsIt) {
  EXPECT_EQ(parse({"OMP_PLACES=cores"}).initial.bind, Bind::yes);
  EXPECT_EQ(parse({"GOMP_CPU_AFFINITY=0 1"}).initial.bind, Bind::yes);
  EXPECT_EQ(parse({"OMP_PLACES=cores", "OMP_PROC_BIND=false"}).initial.bind, Bind::no);
  EXPECT_EQ(parse({"OMP_PLACES=cores", "OMP_PROC_BIND=spread"}).initial.bind, Bind::spread);
  EXPECT_EQ(parse({"OMP_PLACES=bogus"}).initial.bind, Bind::no);
}

TEST(Environment, NumbersStayInTheirRange) {
  EXPECT_EQ(after("OMP_THREAD_LIMIT=4294967296", Setting::thread_limit), "4294967295");
  EXPECT_EQ(after("OMP_NUM_TEAMS=5", Setting::num_teams), "5");
  EXPECT_EQ(after("OMP_TEAMS_THREAD_LIMIT=5", Setting::teams_thread_limit), "5");
  EXPECT_EQ(after("OMP_DEFAULT_DEVICE=5", Setting::default_device), "5");
  expect_refused("OMP_THREAD_LIMIT", "0", Setting::thread_limit);
  expect_refused("OMP_NUM_TEAMS", "-1", Setting::num_teams);
  expect_refused("OMP_TEAMS_THREAD_LIMIT", "4294967296", Setting::teams_thread_limit);
  expect_refused("OMP_DEFAULT_DEVICE", "3000000000", Setting::default_device);
}

TEST(Environment, PrioritiesAreHonouredUntilALimitIsSet) {
  const Environment unset = parse({});
  EXPECT_EQ(unset.global.max_task_priority, 0) << "what omp_get_max_task_priority() says, as in libgomp";
  EXPECT_EQ(unset.global.priority_limit, INT_MAX);
  const Environment set = parse({"OMP_MAX_TASK_PRIORITY=9"});
  EXPECT_EQ(set.global.max_task_priority, 9);
  EXPECT_EQ(set.global.priority_limit, 9);
  expect_refused("OMP_MAX_TASK_PRIORITY", "-1", Setting::max_task_priority);
}

TEST(Environment, NamesOfAllocatorsAndOffloadPoliciesAreKnown) {
  EXPECT_EQ(parse({"OMP_ALLOCATOR=OMP_THREAD_MEM_ALLOC"}).initial.def_allocator, 8u);
  EXPECT_EQ(parse({"OMP_TARGET_OFFLOAD=Mandatory"}).global.target_offload, TargetOffload::mandatory);
  expect_refused("OMP_ALLOCATOR", "omp_null_allocator", Setting::allocator);
  expect_refused("OMP_TARGET_OFFLOAD", "maybe", Setting::target_offload);
}

TEST(Environment, AnAffinityFormatIsCheckedWhenItIsRead) {
  EXPECT_EQ(after("OMP_AFFINITY_FORMAT= %0.3n on %{host}", Setting::affinity_format), " %0.3n on %{host}");
  expect_refused("OMP_AFFINITY_FORMAT", "%q", Setting::affinity_format);
}

/// The one warning that this variable leads to.
std::string warning_of(const std::string& entry) {
  const Environment environment = parse({entry});
  EXPECT_EQ(environment.warnings.size(), 1u) << entry;
  return environment.warnings.empty() ? "" : environment.warnings.front();
}

TEST(Environment, AScheduleThatThereIsNotIsAnsweredWithThoseThatThereAre) {
  const std::string loops = base::listed(runtime::names_of(runtime::loop_schedules<platform::Threads>()));
  const std::string schedule = warning_of("OMP_SCHEDULE=nonmonotonic:idsw,4");
  EXPECT_NE(schedule.find(loops + ", auto (did you mean idws?); using dynamic,1 instead"), std::string::npos)
      << schedule;
  EXPECT_EQ(warning_of("OMP_SCHEDULE=idws,0").find("did you mean"), std::string::npos) << "the name is right";
}

TEST(Environment, EachRowOfTheTableOfLoopSchedulesCanBeNamedInAnyCase) {
  for (const auto& row : runtime::loop_schedules<platform::Threads>()) {
    std::string name = row.name;
    for (char& c : name) c = static_cast<char>(std::toupper(c));
    const bool chooses = row.traits.chunk == runtime::ChunkRule::own_choice;
    EXPECT_EQ(after("OMP_SCHEDULE=" + name, Setting::schedule), row.name + std::string(chooses ? "" : ",1"));
  }
}

TEST(Environment, VariablesThatNeedTrustDoNotCountWithout) {
  const char* const block[] = {"HEDDLE_LOOP=nonsense", "OMP_NUM_THREADS=3", "OMP_TOOL=x", nullptr};
  const Environment environment = parse_environment(block, 2, base::Trust::none);
  EXPECT_EQ(environment.initial.nthreads, 3u);
  EXPECT_TRUE(environment.warnings.empty()) << "they are named with Heddle's own";
}

TEST(Environment, OtherPeoplesVariablesAreLeftAlone) {
  EXPECT_TRUE(parse({"OMP_UNHEARD_OF=1", "GOMP_DEBUG=x", "OMP_TOOL=no", "OMP_DEBUG=1", "KMP_AFFINITY=x",
                     "HEDDLE_JOBS=2", "PATH"})
                  .warnings.empty());
}

TEST(Environment, TheFirstOfTwoEntriesCounts) {
  EXPECT_EQ(parse({"OMP_NUM_THREADS=3", "OMP_NUM_THREADS=5"}).initial.nthreads, 3u);
}

TEST(Environment, EverySettingReportsTheVariableItCameFrom) {
  std::map<std::string_view, std::string_view> origins;
  for (const SettingReport& report : report_settings(parse({"OMP_NUM_THREADS=3", "OMP_NESTED=true"}))) {
    EXPECT_FALSE(report.value.empty()) << report.name;
    origins[report.name] = report.origin;
  }
  EXPECT_EQ(origins.size(), k_setting_count);
  EXPECT_EQ(origins["OMP_NUM_THREADS"], "OMP_NUM_THREADS");
  EXPECT_EQ(origins["OMP_MAX_ACTIVE_LEVELS"], "OMP_NESTED");
  EXPECT_EQ(origins["OMP_DYNAMIC"], "");
}

TEST(Environment, AReportedValueReadsBackAsItself) {
  const Environment first =
      parse({"OMP_NUM_THREADS=3,2", "OMP_SCHEDULE=monotonic:guided,4", "OMP_STACKSIZE=5M", "OMP_PROC_BIND=spread,close",
             "OMP_PLACES={0:4}:2:4,!{4:4}", "GOMP_SPINCOUNT=infinite", "OMP_DYNAMIC=TRUE", "OMP_THREAD_LIMIT=9",
             "OMP_ALLOCATOR=omp_cgroup_mem_alloc", "OMP_DISPLAY_ENV=verbose", "OMP_MAX_ACTIVE_LEVELS=3"});
  for (const SettingReport& report : report_settings(first)) {
    if (report.name != report.origin) continue;
    const std::string entry = std::string(report.name) + "=" + report.value;
    for (const SettingReport& again : report_settings(parse({entry})))
      EXPECT_TRUE(again.name != report.name || again.value == report.value) << entry << " became " << again.value;
  }
}

// OpenMP 5.2, 21: _ALL means the host, too, unless it has the variable itself; _DEV means others.
TEST(Environment, AVariableForAllDevicesCountsWhereTheHostHasNone) {
  EXPECT_EQ(parse({"OMP_NUM_THREADS_ALL=3"}).initial.nthreads, 3u);
  EXPECT_EQ(parse({"OMP_NUM_THREADS_ALL=3", "OMP_NUM_THREADS=5"}).initial.nthreads, 5u);
  EXPECT_EQ(parse({"OMP_NUM_THREADS=5", "OMP_NUM_THREADS_ALL=3"}).initial.nthreads, 5u);
  EXPECT_EQ(parse({"OMP_NUM_THREADS_DEV=3", "OMP_NUM_THREADS_DEV_0=4"}).initial.nthreads, 2u) << "the processors";
  EXPECT_FALSE(parse({"OMP_CANCELLATION_ALL=true"}).global.cancellation) << "one setting of the whole program";
  EXPECT_TRUE(parse({"OMP_NUM_THREADS_DEV=none"}).warnings.empty());
}

TEST(Environment, AVariableForAllDevicesIsNamedAsItWasWritten) {
  const Environment environment =
      parse({"OMP_NUM_THREADS_ALL=none", "OMP_DYNAMIC_ALL=true", "OMP_WAIT_POLICY_ALL=active", "OMP_SCHEDULE=static"});
  ASSERT_EQ(environment.warnings.size(), 1u);
  EXPECT_NE(environment.warnings[0].find("OMP_NUM_THREADS_ALL"), std::string::npos) << environment.warnings[0];
  std::map<std::string_view, std::string_view> origins;
  for (const SettingReport& report : report_settings(environment)) origins[report.name] = report.origin;
  EXPECT_EQ(origins["OMP_DYNAMIC"], "OMP_DYNAMIC_ALL");
  EXPECT_EQ(origins["GOMP_SPINCOUNT"], "OMP_WAIT_POLICY_ALL") << "a setting that follows from another";
  EXPECT_EQ(origins["OMP_SCHEDULE"], "OMP_SCHEDULE");
  EXPECT_EQ(origins["OMP_NUM_THREADS"], "");
}

// The largest alignment that is read cannot be had: no memory, no overflow.
TEST(Environment, AnAllocatorOfAnImpossibleAlignmentGivesNothing) {
  const auto handle =
      parse({"OMP_ALLOCATOR=omp_default_mem_space:alignment=4611686018427387904"}).initial.def_allocator;
  ASSERT_GT(handle, k_last_predefined);
  EXPECT_EQ(allocate({.bytes = 1, .allocator = handle}), nullptr);
  EXPECT_EQ(allocate({.bytes = SIZE_MAX / 2, .allocator = handle}), nullptr);
  destroy_allocator(handle);
}

TEST(Environment, AnAllocatorWithTraitsKeepsToThem) {
  const auto handle = parse({"OMP_ALLOCATOR=omp_default_mem_space:alignment=256,pool_size=1000,fallback=null_fb"})
                          .initial.def_allocator;
  ASSERT_GT(handle, k_last_predefined);
  void* const block = allocate({.bytes = 600, .allocator = handle});
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 256, 0u);
  EXPECT_EQ(allocate({.bytes = 600, .allocator = handle}), nullptr) << "the pool is used up";
  release(block);
  destroy_allocator(handle);
}

}  // namespace
}  // namespace heddle::omp
