// Heddle's own variables: what is understood, what is refused, and what is said about it.
#include "process/own_environment.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/spelling.hpp"
#include "platform/threads/threads.hpp"
#include "process/disable.hpp"
#include "process/own_spelling.hpp"
#include "runtime/policies.hpp"

namespace heddle::process {
namespace {

OwnEnvironment parse(std::initializer_list<std::string> entries) {
  std::vector<const char*> block;
  for (const std::string& entry : entries) block.push_back(entry.c_str());
  block.push_back(nullptr);
  return parse_own_environment(block.data());
}

std::string after(const std::string& entry, OwnSetting setting) {
  const OwnEnvironment environment = parse({entry});
  EXPECT_TRUE(environment.warnings.empty()) << environment.warnings.front();
  return value_of(setting, environment.settings);
}

/// The setting keeps its default and one warning names the variable, its text and what is used.
void expect_refused(const std::string& name, const std::string& text, OwnSetting setting) {
  const OwnEnvironment environment = parse({name + "=" + text});
  const std::string fallback = value_of(setting, OwnSettings{});
  EXPECT_EQ(value_of(setting, environment.settings), fallback) << name << "=" << text;
  ASSERT_EQ(environment.warnings.size(), 1u) << name << "=" << text;
  EXPECT_NE(environment.warnings[0].find(name + "='" + text + "'"), std::string::npos) << environment.warnings[0];
  EXPECT_NE(environment.warnings[0].find("using " + fallback), std::string::npos) << environment.warnings[0];
  EXPECT_FALSE(environment.settings.is_given(setting));
}

/// The one warning that this variable leads to.
std::string warning_of(const std::string& entry) {
  const OwnEnvironment environment = parse({entry});
  EXPECT_EQ(environment.warnings.size(), 1u) << entry;
  return environment.warnings.empty() ? "" : environment.warnings.front();
}

TEST(OwnEnvironment, WithoutTrustHeddlesOwnVariablesDoNotCountAndAreNamedOnce) {
  const char* const block[] = {"HEDDLE_TRACE=/etc/x", "OMP_NUM_THREADS=3", "HEDDLE_VERIFY=1", "HEDDLE_TARCE=x",
                               nullptr};
  const OwnEnvironment environment = parse_own_environment(block, base::Trust::none);
  EXPECT_EQ(environment.settings.trace, "");
  EXPECT_FALSE(environment.settings.verify);
  ASSERT_EQ(environment.warnings.size(), 1u);
  EXPECT_TRUE(environment.warnings[0].starts_with("HEDDLE_TRACE, HEDDLE_VERIFY: ignored")) << environment.warnings[0];
}

TEST(OwnEnvironment, HeddlesOwnSettingsAreRead) {
  const OwnEnvironment environment = parse({"HEDDLE_SCHEDULER=dbf", "HEDDLE_DEPENDENCE=locked", "HEDDLE_LOOP=guided",
                                            "HEDDLE_WINDOW=4096", "HEDDLE_VERBOSE=2", "HEDDLE_DISABLE=1"});
  EXPECT_TRUE(environment.warnings.empty());
  EXPECT_STREQ(environment.settings.scheduler, "dbf");
  EXPECT_STREQ(environment.settings.dependence, "locked");
  EXPECT_STREQ(environment.settings.loop, "guided");
  EXPECT_EQ(environment.settings.window, 4096u);
  EXPECT_EQ(environment.settings.verbose, 2);
  EXPECT_TRUE(environment.settings.disabled);
  EXPECT_STREQ(parse({}).settings.loop, "idws") << "loops balance themselves unless they may not";
  EXPECT_EQ(parse({}).settings.signals, Permission::denied) << "a program is interrupted only if its user says so";
  EXPECT_EQ(parse({"HEDDLE_SIGNALS=on"}).settings.signals, Permission::granted);
  expect_refused("HEDDLE_SIGNALS", "1", OwnSetting::signals);
  EXPECT_EQ(parse({}).settings.run_inline, Permission::granted);
  EXPECT_EQ(parse({"HEDDLE_INLINE=off"}).settings.run_inline, Permission::denied);
  expect_refused("HEDDLE_INLINE", "never", OwnSetting::run_inline);
  EXPECT_EQ(parse({"HEDDLE_WINDOW=unlimited"}).settings.window, SIZE_MAX);
  expect_refused("HEDDLE_WINDOW", "0", OwnSetting::window);
  expect_refused("HEDDLE_WINDOW", "4294967296", OwnSetting::window);
  expect_refused("HEDDLE_SCHEDULER", "fifo", OwnSetting::scheduler);
  EXPECT_EQ(parse({}).settings.patience, 10u);
  EXPECT_EQ(parse({"HEDDLE_PATIENCE=0"}).settings.patience, 0u);
  expect_refused("HEDDLE_PATIENCE", "-1", OwnSetting::patience);
  expect_refused("HEDDLE_PATIENCE", "1000001", OwnSetting::patience);
  EXPECT_EQ(parse({}).settings.linger_ms, 1000u);
  EXPECT_EQ(parse({"HEDDLE_LINGER=0"}).settings.linger_ms, 0u);
  EXPECT_EQ(parse({}).settings.thread_limit, 0u);
  EXPECT_EQ(parse({"HEDDLE_THREAD_LIMIT=24"}).settings.thread_limit, 24u);
  expect_refused("HEDDLE_THREAD_LIMIT", "many", OwnSetting::thread_limit);
  expect_refused("HEDDLE_LINGER", "1s", OwnSetting::linger);
  expect_refused("HEDDLE_LINGER", "1000001", OwnSetting::linger);
}

TEST(OwnEnvironment, APolicyThatThereIsNotIsAnsweredWithThoseThatThereAre) {
  const std::string schedulers = base::listed(runtime::names_of(runtime::schedulers<platform::Threads>()));
  const std::string managers = base::listed(runtime::names_of(runtime::dependence_managers<platform::Threads>()));
  const std::string loops = base::listed(runtime::names_of(runtime::loop_schedules<platform::Threads>()));
  EXPECT_EQ(warning_of("HEDDLE_SCHEDULER=stael"), "HEDDLE_SCHEDULER='stael' is not understood: allowed is " +
                                                      schedulers + " (did you mean steal?); using steal instead");
  EXPECT_EQ(warning_of("HEDDLE_DEPENDENCE=ddast"),
            "HEDDLE_DEPENDENCE='ddast' is not understood: allowed is " + managers + "; using adaptive instead");
  EXPECT_EQ(warning_of("HEDDLE_LOOP=guide"), "HEDDLE_LOOP='guide' is not understood: allowed is asked, " + loops +
                                                 " (did you mean guided?); using idws instead");
}

TEST(OwnEnvironment, EachRowOfTheTablesCanBeNamedInAnyCase) {
  const auto upper = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(c));
    return text;
  };
  for (const auto& row : runtime::schedulers<platform::Threads>())
    EXPECT_EQ(after("HEDDLE_SCHEDULER=" + upper(row.name), OwnSetting::scheduler), row.name);
  for (const auto& row : runtime::dependence_managers<platform::Threads>())
    EXPECT_EQ(after("HEDDLE_DEPENDENCE=" + upper(row.name), OwnSetting::dependence), row.name);
  for (const auto& row : runtime::loop_schedules<platform::Threads>())
    EXPECT_EQ(after("HEDDLE_LOOP=" + upper(row.name), OwnSetting::loop), row.name);
  EXPECT_EQ(after("HEDDLE_LOOP=Asked", OwnSetting::loop), "asked");
}

