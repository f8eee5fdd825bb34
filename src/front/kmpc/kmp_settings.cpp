#include "front/kmpc/kmp_settings.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/quoted.hpp"
#include "base/trust.hpp"
#include "front/kmpc/kmp_affinity.hpp"
#include "front/kmpc/kmp_subset.hpp"
#include "omp/current_icv.hpp"
#include "omp/display.hpp"
#include "omp/settings.hpp"
#include "process/process.hpp"
#include "process/settings.hpp"

namespace heddle::kmpc {

namespace {

using omp::Settings;

constexpr int k_default_block_time_ms = 200;  // what libomp documents; ours is shorter, see docs/environment.md
constexpr std::size_t k_default_stack_bytes = std::size_t{8} << 20;

struct State {
  std::optional<int> block_time_ms;  // none: as OMP_WAIT_POLICY says
  Library library = Library::throughput;
  Warnings warnings = Warnings::on;
  Reduction reduction = Reduction::automatic;
};
constinit State state;

/// In the form that users of libomp look for.
void say(std::string_view name, const std::string& sentence) noexcept {
  if (state.warnings == Warnings::off) return;
  const std::string line = "OMP: Warning #42: " + base::named(name) + ": " + sentence + " (heddle)\n";
  static std::vector<std::string> said;  // variables may be read again; a library's constructor, or a first use
  if (std::ranges::find(said, line) != said.end()) return;
  said.push_back(line);
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // nobody listens
}

void warn(std::string_view name, std::string_view value, std::string_view wrong) noexcept {
  say(name, "invalid value " + base::quoted(value) + ": " + std::string(wrong));
}

void warn_unknown(std::string_view name) noexcept { say(name, "has no effect on Heddle"); }

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; });
  return result;
}

std::optional<bool> truth(std::string_view value) {
  const std::string text = lower(value);
  for (const char* word : {"1", "true", "on", "yes", "t", "y", ".true.", ".t.", "enabled"})
    if (text == word) return true;
  for (const char* word : {"0", "false", "off", "no", "f", "n", ".false.", ".f.", "disabled"})
    if (text == word) return false;
  return std::nullopt;
}

/// A number with a unit behind it.
struct Quantity {
  std::uint64_t number;
  std::string unit;
};

std::optional<Quantity> quantity(std::string_view value) {
  std::uint64_t number = 0;
  const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc()) return std::nullopt;
  return Quantity{number, lower({rest, value.data() + value.size()})};
}

std::optional<std::size_t> bytes_of(std::string_view value) {
  const auto amount = quantity(value);
  if (!amount) return std::nullopt;
  constexpr std::string_view k_units = "bkmgt";
  const std::string unit = amount->unit.empty() ? "b" : amount->unit;
  const std::size_t power = k_units.find(unit[0]);
  const bool known = power != std::string_view::npos && (unit.size() == 1 || unit.substr(1) == "b");
  if (!known || amount->number > SIZE_MAX >> (10 * power)) return std::nullopt;
  return amount->number << (10 * power);
}

// Milliseconds, or microseconds with the unit us.
void set_block_time(std::string_view name, std::string_view value) noexcept {
  if (lower(value) == "infinite" || lower(value) == "infinity") return set_block_time_ms(INT_MAX);
  const auto amount = quantity(value);
  if (!amount || (amount->unit != "" && amount->unit != "ms" && amount->unit != "us"))
    return warn(name, value, "allowed are a number of milliseconds, one of microseconds (100us), infinite");
  const std::uint64_t ms = amount->unit == "us" ? amount->number / 1000 : amount->number;
  set_block_time_ms(static_cast<int>(std::min<std::uint64_t>(ms, INT_MAX)));
}

void set_stack_size(std::string_view name, std::string_view value) noexcept {
  const auto bytes = bytes_of(value);
  if (!bytes) return warn(name, value, "allowed is a number of bytes, or with K, M, G behind it");
  set_stack_bytes(*bytes);
}

void set_library_named(std::string_view name, std::string_view value) noexcept {
  const std::string text = lower(value);
  if (text == "serial") return set_library(Library::serial);
  if (text == "turnaround") return set_library(Library::turnaround);
  if (text == "throughput") return set_library(Library::throughput);
  warn(name, value, "allowed are serial, turnaround, throughput");
}

