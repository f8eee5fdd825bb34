// Heddle's own variables, each beside the words that it takes: the edges of every range, one step beyond, and what is
// nearly a word. own_environment_test.cpp has the rules, this file has the table.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "base/trust.hpp"
#include "process/own_environment.hpp"
#include "process/own_in_force.hpp"
#include "process/own_spelling.hpp"
#include "process/own_variables.hpp"
#include "process/process.hpp"
#include "process/settings.hpp"
#include "process/team_size.hpp"

namespace {

using namespace heddle;
using namespace heddle::process;

OwnEnvironment read(const std::string& entry) {
  const char* const block[] = {entry.c_str(), nullptr};
  return parse_own_environment(block);
}

struct Case {
  OwnSetting setting;
  const char* text;
  const char* shown;  // null: the text is refused
};

constexpr const char* k_refused = nullptr;

TEST(OwnWords, each_variable_takes_its_own_and_shows_them_as_they_are_written) {
  using enum OwnSetting;
  constexpr Case cases[] = {
      {disable, "1", "true"},
      {disable, "true", "true"},
      {disable, "0", "false"},
      {disable, "FALSE", "false"},
      {disable, "2", k_refused},
      {disable, "on", k_refused},
      {disable, "", k_refused},
      {real_libgomp, "/opt/libgomp.so.1", "/opt/libgomp.so.1"},
      {real_libgomp, " spaces are kept", " spaces are kept"},
      {real_libgomp, "", k_refused},
      {real_libomp, "x", "x"},
      {real_libomp, "", k_refused},
      {scheduler, "steal", "steal"},
      {scheduler, "DBF", "dbf"},
      {scheduler, "numa", "numa"},
      {scheduler, "steal,dbf", k_refused},
      {scheduler, "stea", k_refused},
      {scheduler, "", k_refused},
      {numa_patience, "0", "0"},
      {numa_patience, "100", "100"},
      {numa_patience, "1000000", "1000000"},
      {numa_patience, "1000001", k_refused},
      {numa_patience, "Never", "never"},
      {numa_patience, "never 1", k_refused},
      {numa_patience, "-1", k_refused},
      {bind, "locality", "locality"},
      {bind, "Core", "core"},
      {bind, "cores", k_refused},
      {bind, "1", k_refused},
      {topology, "pack:2 core:4 pu:1", "pack:2 core:4 pu:1"},
      {topology, "/a/file", "/a/file"},
      {topology, "", k_refused},
      {ocr_memory, "malloc", "malloc"},
      {ocr_memory, "hbw", "hbw"},
      {ocr_memory, "node", "node"},
      {ocr_memory, "fast-node", "fast-node"},
      {ocr_memory, "fast-", k_refused},
      {ocr_memory, "fast -node", k_refused},
      {ocr_memory, "fast", k_refused},
      {ocr_spill, "on", "on"},
      {ocr_spill, "OFF", "off"},
      {ocr_spill, "1", k_refused},
      {dependence, "adaptive", "adaptive"},
      {dependence, "Direct", "direct"},
      {dependence, "locked", "locked"},
      {dependence, "async", "async"},
      {dependence, "plan", k_refused},
      {async_managers, "1", "1"},
      {async_managers, "1000000", "1000000"},
      {async_managers, "ALL", "all"},
      {async_managers, "0", k_refused},
      {async_managers, "1000001", k_refused},
      {async_spins, "1", "1"},
      {async_spins, "1000000", "1000000"},
      {async_spins, "0", k_refused},
      {async_spins, "all", k_refused},
      {async_operations, "1", "1"},
      {async_operations, "77", "77"},
      {async_operations, "0", k_refused},
      {async_ready, "1", "1"},
      {async_ready, "1000001", k_refused},
      {async_as_printed, "1", "1"},
      {async_as_printed, "false", "0"},
      {async_as_printed, "all", k_refused},
      {loop, "asked", "asked"},
      {loop, "static", "static"},
      {loop, "dynamic", "dynamic"},
      {loop, "Guided", "guided"},
      {loop, "idws", "idws"},
      {loop, "auto", k_refused},
      {loop, "runtime", k_refused},
      {loop, "dynamic,4", k_refused},
      {signals, "on", "on"},
      {signals, "off", "off"},
      {signals, "true", k_refused},
      {run_inline, "on", "on"},
      {run_inline, "Off", "off"},
      {run_inline, "0", k_refused},
      {window, "1", "1"},
      {window, "4294967295", "4294967295"},
      {window, "4294967296", k_refused},
      {window, "unlimited", "unlimited"},
      {window, "0", k_refused},
      {patience, "0", "0"},
      {patience, "1000000", "1000000"},
      {patience, "1000001", k_refused},
      {patience, "never", k_refused},
      {linger, "0", "0"},
      {linger, "1000000", "1000000"},
      {linger, "1000001", k_refused},
      {thread_limit, "0", "0"},
      {thread_limit, "1000000", "1000000"},
      {thread_limit, "1000001", k_refused},
      {verify, "1", "1"},
      {verify, "true", "1"},
      {verify, "0", "0"},
      {verify, "2", k_refused},
      {trace, "heddle.trace", "heddle.trace"},
      {trace, "", k_refused},
      {verbose, "0", "0"},
      {verbose, "1", "1"},
      {verbose, "2", "2"},
      {verbose, "3", k_refused},
      {verbose, "-1", k_refused},
  };
  std::set<OwnSetting> seen;
  for (const Case& row : cases) {
    seen.insert(row.setting);
    const OwnVariable& variable = own_variables()[static_cast<std::size_t>(row.setting)];
    const std::string entry = std::string(variable.name) + "=" + row.text;
    const OwnEnvironment environment = read(entry);
    EXPECT_EQ(environment.settings.is_given(row.setting), row.shown != k_refused) << entry;
    if (row.shown != k_refused) {
      EXPECT_EQ(value_of(row.setting, environment.settings), row.shown) << entry;
      EXPECT_TRUE(environment.warnings.empty()) << entry << ": " << environment.warnings.front();
      continue;
    }
    ASSERT_EQ(environment.warnings.size(), 1u) << entry;
    EXPECT_TRUE(environment.warnings[0].starts_with(std::string(variable.name) + "=")) << environment.warnings[0];
  }
  EXPECT_EQ(seen.size(), k_own_setting_count) << "a variable has no row here";
}

TEST(OwnWords, nothing_that_is_set_changes_another_setting) {
  const std::vector<SettingReport> defaults = report_settings({});
  const std::pair<const char*, const char*> entries[] = {
      {"HEDDLE_DISABLE", "1"},          {"HEDDLE_REAL_LIBGOMP", "/x"},
      {"HEDDLE_REAL_LIBOMP", "/x"},     {"HEDDLE_SCHEDULER", "dbf"},
      {"HEDDLE_NUMA_PATIENCE", "7"},    {"HEDDLE_TOPOLOGY", "pack:2"},
      {"HEDDLE_OCR_MEMORY", "node"},    {"HEDDLE_OCR_SPILL", "off"},
      {"HEDDLE_DEPENDENCE", "locked"},  {"HEDDLE_ASYNC_MANAGERS", "3"},
      {"HEDDLE_ASYNC_SPINS", "3"},      {"HEDDLE_ASYNC_OPERATIONS", "3"},
      {"HEDDLE_ASYNC_READY", "3"},      {"HEDDLE_LOOP", "static"},
      {"HEDDLE_SIGNALS", "on"},         {"HEDDLE_INLINE", "off"},
      {"HEDDLE_WINDOW", "9"},           {"HEDDLE_PATIENCE", "9"},
      {"HEDDLE_LINGER", "9"},           {"HEDDLE_THREAD_LIMIT", "9"},
      {"HEDDLE_VERIFY", "1"},           {"HEDDLE_TRACE", "x"},
      {"HEDDLE_VERBOSE", "1"},          {"HEDDLE_BIND", "core"},
      {"HEDDLE_ASYNC_AS_PRINTED", "1"},
  };
  ASSERT_EQ(std::size(entries), defaults.size());
  for (const auto& [name, text] : entries) {
    const std::vector<SettingReport> reports = report_settings(read(std::string(name) + "=" + text).settings);
    for (std::size_t i = 0; i < reports.size(); ++i) {
      EXPECT_EQ(reports[i].value != defaults[i].value, reports[i].name == name) << name << " and " << reports[i].name;
      EXPECT_EQ(reports[i].origin, reports[i].name == name ? name : "") << name;
    }
  }
}

TEST(OwnWords, a_program_may_set_what_has_no_part_in_the_start_of_the_process) {
  const std::set<std::string_view> by_program = {
      "HEDDLE_SCHEDULER",   "HEDDLE_DEPENDENCE",       "HEDDLE_ASYNC_MANAGERS",
      "HEDDLE_ASYNC_SPINS", "HEDDLE_ASYNC_OPERATIONS", "HEDDLE_ASYNC_READY",
      "HEDDLE_LOOP",        "HEDDLE_SIGNALS",          "HEDDLE_INLINE",
      "HEDDLE_WINDOW",      "HEDDLE_ASYNC_AS_PRINTED"};
  for (const OwnVariable& variable : own_variables()) {
    OwnSettings settings;
    const std::optional<std::string> mistake = set_variable(settings, variable.name, "@");
    ASSERT_TRUE(mistake.has_value()) << variable.name;
    const bool may = by_program.contains(variable.name);
    EXPECT_EQ(mistake->find("cannot be set by a program") == std::string::npos, may) << *mistake;
    EXPECT_EQ(mistake->find("is not understood") != std::string::npos, may) << *mistake;
    EXPECT_FALSE(settings.is_given(variable.setting)) << variable.name;
  }
  OwnSettings settings;
  const auto unknown = set_variable(settings, "HEDDLE_NOTHING", "1");
  ASSERT_TRUE(unknown.has_value());
  for (const std::string_view name : by_program) EXPECT_NE(unknown->find(name), std::string::npos) << *unknown;
}

TEST(OwnWords, every_meaning_is_half_a_sentence) {
  for (const OwnVariable& variable : own_variables()) {
    EXPECT_FALSE(variable.meaning.empty()) << variable.name;
    EXPECT_FALSE(variable.meaning.ends_with('.')) << variable.meaning;
    EXPECT_TRUE(!variable.allowed.empty() || variable.allowed_instead != nullptr) << variable.name;
    EXPECT_TRUE(variable.name.starts_with("HEDDLE_")) << variable.name;
  }
}

TEST(OwnSpelling, the_nearest_name_may_lack_a_third_of_its_letters) {
  EXPECT_EQ(nearest_name("HEDDLE_WINDOW"), "HEDDLE_WINDOW");
  EXPECT_EQ(nearest_name("HEDDLE_WIDNOW"), "HEDDLE_WINDOW");
  EXPECT_EQ(nearest_name("HEDDLE_SCHEDULR"), "HEDDLE_SCHEDULER");
  EXPECT_EQ(nearest_name("HEDLE_TRACE"), "HEDDLE_TRACE");
  EXPECT_EQ(nearest_name("HEDDLE_LOPP"), "HEDDLE_LOOP");
  EXPECT_EQ(nearest_name("HEDDLE_QQQQ"), "");
  EXPECT_EQ(nearest_name("HEDDLE_WXYZOW"), "HEDDLE_WINDOW") << "three of six letters";
  EXPECT_EQ(nearest_name("HEDDLE_VXYZQW"), "");
  EXPECT_EQ(nearest_name(""), "");
}

TEST(OwnSpelling, sentences_name_what_was_written_and_what_to_write) {
  EXPECT_EQ(about_malformed("HEDDLE_X", "y", "a, b", "a"),
            "HEDDLE_X='y' is not understood: allowed is a, b; using a instead");
  EXPECT_EQ(about_unknown("HEDDLE_LOPP"),
            "HEDDLE_LOPP is not a variable of Heddle and is ignored; did you mean HEDDLE_LOOP?");
  EXPECT_EQ(about_unknown("HEDDLE_QQQQQQQQQ"), "HEDDLE_QQQQQQQQQ is not a variable of Heddle and is ignored");
  EXPECT_TRUE(about_untrusted("A, B").starts_with("A, B: ignored, since ")) << about_untrusted("A, B");
}

TEST(OwnEnvironment, without_trust_every_known_name_of_any_library_is_listed_in_order) {
  const char* const block[] = {"HEDDLE_LOOP=static", "OMP_NUM_THREADS=2", "PATH=x", "HEDDLE_UNHEARD_OF=1",
                               "OMP_TOOL=x",         "HEDDLE_WINDOW",     "=",      nullptr};
  const OwnEnvironment environment = parse_own_environment(block, base::Trust::none);
  ASSERT_EQ(environment.warnings.size(), 1u);
  EXPECT_TRUE(environment.warnings[0].find("OMP_TOOL") != std::string::npos) << environment.warnings[0];
  EXPECT_EQ(environment.warnings[0].find("PATH"), std::string::npos) << environment.warnings[0];
  EXPECT_EQ(environment.warnings[0].find("UNHEARD"), std::string::npos) << environment.warnings[0];
  EXPECT_EQ(environment.warnings[0].find("WINDOW"), std::string::npos) << "it has no value";
  EXPECT_TRUE(parse_own_environment(nullptr).warnings.empty());
}

TEST(ChoosePolicies, the_engine_gets_what_the_settings_say) {
  OwnSettings own;
  runtime::Settings settings;
  const runtime::Settings defaults;
  choose_policies(own, settings);
  EXPECT_STREQ(settings.scheduler, defaults.scheduler);
  EXPECT_STREQ(settings.dependence, defaults.dependence);
  EXPECT_EQ(settings.window, defaults.window) << "0 is the engine's own";
  EXPECT_EQ(settings.backlog, defaults.backlog);
  EXPECT_TRUE(settings.localities.empty()) << "only numa asks for them";
  own.scheduler = "dbf";
  own.dependence = "locked";
  own.window = 77;
  own.async.spins = 5;
  choose_policies(own, settings);
  EXPECT_STREQ(settings.scheduler, "dbf");
  EXPECT_STREQ(settings.dependence, "locked");
  EXPECT_EQ(settings.window, 77u);
  EXPECT_EQ(settings.async.spins, 5u);
  EXPECT_EQ(settings.backlog, defaults.backlog);
}

TEST(ChoosePolicies, no_limit_of_pending_tasks_is_none_of_ready_ones_and_neither_is_running_inside_denied) {
  OwnSettings own;
  runtime::Settings settings;
  own.window = SIZE_MAX;
  choose_policies(own, settings);
  EXPECT_EQ(settings.window, UINT32_MAX);
  EXPECT_EQ(settings.backlog, UINT32_MAX);
  settings = {};
  own.window = 0;
  own.run_inline = Permission::denied;
  choose_policies(own, settings);
  EXPECT_EQ(settings.window, runtime::Settings{}.window);
  EXPECT_EQ(settings.backlog, UINT32_MAX);
}

TEST(ChoosePolicies, numa_brings_its_localities) {
  OwnSettings own;
  own.scheduler = "numa";
  runtime::Settings settings;
  choose_policies(own, settings);
  EXPECT_FALSE(settings.localities.empty());
}

TEST(EngineSettings, units_are_turned_into_the_engines) {
  OwnSettings own;
  own.patience = 3;
  own.linger_ms = 40;
  own.thread_limit = 5;
  own.numa_patience_us = 7;
  const runtime::Settings settings = engine_settings(own, nullptr);
  EXPECT_EQ(settings.patience_ns, 3'000'000'000u);
  EXPECT_EQ(settings.linger_ns, 40'000'000u);
  EXPECT_EQ(settings.pool_limit, 5u);
  EXPECT_EQ(settings.numa_patience_ns, 7'000u);
  EXPECT_GE(settings.processors, 1u);
  EXPECT_EQ(settings.kept_threads, settings.processors - 1);
  EXPECT_EQ(settings.recording, nullptr);
  own.numa_patience_us = k_numa_never;
  own.patience = 0;
  EXPECT_EQ(engine_settings(own, nullptr).numa_patience_ns, UINT64_MAX);
  EXPECT_EQ(engine_settings(own, nullptr).patience_ns, 0u);
}

/// Ends the case's own process: 0 when all that it claims is so, else with the number of the first claim that is not.
[[noreturn]] void end_with(std::initializer_list<bool> claims) {
  int number = 1;
  for (const bool claim : claims) {
    if (!claim) std::_Exit(number);
    ++number;
  }
  std::_Exit(0);
}

TEST(SetOwn, counts_until_a_thread_has_used_the_pool) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const bool before = set_by_program();
        const bool refused = set_own("HEDDLE_SCHEDULER", "stael").has_value();
        const bool still_not = set_by_program();
        const bool taken = !set_own("HEDDLE_SCHEDULER", "dbf").has_value();
        const std::string_view engines = Process::get().runtime->settings().scheduler;
        runtime::current();
        const bool too_early = set_own("HEDDLE_WINDOW", "5").has_value();
        end_with({!before, refused, !still_not, taken, set_by_program(), engines == "dbf",
                  std::string_view(own_settings().scheduler) == "dbf", own_settings().is_given(OwnSetting::scheduler),
                  !too_early || own_settings().window != 5});
      },
      testing::ExitedWithCode(0), "");
}