TEST(OwnEnvironment, TheDefaultsAreRowsOfTheTables) {
  EXPECT_STREQ(runtime::schedulers<platform::Threads>().front().name, k_default_scheduler);
  EXPECT_STREQ(runtime::dependence_managers<platform::Threads>().front().name, k_default_dependence);
  EXPECT_NE(runtime::find_policy(runtime::loop_schedules<platform::Threads>(), k_default_loop), nullptr);
}

TEST(OwnEnvironment, TheLibrariesThatTakeOverAreShown) {
  EXPECT_EQ(after("HEDDLE_REAL_LIBGOMP=/x", OwnSetting::real_libgomp), "/x");
  EXPECT_EQ(after("HEDDLE_REAL_LIBOMP=/y", OwnSetting::real_libomp), "/y");
  expect_refused("HEDDLE_REAL_LIBGOMP", "", OwnSetting::real_libgomp);
}

TEST(OwnEnvironment, VerifyIsASwitch) {
  EXPECT_TRUE(parse({"HEDDLE_VERIFY=1"}).settings.verify);
  EXPECT_TRUE(parse({"HEDDLE_VERIFY=true"}).settings.verify);
  EXPECT_FALSE(parse({"HEDDLE_VERIFY=0"}).settings.verify);
  EXPECT_FALSE(parse({}).settings.verify);
  for (const char* value : {"2", "-1", "yes", "", "fail now"})
    expect_refused("HEDDLE_VERIFY", value, OwnSetting::verify);
  EXPECT_EQ(after("HEDDLE_VERIFY=1", OwnSetting::verify), "1");
  EXPECT_FALSE(parse({"HEDDLE_VERIFY=1"}).settings.verify_fails);
  EXPECT_TRUE(parse({"HEDDLE_VERIFY=fail"}).settings.verify);
  EXPECT_TRUE(parse({"HEDDLE_VERIFY=fail"}).settings.verify_fails);
  EXPECT_EQ(after("HEDDLE_VERIFY=fail", OwnSetting::verify), "fail");
}

