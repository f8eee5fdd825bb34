// Each variable of OpenMP beside the words that it takes, in libgomp's dialect and in libomp's: at the edges of every
// range, one step beyond them, and with what is nearly a word.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "environment_block.hpp"
#include "omp/environment.hpp"
#include "omp/environment_rules.hpp"
#include "omp/memory_allocators.hpp"

namespace heddle::omp {
namespace {

Environment read(const std::string& entry, Dialect dialect) {
  const Block block{entry};
  return parse_environment(block.get(), 2, base::Trust::full, dialect);
}

constexpr const char* k_refused = nullptr;

struct Case {
  Setting setting;
  const char* entry;
  const char* gnu;   // the setting's value afterwards; null: the text is refused
  const char* llvm;  // the same where libomp is stood for
};

// The allocator that OMP_ALLOCATOR makes lasts as long as the process; here it goes with the case.
struct AllocatorOf {
  const Environment& environment;
  ~AllocatorOf() {
    const AllocatorHandle made = environment.initial.def_allocator;
    if (made > k_last_predefined) destroy_allocator(made);
  }
};

void expect(const Case& row, Dialect dialect) {
  const char* const value = dialect == Dialect::gnu ? row.gnu : row.llvm;
  const std::string where = std::string(row.entry) + (dialect == Dialect::gnu ? " in gnu" : " in llvm");
  const Environment environment = read(row.entry, dialect);
  const AllocatorOf goes_with_it{environment};
  const std::string entry = row.entry;
  if (value != nullptr) {
    EXPECT_EQ(value_of(row.setting, environment), value) << where;
    EXPECT_TRUE(environment.warnings.empty()) << where << ": " << environment.warnings.front();
    EXPECT_EQ(name_of(environment.global.origin_of(row.setting)), entry.substr(0, entry.find('='))) << where;
    return;
  }
  EXPECT_EQ(value_of(row.setting, environment), value_of(row.setting, read("NOTHING=1", dialect))) << where;
  ASSERT_EQ(environment.warnings.size(), 1u) << where;
  EXPECT_TRUE(environment.warnings[0].starts_with(entry.substr(0, entry.find('='))) ||
              environment.warnings[0].find(entry.substr(0, entry.find('='))) != std::string::npos)
      << where << ": " << environment.warnings[0];
  EXPECT_EQ(environment.global.origin_of(row.setting), Variable::none) << where;
}

template <std::size_t k_size>
void expect_each(const Case (&rows)[k_size]) {
  for (const Case& row : rows) {
    expect(row, Dialect::gnu);
    expect(row, Dialect::llvm);
  }
}

TEST(EnvironmentWords, truth_has_two_words_in_libgomp_and_fourteen_in_libomp) {
  using enum Setting;
  expect_each({
      {dynamic, "OMP_DYNAMIC=true", "true", "true"},
      {dynamic, "OMP_DYNAMIC=false", "false", "false"},
      {dynamic, "OMP_DYNAMIC=\tTrue\n", "true", "true"},
      {dynamic, "OMP_DYNAMIC=1", k_refused, "true"},
      {dynamic, "OMP_DYNAMIC=yes", k_refused, "true"},
      {dynamic, "OMP_DYNAMIC=on", k_refused, "true"},
      {dynamic, "OMP_DYNAMIC=t", k_refused, "true"},
      {dynamic, "OMP_DYNAMIC=Y", k_refused, "true"},
      {dynamic, "OMP_DYNAMIC=enabled", k_refused, "true"},
      {dynamic, "OMP_DYNAMIC=0", k_refused, "false"},
      {dynamic, "OMP_DYNAMIC=no", k_refused, "false"},
      {dynamic, "OMP_DYNAMIC=OFF", k_refused, "false"},
      {dynamic, "OMP_DYNAMIC=f", k_refused, "false"},
      {dynamic, "OMP_DYNAMIC=n", k_refused, "false"},
      {dynamic, "OMP_DYNAMIC=disabled", k_refused, "false"},
      {dynamic, "OMP_DYNAMIC=2", k_refused, k_refused},
      {dynamic, "OMP_DYNAMIC=tru", k_refused, k_refused},
      {dynamic, "OMP_DYNAMIC=true,", k_refused, k_refused},
      {cancellation, "OMP_CANCELLATION=TRUE", "true", "true"},
      {cancellation, "OMP_CANCELLATION=false", "false", "false"},
      {cancellation, "OMP_CANCELLATION=enabled", k_refused, "true"},
      {cancellation, "OMP_CANCELLATION=", k_refused, k_refused},
      {display_affinity, "OMP_DISPLAY_AFFINITY=true", "true", "true"},
      {display_affinity, "OMP_DISPLAY_AFFINITY=1", k_refused, "true"},
      {display_affinity, "OMP_DISPLAY_AFFINITY=verbose", k_refused, k_refused},
      {max_active_levels, "OMP_NESTED=true", "255", "255"},
      {max_active_levels, "OMP_NESTED=false", "1", "1"},
      {max_active_levels, "OMP_NESTED=on", k_refused, "255"},
      {max_active_levels, "OMP_NESTED=3", k_refused, k_refused},
      {display_env, "OMP_DISPLAY_ENV=true", "true", "true"},
      {display_env, "OMP_DISPLAY_ENV=false", "false", "false"},
      {display_env, "OMP_DISPLAY_ENV=VERBOSE", "verbose", "verbose"},
      {display_env, "OMP_DISPLAY_ENV=1", k_refused, k_refused},
  });
}

TEST(EnvironmentWords, numbers_stop_where_their_setting_does) {
  using enum Setting;
  expect_each({
      {num_threads, "OMP_NUM_THREADS=1", "1", "1"},
      {num_threads, "OMP_NUM_THREADS=2147483647", "2147483647", "2147483647"},
      {num_threads, "OMP_NUM_THREADS=2147483648", k_refused, k_refused},
      {num_threads, "OMP_NUM_THREADS=0", k_refused, k_refused},
      {num_threads, "OMP_NUM_THREADS=3,1", "3,1", "3,1"},
      {num_threads, "OMP_NUM_THREADS=3,1,0", k_refused, k_refused},
      {num_threads, "OMP_NUM_THREADS=3;1", k_refused, k_refused},
      {max_active_levels, "OMP_MAX_ACTIVE_LEVELS=0", "0", "0"},
      {max_active_levels, "OMP_MAX_ACTIVE_LEVELS=254", "254", "254"},
      {max_active_levels, "OMP_MAX_ACTIVE_LEVELS=255", "255", "255"},
      {max_active_levels, "OMP_MAX_ACTIVE_LEVELS=256", "255", "255"},
      {max_active_levels, "OMP_MAX_ACTIVE_LEVELS=2147483647", "255", "255"},
      {max_active_levels, "OMP_MAX_ACTIVE_LEVELS=2147483648", k_refused, k_refused},
      {max_active_levels, "OMP_MAX_ACTIVE_LEVELS=1 2", k_refused, k_refused},
      {thread_limit, "OMP_THREAD_LIMIT=1", "1", "1"},
      {thread_limit, "OMP_THREAD_LIMIT=4294967294", "4294967294", "4294967294"},
      {thread_limit, "OMP_THREAD_LIMIT=4294967295", "4294967295", "4294967295"},
      {thread_limit, "OMP_THREAD_LIMIT=18446744073709551615", "4294967295", "4294967295"},
      {thread_limit, "OMP_THREAD_LIMIT=18446744073709551616", k_refused, k_refused},
      {thread_limit, "OMP_THREAD_LIMIT=0", k_refused, k_refused},
      {num_teams, "OMP_NUM_TEAMS=1", "1", "1"},
      {num_teams, "OMP_NUM_TEAMS=2147483647", "2147483647", "2147483647"},
      {num_teams, "OMP_NUM_TEAMS=0", k_refused, k_refused},
      {num_teams, "OMP_NUM_TEAMS=2147483648", k_refused, k_refused},
      {teams_thread_limit, "OMP_TEAMS_THREAD_LIMIT=1", "1", "1"},
      {teams_thread_limit, "OMP_TEAMS_THREAD_LIMIT=2147483647", "2147483647", "2147483647"},
      {teams_thread_limit, "OMP_TEAMS_THREAD_LIMIT=0", k_refused, k_refused},
      {default_device, "OMP_DEFAULT_DEVICE=0", "0", "0"},
      {default_device, "OMP_DEFAULT_DEVICE=2147483647", "2147483647", "2147483647"},
      {default_device, "OMP_DEFAULT_DEVICE=2147483648", k_refused, k_refused},
      {default_device, "OMP_DEFAULT_DEVICE=-1", k_refused, k_refused},
      {max_task_priority, "OMP_MAX_TASK_PRIORITY=0", "0", "0"},
      {max_task_priority, "OMP_MAX_TASK_PRIORITY=2147483647", "2147483647", "2147483647"},
      {max_task_priority, "OMP_MAX_TASK_PRIORITY=2147483648", k_refused, k_refused},
      {max_task_priority, "OMP_MAX_TASK_PRIORITY=5k", k_refused, k_refused},
  });
}

TEST(EnvironmentWords, sizes_and_counts_have_suffixes) {
  using enum Setting;
  expect_each({
      {stack_size, "OMP_STACKSIZE=16384b", "16384B", "16384B"},
      {stack_size, "OMP_STACKSIZE=16383b", k_refused, k_refused},
      {stack_size, "OMP_STACKSIZE=15", k_refused, k_refused},
      {stack_size, "OMP_STACKSIZE=16", "16384B", "16384B"},
      {stack_size, "OMP_STACKSIZE=17k", "17408B", "17408B"},
      {stack_size, "OMP_STACKSIZE=3M", "3145728B", "3145728B"},
      {stack_size, "OMP_STACKSIZE=1g", "1073741824B", "1073741824B"},
      {stack_size, "OMP_STACKSIZE=17179869183G", "18446744072635809792B", "18446744072635809792B"},
      {stack_size, "OMP_STACKSIZE=17179869184G", k_refused, k_refused},
      {stack_size, "OMP_STACKSIZE=17179869185G", k_refused, k_refused},  // not the gibibyte that is left of it
      {stack_size, "OMP_STACKSIZE=18014398509481983", "18446744073709550592B", "18446744073709550592B"},
      {stack_size, "OMP_STACKSIZE=18014398509481984", k_refused, k_refused},
      {stack_size, "OMP_STACKSIZE=M", k_refused, k_refused},
      {stack_size, "OMP_STACKSIZE=4M 4", k_refused, k_refused},
      {stack_size, "OMP_STACKSIZE=4t", k_refused, k_refused},
      {stack_size, "GOMP_STACKSIZE=4m", "4194304B", "4194304B"},
      {stack_size, "GOMP_STACKSIZE=1b", k_refused, k_refused},
      {spin_count, "GOMP_SPINCOUNT=0", "0", "0"},
      {spin_count, "GOMP_SPINCOUNT=3", "3", "3"},
      {spin_count, "GOMP_SPINCOUNT=3k", "3000", "3000"},
      {spin_count, "GOMP_SPINCOUNT=3M", "3000000", "3000000"},
      {spin_count, "GOMP_SPINCOUNT=3g", "3000000000", "3000000000"},
      {spin_count, "GOMP_SPINCOUNT=3t", "3000000000000", "3000000000000"},
      {spin_count, "GOMP_SPINCOUNT=18446744t", "18446744000000000000", "18446744000000000000"},
      {spin_count, "GOMP_SPINCOUNT=18446745t", k_refused, k_refused},
      {spin_count, "GOMP_SPINCOUNT=3b", k_refused, k_refused},
      {spin_count, "GOMP_SPINCOUNT=3k3", k_refused, k_refused},
      {spin_count, "GOMP_SPINCOUNT=infinite", "infinite", "infinite"},
      {spin_count, "GOMP_SPINCOUNT=Infinity", "infinite", "infinite"},
      {spin_count, "GOMP_SPINCOUNT=infinite 1", k_refused, k_refused},
      {wait_policy, "OMP_WAIT_POLICY=ACTIVE", "active", "active"},
      {wait_policy, "OMP_WAIT_POLICY=passive", "passive", "passive"},
      {wait_policy, "OMP_WAIT_POLICY=undefined", k_refused, k_refused},
      {wait_policy, "OMP_WAIT_POLICY=active passive", k_refused, k_refused},
  });
}

TEST(EnvironmentWords, policies_are_named) {
  using enum Setting;
  expect_each({
      {proc_bind, "OMP_PROC_BIND=true", "true", "true"},
      {proc_bind, "OMP_PROC_BIND=false", "false", "false"},
      {proc_bind, "OMP_PROC_BIND=primary", "primary", "primary"},
      {proc_bind, "OMP_PROC_BIND=master", "primary", "primary"},
      {proc_bind, "OMP_PROC_BIND=close", "close", "close"},
      {proc_bind, "OMP_PROC_BIND=Spread", "spread", "spread"},
      {proc_bind, "OMP_PROC_BIND=close,spread,primary", "close,spread,primary", "close,spread,primary"},
      {proc_bind, "OMP_PROC_BIND=true,close", k_refused, k_refused},
      {proc_bind, "OMP_PROC_BIND=close spread", k_refused, k_refused},
      {proc_bind, "OMP_PROC_BIND=", k_refused, k_refused},
      {target_offload, "OMP_TARGET_OFFLOAD=default", "default", "default"},
      {target_offload, "OMP_TARGET_OFFLOAD=MANDATORY", "mandatory", "mandatory"},
      {target_offload, "OMP_TARGET_OFFLOAD=disabled", "disabled", "disabled"},
      {target_offload, "OMP_TARGET_OFFLOAD=off", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_alloc", "omp_default_mem_alloc", "omp_default_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_large_cap_mem_alloc", "omp_large_cap_mem_alloc", "omp_large_cap_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_const_mem_alloc", "omp_const_mem_alloc", "omp_const_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_high_bw_mem_alloc", "omp_high_bw_mem_alloc", "omp_high_bw_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_low_lat_mem_alloc", "omp_low_lat_mem_alloc", "omp_low_lat_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_cgroup_mem_alloc", "omp_cgroup_mem_alloc", "omp_cgroup_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_pteam_mem_alloc", "omp_pteam_mem_alloc", "omp_pteam_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_thread_mem_alloc", "omp_thread_mem_alloc", "omp_thread_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space", "omp_default_mem_alloc", "omp_default_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_low_lat_mem_space", "omp_low_lat_mem_alloc", "omp_low_lat_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_high_bw_mem_space", "omp_high_bw_mem_alloc", "omp_high_bw_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_large_cap_mem_space : alignment = 64 , pool_size=4096,fallback=null_fb",
       "omp_large_cap_mem_space:alignment=64,pool_size=4096,fallback=null_fb",
       "omp_large_cap_mem_space:alignment=64,pool_size=4096,fallback=null_fb"},
      {allocator,
       "OMP_ALLOCATOR=omp_default_mem_space:sync_hint=private,access=pteam,pinned=false,partition=nearest,"
       "fallback=allocator_fb,fb_data=omp_low_lat_mem_alloc",
       "omp_default_mem_space:alignment=1,fallback=allocator_fb,fb_data=omp_low_lat_mem_alloc",
       "omp_default_mem_space:alignment=1,fallback=allocator_fb,fb_data=omp_low_lat_mem_alloc"},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:alignment=48", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:alignment=64,", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:pool_size=0", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:pinned=true", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:access=everyone", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:colour=1", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:alignment=0", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:alignment=9223372036854775808", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:alignment=18446744073709551680", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:pool_size=-1", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:alignment=64 pool_size=4096", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:alignment=64;", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:alignment", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:alignment=", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space:fb_data=omp_null_allocator", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space::alignment=64", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_space alignment=64", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_alloc x", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=omp_default_mem_alloc:alignment=64", k_refused, k_refused},
      {allocator, "OMP_ALLOCATOR=1", k_refused, k_refused},
      {affinity_format, "OMP_AFFINITY_FORMAT=plain", "plain", "plain"},
      {affinity_format, "OMP_AFFINITY_FORMAT=%n of %N", "%n of %N", "%n of %N"},
      {affinity_format, "OMP_AFFINITY_FORMAT=%q", k_refused, "%q"},
      {affinity_format, "OMP_AFFINITY_FORMAT=100%", k_refused, "100%"},
      {schedule, "OMP_SCHEDULE=static", "static", "static"},
      {schedule, "OMP_SCHEDULE=static,0", "static", "static"},
      {schedule, "OMP_SCHEDULE=static,1", "static,1", "static,1"},
      {schedule, "OMP_SCHEDULE=Dynamic", "dynamic,1", "dynamic,1"},
      {schedule, "OMP_SCHEDULE=dynamic,0", "dynamic,1", "dynamic,1"},
      {schedule, "OMP_SCHEDULE=guided , 9", "guided,9", "guided,9"},
      {schedule, "OMP_SCHEDULE=auto", "auto", "auto"},
      {schedule, "OMP_SCHEDULE=auto,5", "auto", "auto"},
      {schedule, "OMP_SCHEDULE=monotonic:static,2", "monotonic:static,2", "monotonic:static,2"},
      {schedule, "OMP_SCHEDULE=nonmonotonic:dynamic", "nonmonotonic:dynamic,1", "nonmonotonic:dynamic,1"},
      {schedule, "OMP_SCHEDULE=trapezoidal", k_refused, "trapezoidal,1"},
      {schedule, "OMP_SCHEDULE=trapezoidal,7", k_refused, "trapezoidal,7"},
      {schedule, "OMP_SCHEDULE=static_steal", k_refused, "dynamic,1"},
      {schedule, "OMP_SCHEDULE=nonmonotonic:static_steal,6", k_refused, "nonmonotonic:dynamic,6"},
      {schedule, "OMP_SCHEDULE=monotonic dynamic", k_refused, k_refused},
      {schedule, "OMP_SCHEDULE=dynamic,2147483648", k_refused, k_refused},
      {schedule, "OMP_SCHEDULE=dynamic,4,4", k_refused, k_refused},
      {schedule, "OMP_SCHEDULE=inlined", k_refused, k_refused},
  });
}

TEST(EnvironmentWords, a_setting_has_one_rule_for_each_of_its_names_and_each_name_one_rule) {
  std::vector<int> rules_of(k_variable_count);
  std::vector<int> named(k_setting_count);
  for (const Rule& rule : environment_rules()) {
    ++rules_of[static_cast<std::size_t>(rule.variable)];
    ++named[static_cast<std::size_t>(rule.setting)];
    EXPECT_TRUE(!rule.allowed.empty() || rule.allowed_instead != nullptr) << name_of(rule.variable);
  }
  EXPECT_EQ(rules_of[0], 0) << "of no variable";
  for (std::size_t variable = 1; variable < k_variable_count; ++variable)
    EXPECT_EQ(rules_of[variable], 1) << k_variable_names[variable];
  for (std::size_t setting = 0; setting < k_setting_count; ++setting) {
    const auto which = static_cast<Setting>(setting);
    const bool two = which == Setting::max_active_levels || which == Setting::places || which == Setting::stack_size;
    EXPECT_EQ(named[setting], two ? 2 : 1) << setting;
  }
}

TEST(EnvironmentWords, who_is_refused_is_told_what_is_allowed) {
  for (const Rule& rule : environment_rules()) {
    if (rule.setting == Setting::affinity_format) continue;  // nearly every text is one
    const std::string name(name_of(rule.variable));
    const Environment environment = read(name + "=@", Dialect::gnu);
    ASSERT_EQ(environment.warnings.size(), 1u) << name;
    const std::string& warning = environment.warnings.front();
    const std::string allowed = rule.allowed_instead != nullptr ? rule.allowed_instead("@") : std::string(rule.allowed);
    EXPECT_NE(warning.find(name + "='@'"), std::string::npos) << warning;
    EXPECT_NE(warning.find(allowed), std::string::npos) << warning;
    EXPECT_NE(warning.find("using " + value_of(rule.setting, parse({}))), std::string::npos) << warning;
  }
}

TEST(EnvironmentWords, what_follows_from_several_variables_together) {
  const auto levels = [](std::initializer_list<std::string> entries) {
    return int{parse(entries).initial.max_active_levels};
  };
  EXPECT_EQ(levels({"OMP_NUM_THREADS=4"}), 1) << "one number is no list";
  EXPECT_EQ(levels({"OMP_NUM_THREADS=4,2"}), 255);
  EXPECT_EQ(levels({"OMP_NUM_THREADS=4,2", "OMP_MAX_ACTIVE_LEVELS=2"}), 2);
  EXPECT_EQ(levels({"OMP_PROC_BIND=spread,close", "OMP_NESTED=false"}), 1);
  EXPECT_EQ(levels({"OMP_PROC_BIND=spread"}), 1);
  const auto bind = [](std::initializer_list<std::string> entries) { return parse(entries).initial.bind; };
  EXPECT_EQ(bind({}), Bind::no);
  EXPECT_EQ(bind({"OMP_PLACES=threads"}), Bind::yes);
  EXPECT_EQ(bind({"OMP_PLACES=threads", "OMP_PROC_BIND=primary"}), Bind::primary);
  EXPECT_EQ(bind({"OMP_PLACES=threads", "OMP_PROC_BIND=false"}), Bind::no);
  EXPECT_EQ(bind({"OMP_PLACES=threads", "OMP_PROC_BIND=bogus"}), Bind::yes) << "a refused policy is none";
  const auto spin = [](std::initializer_list<std::string> entries) { return parse(entries).global.spin_count; };
  EXPECT_EQ(spin({}), 300'000u);
  EXPECT_EQ(spin({"OMP_WAIT_POLICY=passive"}), 0u);
  EXPECT_EQ(spin({"OMP_WAIT_POLICY=active"}), 30'000'000'000u);
  EXPECT_EQ(spin({"OMP_WAIT_POLICY=passive", "GOMP_SPINCOUNT=5"}), 5u);
  EXPECT_EQ(parse({}).global.origin_of(Setting::spin_count), Variable::none);
}

TEST(EnvironmentWords, programs_may_set_each_of_openmps_variables_and_no_other) {
  for (const Rule& rule : environment_rules()) {
    Environment environment = parse({});
    const std::string name(name_of(rule.variable));
    const std::optional<std::string> mistake = set_openmp_variable(environment, name, "@");
    ASSERT_TRUE(rule.setting == Setting::affinity_format || mistake.has_value()) << name;
    if (!name.starts_with("OMP_")) {
      EXPECT_NE(mistake->find("has no effect on Heddle"), std::string::npos) << *mistake;
      continue;
    }
    if (mistake) {
      EXPECT_NE(mistake->find(name + "='@'"), std::string::npos) << *mistake;
      EXPECT_EQ(environment.global.origin_of(rule.setting), Variable::none) << name;
    }
  }
  Environment environment = parse({});
  EXPECT_EQ(set_openmp_variable(environment, "OMP_NUM_THREADS", "5,4"), std::nullopt);
  EXPECT_EQ(environment.initial.nthreads, 5u);
  EXPECT_EQ(environment.initial.max_active_levels, 255) << "what follows from it, follows";
  EXPECT_EQ(environment.global.origin_of(Setting::num_threads), Variable::omp_num_threads);
  EXPECT_EQ(set_openmp_variable(environment, "OMP_PLACES", "{0}"), std::nullopt);
  EXPECT_EQ(environment.initial.bind, Bind::yes);
}

TEST(EnvironmentTexts, of_a_block_only_whole_names_with_a_value_count) {
  const char* const block[] = {"OMP_DYNAMIC",     "OMP_DYNAMICS=a", "OMP_DYNAMI=b",   "omp_dynamic=c",
                               "XOMP_DYNAMIC=d",  "OMP_DYNAMIC=e",  "OMP_DYNAMIC=f",  "=g",
                               "GOMP_SPINCOUNT=", "OMP_NESTED=x=y", "KMP_AFFINITY=z", nullptr};
  const Texts texts = texts_of(block, base::Trust::full);
  int set = 0;
  for (const char* text : texts) set += text != nullptr ? 1 : 0;
  EXPECT_EQ(set, 3);
  EXPECT_STREQ(texts[static_cast<std::size_t>(Variable::omp_dynamic)], "e") << "the first with this name";
  EXPECT_STREQ(texts[static_cast<std::size_t>(Variable::gomp_spincount)], "") << "an empty value is one";
  EXPECT_STREQ(texts[static_cast<std::size_t>(Variable::omp_nested)], "x=y") << "the first equals sign parts them";
  EXPECT_EQ(texts[static_cast<std::size_t>(Variable::none)], nullptr);
  for (const char* text : texts_of(nullptr, base::Trust::full)) EXPECT_EQ(text, nullptr);
}

TEST(EnvironmentTexts, every_variable_is_found_by_its_own_name) {
  for (std::size_t i = 1; i < k_variable_count; ++i) {
    const std::string entry = std::string(k_variable_names[i]) + "=here";
    const char* const block[] = {"PATH=/bin", entry.c_str(), nullptr};
    const Texts texts = texts_of(block, base::Trust::full);
    for (std::size_t other = 0; other < k_variable_count; ++other)
      EXPECT_EQ(texts[other] != nullptr, other == i) << entry << " " << k_variable_names[other];
    EXPECT_STREQ(texts[i], "here");
  }
}

}  // namespace
}  // namespace heddle::omp
