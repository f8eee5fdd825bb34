// How each of Heddle's own variables is read and shown. See own_variables.hpp.
#include "process/own_variables.hpp"

#include <algorithm>

#include "base/spelling.hpp"
#include "base/trust.hpp"
#include "platform/threads/threads.hpp"
#include "process/disable.hpp"
#include "runtime/policies.hpp"

namespace heddle::process {

namespace {

using base::Scanner;
using base::Word;
using P = platform::Threads;
using Async = dependence::AsyncParameters;

constexpr std::uint64_t k_million = 1'000'000;  // no parameter of the runtime's means anything beyond

constexpr Word<Permission> k_permissions[] = {{"off", Permission::denied}, {"on", Permission::granted}};

template <auto k_member>
bool read_switch(Scanner& text, OwnSettings& into) {
  return store(text, into.*k_member, text.word(k_switch));
}
std::string show_disable(const OwnSettings& settings) { return settings.disabled ? "true" : "false"; }
bool read_verify(Scanner& text, OwnSettings& into) {
  constexpr Word<bool> words[] = {{"fail", true}};
  if (!text.word(words)) return read_switch<&OwnSettings::verify>(text, into);
  if (!text.at_end()) return false;
  return into.verify = into.verify_fails = true;
}
std::string show_verify(const OwnSettings& settings) {
  return settings.verify_fails ? "fail" : settings.verify ? "1" : "0";
}

template <auto k_path>
bool read_path(Scanner& text, OwnSettings& into) {
  into.*k_path = text.rest();
  return !text.rest().empty();
}
template <auto k_path>
std::string show_library(const OwnSettings& settings) {
  return (settings.*k_path).empty() ? "looked for" : settings.*k_path;
}
std::string show_trace(const OwnSettings& settings) { return settings.trace.empty() ? "none" : settings.trace; }

template <auto k_member, auto k_policies>
bool read_policy(Scanner& text, OwnSettings& into) {
  return store(text, into.*k_member, policy_name(text, k_policies()));
}
template <auto k_member>
std::string show_name(const OwnSettings& settings) {
  return settings.*k_member;
}
bool read_loop(Scanner& text, OwnSettings& into) {
  constexpr Word<const char*> words[] = {{k_asked, k_asked}};
  if (const auto asked = text.word(words)) return store(text, into.loop, asked);
  return read_policy<&OwnSettings::loop, runtime::loop_schedules<P>>(text, into);
}

bool read_topology(Scanner& text, OwnSettings& into) {
  into.topology = text.rest();
  return !text.rest().empty();
}
std::string show_topology(const OwnSettings& settings) {
  return settings.topology.empty() ? "this machine" : settings.topology;
}
bool read_numa_patience(Scanner& text, OwnSettings& into) {
  constexpr Word<std::uint64_t> words[] = {{"never", k_numa_never}};
  if (const auto never = text.word(words)) return store(text, into.numa_patience_us, never);
  return store(text, into.numa_patience_us, text.number_in(0, k_million));
}
std::string show_numa_patience(const OwnSettings& settings) {
  return settings.numa_patience_us == k_numa_never ? "never" : std::to_string(settings.numa_patience_us);
}
bool read_bind(Scanner& text, OwnSettings& into) {
  constexpr Word<GroupBinding> words[] = {{"locality", GroupBinding::locality}, {"core", GroupBinding::core}};
  return store(text, into.bind, text.word(words));
}
std::string show_bind(const OwnSettings& settings) { return settings.bind == GroupBinding::core ? "core" : "locality"; }
bool read_ocr_memory(Scanner& text, OwnSettings& into) {
  using enum memory::PlacementMode;
  constexpr Word<memory::PlacementMode> words[] = {
      {"malloc", plain}, {"hbw", fast}, {"node", node}, {"fast-node", fast_node}};
  return store(text, into.ocr_memory, text.word(words));
}
std::string show_ocr_memory(const OwnSettings& settings) {
  return settings.ocr_memory ? std::string(memory::name_of(*settings.ocr_memory)) : "by the scheduler";
}
bool read_ocr_spill(Scanner& text, OwnSettings& into) {
  constexpr Word<memory::Spill> words[] = {{"on", memory::Spill::on}, {"off", memory::Spill::off}};
  return store(text, into.ocr_spill, text.word(words));
}
std::string show_ocr_spill(const OwnSettings& settings) {
  return settings.ocr_spill == memory::Spill::on ? "on" : "off";
}

bool read_managers(Scanner& text, OwnSettings& into) {
  constexpr Word<std::uint32_t> words[] = {{"all", Async::k_all}};
  if (const auto all = text.word(words)) return store(text, into.async.managers, all);
  return store(text, into.async.managers, text.number_in(1, k_million));
}
std::string show_managers(const OwnSettings& settings) {
  const std::uint32_t managers = settings.async.managers;
  if (managers == 0) return "one worker in " + std::to_string(Async::k_workers_per_manager);
  return managers == Async::k_all ? "all" : std::to_string(managers);
}
template <auto k_parameter>
bool read_async(Scanner& text, OwnSettings& into) {
  return store(text, into.async.*k_parameter, text.number_in(1, k_million));
}
template <auto k_parameter>
std::string show_async(const OwnSettings& settings) {
  return std::to_string(settings.async.in_team_of(1).*k_parameter);
}

template <auto k_member>
bool read_permission(Scanner& text, OwnSettings& into) {
  return store(text, into.*k_member, text.word(k_permissions));
}
bool read_as_printed(Scanner& text, OwnSettings& into) {
  return store(text, into.async.as_printed, text.word(k_switch));
}
std::string show_as_printed(const OwnSettings& settings) { return settings.async.as_printed ? "1" : "0"; }

template <auto k_member>
std::string show_permission(const OwnSettings& settings) {
  return settings.*k_member == Permission::granted ? "on" : "off";
}

bool read_window(Scanner& text, OwnSettings& into) {
  constexpr Word<std::size_t> words[] = {{"unlimited", SIZE_MAX}};
  if (const auto unlimited = text.word(words)) return store(text, into.window, unlimited);
  return store(text, into.window, text.number_in(1, UINT32_MAX));  // the runtime counts tasks in 32 bits
}
std::string show_window(const OwnSettings& settings) {
  if (settings.window == 0) return "default";
  return settings.window == SIZE_MAX ? "unlimited" : std::to_string(settings.window);
}

template <auto k_member, std::uint64_t k_most>
bool read_number(Scanner& text, OwnSettings& into) {
  return store(text, into.*k_member, text.number_in(0, k_most));
}
template <auto k_member>
std::string show_number(const OwnSettings& settings) {
  return std::to_string(settings.*k_member);
}

// What is allowed where the tables of policies say so; and what may have been meant instead.
template <auto k_policies>
std::string allowed_names(std::string_view written) {
  return base::listed_for(written, runtime::names_of(k_policies()));
}
std::string allowed_loops(std::string_view written) {
  std::vector<std::string_view> names = runtime::names_of(runtime::loop_schedules<P>());
  names.insert(names.begin(), k_asked);
  return base::listed_for(written, names);
}

constexpr std::string_view k_switch_allowed = "1, 0, true, false";
constexpr std::string_view k_async_allowed = "1 to 1000000";

using enum OwnSetting;
using Own = OwnSettings;

constexpr OwnVariable k_variables[] = {
    {disable, "HEDDLE_DISABLE", SetBy::environment, "hand the program over to libgomp", read_switch<&Own::disabled>,
     show_disable, k_switch_allowed},
    {real_libgomp, "HEDDLE_REAL_LIBGOMP", SetBy::environment, "with HEDDLE_DISABLE: the libgomp.so.1 that takes over",
     read_path<&Own::real_libgomp>, show_library<&Own::real_libgomp>, "the path of a libgomp.so.1"},
    {real_libomp, "HEDDLE_REAL_LIBOMP", SetBy::environment, "with HEDDLE_DISABLE: the libomp.so.5 that takes over",
     read_path<&Own::real_libomp>, show_library<&Own::real_libomp>, "the path of a libomp.so.5"},
    {scheduler, "HEDDLE_SCHEDULER", SetBy::program, "which worker gets a ready task",
     read_policy<&Own::scheduler, runtime::schedulers<P>>, show_name<&Own::scheduler>, "",
     allowed_names<runtime::schedulers<P>>},
    {numa_patience, "HEDDLE_NUMA_PATIENCE", SetBy::environment, "numa: us until a task leaves its NUMA node",
     read_numa_patience, show_numa_patience, "a number of microseconds, 0 to 1000000, or never"},
    {bind, "HEDDLE_BIND", SetBy::environment, "numa: whether a worker keeps to its locality's cpus, or to one",
     read_bind, show_bind, "locality, core"},
    {topology, "HEDDLE_TOPOLOGY", SetBy::environment, "another machine's topology, folded onto this one", read_topology,
     show_topology, "the name of a file of hwloc's, or an hwloc description"},
    {ocr_memory, "HEDDLE_OCR_MEMORY", SetBy::environment, "OCR: where data blocks lie", read_ocr_memory,
     show_ocr_memory, "malloc, hbw, node, fast-node"},
    {ocr_spill, "HEDDLE_OCR_SPILL", SetBy::environment, "OCR: whether a block goes elsewhere when its node is full",
     read_ocr_spill, show_ocr_spill, "on, off"},
    {dependence, "HEDDLE_DEPENDENCE", SetBy::program, "how depend clauses are resolved",
     read_policy<&Own::dependence, runtime::dependence_managers<P>>, show_name<&Own::dependence>, "",
     allowed_names<runtime::dependence_managers<P>>},
    {async_managers, "HEDDLE_ASYNC_MANAGERS", SetBy::program, "async: workers that manage at a time", read_managers,
     show_managers, "1 to 1000000, or all"},
    {async_spins, "HEDDLE_ASYNC_SPINS", SetBy::program, "async: scans in vain before a manager leaves",
     read_async<&Async::spins>, show_async<&Async::spins>, k_async_allowed},
    {async_operations, "HEDDLE_ASYNC_OPERATIONS", SetBy::program, "async: messages of one worker at a time",
     read_async<&Async::operations>, show_async<&Async::operations>, k_async_allowed},
    {async_ready, "HEDDLE_ASYNC_READY", SetBy::program, "async: ready tasks at which a manager leaves",
     read_async<&Async::ready>, show_async<&Async::ready>, k_async_allowed},
    {async_as_printed, "HEDDLE_ASYNC_AS_PRINTED", SetBy::program, "async: counts and order of the paper's Listing 2",
     read_as_printed, show_as_printed, k_switch_allowed},
    {loop, "HEDDLE_LOOP", SetBy::program, "how iterations reach threads", read_loop, show_name<&Own::loop>, "",
     allowed_loops},
    {signals, "HEDDLE_SIGNALS", SetBy::program, "whether idle threads may interrupt others in loops",
     read_permission<&Own::signals>, show_permission<&Own::signals>, "on, off"},
    {run_inline, "HEDDLE_INLINE", SetBy::program, "whether a creator runs tasks itself that are too short to give away",
     read_permission<&Own::run_inline>, show_permission<&Own::run_inline>, "on, off"},
    {window, "HEDDLE_WINDOW", SetBy::program, "pending tasks before the producer helps", read_window, show_window,
     "a positive number, or unlimited"},
    {patience, "HEDDLE_PATIENCE", SetBy::environment, "seconds until a team that sleeps altogether says so; 0: never",
     read_number<&Own::patience, k_million>, show_number<&Own::patience>, "a number of seconds, 0 to 1000000"},
    {linger, "HEDDLE_LINGER", SetBy::environment, "ms that a thread too many sleeps before it ends; 0: none does",
     read_number<&Own::linger_ms, k_million>, show_number<&Own::linger_ms>, "a number of milliseconds, 0 to 1000000"},
    {thread_limit, "HEDDLE_THREAD_LIMIT", SetBy::environment, "most threads beside the program's own; 0: any number",
     read_number<&Own::thread_limit, k_million>, show_number<&Own::thread_limit>, "a number of threads, 0 to 1000000"},
    {verify, "HEDDLE_VERIFY", SetBy::environment, "look at depend clauses for what OpenMP forbids", read_verify,
     show_verify, "true, false, 1, 0, fail"},
    {trace, "HEDDLE_TRACE", SetBy::environment, "the file that the raw trace goes to", read_path<&Own::trace>,
     show_trace, "the name of a file"},
    {verbose, "HEDDLE_VERBOSE", SetBy::environment, "what the runtime says about itself", read_number<&Own::verbose, 2>,
     show_number<&Own::verbose>, "0, 1, 2"},
};

constexpr bool is_in_order() noexcept {
  for (std::size_t i = 0; i < std::size(k_variables); ++i)
    if (k_variables[i].setting != static_cast<OwnSetting>(i)) return false;
  return std::size(k_variables) == k_own_setting_count;
}
static_assert(is_in_order(), "one row for each OwnSetting, in its order");
static_assert(std::ranges::all_of(k_variables, [](const OwnVariable& row) { return base::is_known(row.name); }),
              "each variable needs its class: base/trust.hpp, and tests/unit/base/trust_test.cpp");

}  // namespace

std::span<const OwnVariable> own_variables() noexcept { return k_variables; }

}  // namespace heddle::process