TEST(OwnEnvironment, TheParametersOfTheAsynchronousManagerAreRead) {
  const OwnEnvironment environment =
      parse({"HEDDLE_DEPENDENCE=async", "HEDDLE_ASYNC_MANAGERS=all", "HEDDLE_ASYNC_SPINS=20",
             "HEDDLE_ASYNC_OPERATIONS=6", "HEDDLE_ASYNC_READY=128", "HEDDLE_ASYNC_AS_PRINTED=1"});
  EXPECT_TRUE(environment.warnings.empty());
  EXPECT_STREQ(environment.settings.dependence, "async");
  EXPECT_EQ(environment.settings.async.managers, dependence::AsyncParameters::k_all);
  EXPECT_EQ(environment.settings.async.spins, 20u);
  EXPECT_EQ(environment.settings.async.operations, 6u);
  EXPECT_EQ(environment.settings.async.ready, 128u);
  EXPECT_TRUE(environment.settings.async.as_printed);
  EXPECT_FALSE(parse({"HEDDLE_DEPENDENCE=async"}).settings.async.as_printed);
}

TEST(OwnEnvironment, SenselessParametersOfTheAsynchronousManagerWarnAndLeaveTheDefault) {
  const std::pair<const char*, OwnSetting> rows[] = {{"HEDDLE_ASYNC_MANAGERS", OwnSetting::async_managers},
                                                     {"HEDDLE_ASYNC_SPINS", OwnSetting::async_spins},
                                                     {"HEDDLE_ASYNC_OPERATIONS", OwnSetting::async_operations},
                                                     {"HEDDLE_ASYNC_READY", OwnSetting::async_ready}};
  for (const auto& [name, setting] : rows)
    for (const char* value : {"0", "-1", "1000001", "99999999999999999999", "many", ""})
      expect_refused(name, value, setting);
  expect_refused("HEDDLE_DEPENDENCE", "ddast", OwnSetting::dependence);
  EXPECT_EQ(after("PATH=x", OwnSetting::async_managers), "one worker in 8");
}

TEST(OwnEnvironment, AMisspeltHeddleVariableIsNamedWithTheNearestOne) {
  const OwnEnvironment environment = parse({"HEDDLE_SHEDULER=dbf", "HEDDLE_ZZZZZZ=1"});
  ASSERT_EQ(environment.warnings.size(), 2u);
  EXPECT_NE(environment.warnings[0].find("did you mean HEDDLE_SCHEDULER?"), std::string::npos);
  EXPECT_EQ(environment.warnings[1].find("did you mean"), std::string::npos) << environment.warnings[1];
}