void set_thread_limit(std::string_view name, std::string_view value) noexcept {
  const auto amount = quantity(value);
  if (!amount || amount->number == 0 || !amount->unit.empty()) return warn(name, value, "allowed is a positive number");
  Settings& openmp = Settings::get();
  runtime::Settings settings = process::Process::get().runtime->settings();
  settings.thread_limit = static_cast<std::uint32_t>(std::min<std::uint64_t>(amount->number, INT_MAX));
  if (process::Process::get().runtime->configure(settings))
    openmp.environment.initial.thread_limit = settings.thread_limit;
}

void show_settings(std::string_view name, std::string_view value) noexcept {
  static bool shown = false;
  const auto wanted = truth(value);
  if (!wanted) return warn(name, value, "allowed are 0 and 1");
  if (!*wanted || shown) return;
  shown = true;
  Settings& openmp = Settings::get();
  const process::OwnSettings& own = process::own_settings();
  const bool speaks_llvm = openmp.environment.global.dialect == omp::Dialect::llvm;
  const std::string text =
      speaks_llvm
          ? omp::display_environment_of_llvm(openmp.environment, own, omp::Detail::verbose, omp::LlvmForm::settings)
          : omp::display_environment(openmp.environment, own, openmp.places(), omp::Detail::verbose);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
}

void turn_warnings(std::string_view name, std::string_view value) noexcept {
  const auto wanted = truth(value);
  if (!wanted) return warn(name, value, "allowed are 0 and 1");
  set_warnings(*wanted ? Warnings::on : Warnings::off);
}

void set_affinity(std::string_view name, std::string_view value) noexcept {
  if (const auto wrong = apply_affinity(lower(value))) return warn(name, value, *wrong);
  Settings::get().renew_places();  // OMP_DISPLAY_ENV has shown them before
}

void set_reduction(std::string_view name, std::string_view value) noexcept {
  const std::string text = lower(value);
  if (text == "critical") {
    state.reduction = Reduction::critical;
  } else if (text == "atomic") {
    state.reduction = Reduction::atomic;
  } else if (text == "tree") {
    state.reduction = Reduction::tree;
  } else {
    warn(name, value, "allowed are critical, atomic, tree");
  }
}

void set_deterministic(std::string_view name, std::string_view value) noexcept {
  const auto wanted = truth(value);
  if (!wanted) return warn(name, value, "allowed are 0 and 1");
  if (*wanted) state.reduction = Reduction::tree;
}

void set_subset(std::string_view name, std::string_view value) noexcept {
  if (const auto wrong = apply_subset(lower(value))) return warn(name, value, *wrong);
  Settings::get().renew_places();  // OMP_DISPLAY_ENV has shown them before
}

// Loops of ours need no buffers of that kind; but a value that libomp would not take is told.
void check_buffers(std::string_view name, std::string_view value) noexcept {
  constexpr std::uint64_t k_most = 4096;  // libomp's
  const auto amount = quantity(value);
  if (!amount || !amount->unit.empty()) return warn(name, value, "not a number");
  if (amount->number < 1) return warn(name, value, "value too small: 1 to 4096");
  if (amount->number > k_most) return warn(name, value, "value too large: 1 to 4096");
}

// Without throttling every task is kept for whoever has time, however many there are.
void set_throttling(std::string_view name, std::string_view value) noexcept {
  const auto wanted = truth(value);
  if (!wanted) return warn(name, value, "allowed are 0 and 1");
  if (*wanted || process::own_settings().is_given(process::OwnSetting::window)) return;
  runtime::Settings settings = process::Process::get().runtime->settings();
  settings.window = settings.backlog = UINT32_MAX;
  process::Process::get().runtime->configure(settings);
}

void set_teams_bind(std::string_view name, std::string_view value) noexcept {
  constexpr std::pair<std::string_view, omp::Bind> k_words[] = {
      {"spread", omp::Bind::spread},  {"close", omp::Bind::close}, {"primary", omp::Bind::primary},
      {"master", omp::Bind::primary}, {"false", omp::Bind::no},    {"none", omp::Bind::no},
      {"disabled", omp::Bind::no},    {"0", omp::Bind::no}};
  const std::string text = lower(value);
  for (const auto& [word, bind] : k_words)
    if (text == word) return static_cast<void>(omp::writable_global().teams_bind = bind);
  warn(name, value, "allowed are spread, close, primary, false");
}

// There is one pool for all libraries, so a second copy does no harm; and threads are where the user wants them.
void nothing(std::string_view /*name*/, std::string_view /*value*/) noexcept {}

struct Row {
  std::string_view name;
  void (*apply)(std::string_view name, std::string_view value) noexcept;
};