TEST(SetOwn, says_why_not) {
  const auto unknown = set_own("HEDDLE_TRACE", "x");
  ASSERT_TRUE(unknown.has_value());
  EXPECT_EQ(unknown->reason, Refusal::Reason::wrong_name_or_value);
  EXPECT_NE(unknown->sentence.find("cannot be set by a program"), std::string::npos) << unknown->sentence;
}

TEST(OwnInForce, a_wrong_variable_is_said_once_however_often_it_is_read) {
  setenv("HEDDLE_LOOP", "spiral", 1);
  testing::internal::CaptureStderr();
  own_settings();
  put_in_force(read_own_environment());
  const std::string said = testing::internal::GetCapturedStderr();
  testing::internal::CaptureStderr();
  put_in_force(read_own_environment());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_NE(said.find("HEDDLE_LOOP='spiral' is not understood"), std::string::npos) << said;
  unsetenv("HEDDLE_LOOP");
  put_in_force(read_own_environment());
}

TEST(SayWhatWasChosen, is_one_line_where_the_user_wants_it_and_none_where_not) {
  own_settings();
  OwnSettings& own = own_in_force();
  const std::uint8_t before = own.verbose;
  own.verbose = 0;
  testing::internal::CaptureStderr();
  say_what_was_chosen(6);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  own.verbose = 1;
  testing::internal::CaptureStderr();
  say_what_was_chosen(6);
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(line.starts_with("heddle: 6 threads by default, ")) << line;
  EXPECT_NE(line.find(", scheduler steal, dependence manager adaptive, window of "), std::string::npos) << line;
  EXPECT_TRUE(line.ends_with(" us\n")) << line;
  EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
  own.verbose = before;
}

TEST(TeamSize, without_a_room_that_decides_is_what_is_asked_for_or_the_processors) {
  const Worker& worker = runtime::current();
  if (threads_for(worker, 5) != 5) GTEST_SKIP() << "another room decides in this program";
  EXPECT_EQ(threads_for(worker, 1), 1u);
}

}  // namespace