TEST(OwnEnvironment, FarNamesHaveNoNeighbour) {
  EXPECT_EQ(nearest_name("HEDDLE_WINDOWS"), "HEDDLE_WINDOW");
  EXPECT_EQ(nearest_name("HEDDLE_LOOPS"), "HEDDLE_LOOP");
  EXPECT_EQ(nearest_name("HEDDLE_"), "");
  EXPECT_EQ(nearest_name("HEDDLE_COLOUR_OF_THE_WALLS"), "");
}

TEST(OwnEnvironment, OnlyAClearWordDisables) {
  for (const char* word : {"1", "true", " TRUE ", "True"}) EXPECT_TRUE(asks_to_disable(word)) << word;
  for (const char* word : {"", "0", " 0 ", "False", "yes", "2", "1 x", "nonsense"})
    EXPECT_FALSE(asks_to_disable(word)) << word;
}

TEST(OwnEnvironment, VariablesOfOthersCountHereOnlyWhereTheyAreNotTrusted) {
  EXPECT_TRUE(parse({"OMP_NUM_THREADS=x", "OMP_TOOL=no", "HEDDLE_JOBS=2", "PATH", "PATH=x"}).warnings.empty());
  const char* const block[] = {"OMP_TOOL=disabled", "OMP_NUM_THREADS=2", "HEDDLE_TRACE=x", "PATH=x", nullptr};
  const OwnEnvironment environment = parse_own_environment(block, base::Trust::none);
  ASSERT_EQ(environment.warnings.size(), 1u);
  EXPECT_TRUE(environment.warnings[0].starts_with("OMP_TOOL, HEDDLE_TRACE: ignored")) << environment.warnings[0];
}

TEST(OwnEnvironment, TheFirstOfTwoEntriesCounts) {
  EXPECT_EQ(parse({"HEDDLE_WINDOW=3", "HEDDLE_WINDOW=5"}).settings.window, 3u);
}

TEST(OwnEnvironment, EverySettingReportsTheVariableItCameFrom) {
  std::map<std::string_view, std::string_view> origins;
  for (const SettingReport& report : report_settings(parse({"HEDDLE_LOOP=static"}).settings)) {
    EXPECT_FALSE(report.value.empty()) << report.name;
    origins[report.name] = report.origin;
  }
  EXPECT_EQ(origins.size(), k_own_setting_count);
  EXPECT_EQ(origins["HEDDLE_LOOP"], "HEDDLE_LOOP");
  EXPECT_EQ(origins["HEDDLE_WINDOW"], "");
}

TEST(OwnEnvironment, AReportedValueReadsBackAsItself) {
  const OwnEnvironment first = parse({"HEDDLE_WINDOW=unlimited", "HEDDLE_ASYNC_MANAGERS=all", "HEDDLE_INLINE=off",
                                      "HEDDLE_DISABLE=1", "HEDDLE_VERIFY=true", "HEDDLE_LOOP=ASKED"});
  for (const SettingReport& report : report_settings(first.settings)) {
    if (report.origin.empty()) continue;
    const std::string entry = std::string(report.name) + "=" + report.value;
    for (const SettingReport& again : report_settings(parse({entry}).settings))
      EXPECT_TRUE(again.name != report.name || again.value == report.value) << entry << " became " << again.value;
  }
}

TEST(OwnEnvironment, AProgramSetsWhatNeedNotBeKnownAtTheStart) {
  OwnSettings settings;
  EXPECT_FALSE(set_variable(settings, "HEDDLE_SCHEDULER", "dbf"));
  EXPECT_STREQ(settings.scheduler, "dbf");
  EXPECT_TRUE(settings.is_given(OwnSetting::scheduler));
  const auto malformed = set_variable(settings, "HEDDLE_SCHEDULER", "stael");
  ASSERT_TRUE(malformed);
  EXPECT_NE(malformed->find("did you mean steal?"), std::string::npos) << *malformed;
  EXPECT_STREQ(settings.scheduler, "dbf");
  const auto refused = set_variable(settings, "HEDDLE_TRACE", "x");
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->find("what can be set is HEDDLE_SCHEDULER, HEDDLE_DEPENDENCE"), std::string::npos) << *refused;
}

}  // namespace
}  // namespace heddle::process