constexpr Row k_rows[] = {
    {"KMP_WARNINGS", turn_warnings},  // first: silences the others
    {"KMP_AFFINITY", set_affinity},
    {"KMP_ALL_THREADS", set_thread_limit},
    {"KMP_BLOCKTIME", set_block_time},
    {"KMP_DEVICE_THREAD_LIMIT", set_thread_limit},
    {"KMP_DETERMINISTIC_REDUCTION", set_deterministic},
    {"KMP_FORCE_REDUCTION", set_reduction},  // wins over the one before
    {"KMP_DISP_NUM_BUFFERS", check_buffers},
    {"KMP_DUPLICATE_LIB_OK", nothing},
    {"KMP_ENABLE_TASK_THROTTLING", set_throttling},
    {"KMP_HOT_TEAMS_MAX_LEVEL", nothing},  // teams of inner regions are always kept
    {"KMP_HOT_TEAMS_MODE", nothing},
    {"KMP_HW_SUBSET", set_subset},
    {"KMP_INIT_AT_FORK", nothing},
    {"KMP_LIBRARY", set_library_named},
    {"KMP_STACKSIZE", set_stack_size},
    {"KMP_TEAMS_PROC_BIND", set_teams_bind},
    {"KMP_TEAMS_THREAD_LIMIT", nothing},  // of threads that teams have at a time: theirs run one after the other
    {"KMP_TOPOLOGY_METHOD", nothing},
    {"KMP_SETTINGS", show_settings},  // last: shows what the others did
};

constexpr bool all_are_known() noexcept {
  return std::ranges::all_of(k_rows, [](const Row& row) { return base::is_known(row.name); });
}
static_assert(all_are_known(), "each variable needs its class: base/trust.hpp, and tests/unit/base/trust_test.cpp");

// Spinning, where the user speaks of it, is ended by no other rule.
void configure_spinning(std::uint64_t ns) noexcept {
  runtime::Settings settings = process::Process::get().runtime->settings();
  settings.spin_ns = settings.crowded_spin_ns = static_cast<std::uint32_t>(std::min<std::uint64_t>(ns, 4'000'000'000));
  process::Process::get().runtime->configure(settings);  // once threads run, it is what it is
}

}  // namespace

void apply_setting(std::string_view name, std::string_view value) noexcept {
  for (const Row& row : k_rows)
    if (row.name == name) return row.apply(name, value);
  if (!name.starts_with("OMP_")) return warn_unknown(name);
  if (const auto wrong = omp::set_openmp_variable(Settings::get().environment, name, std::string(value).c_str()))
    omp::warn(omp::global().dialect, *wrong);
}

void read_settings() noexcept {
  for (const Row& row : k_rows) {
    if (const char* value = base::variable(row.name.data())) row.apply(row.name, value);
  }
  if (base::caller_trust() == base::Trust::none) return;  // what is unknown is not ours to repeat
  for (const char* const* entry = base::environment_block(); *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    if (!name.starts_with("KMP_")) continue;
    const bool known = std::ranges::any_of(k_rows, [name](const Row& row) { return row.name == name; });
    if (!known) warn_unknown(name);
  }
}

int block_time_ms() noexcept {
  if (state.block_time_ms) return *state.block_time_ms;
  if (omp::global().wait_policy == omp::WaitPolicy::active) return INT_MAX;
  return omp::global().wait_policy == omp::WaitPolicy::passive ? 0 : k_default_block_time_ms;
}
void set_block_time_ms(int milliseconds) noexcept {
  state.block_time_ms = std::max(milliseconds, 0);
  configure_spinning(static_cast<std::uint64_t>(*state.block_time_ms) * 1'000'000);
}

std::size_t stack_bytes() noexcept {
  const std::size_t bytes = omp::global().stack_bytes;
  return bytes == 0 ? k_default_stack_bytes : bytes;
}
void set_stack_bytes(std::size_t bytes) noexcept {
  Settings& openmp = Settings::get();
  runtime::Settings settings = process::Process::get().runtime->settings();
  settings.stack_bytes = bytes;
  if (process::Process::get().runtime->configure(settings)) openmp.environment.global.stack_bytes = bytes;
}

Library library() noexcept { return state.library; }
void set_library(Library library) noexcept {
  state.library = library;
  if (library == Library::serial) Settings::get().environment.initial.nthreads = 1;
  if (library == Library::turnaround) configure_spinning(UINT64_MAX);
}

Reduction reduction() noexcept { return state.reduction; }

void set_warnings(Warnings warnings) noexcept { state.warnings = warnings; }

}  // namespace heddle::kmpc
