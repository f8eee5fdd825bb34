// What OpenMP brings to a process: its settings, read when it starts.
#include "omp/settings.hpp"

#include <pthread.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "base/message.hpp"
#include "base/trust.hpp"
#include "omp/disable.hpp"
#include "omp/display.hpp"
#include "omp/environment_settings.hpp"
#include "omp/places.hpp"
#include "platform/topology/available.hpp"
#include "process/process.hpp"
#include "process/trace.hpp"
#include "process/verify.hpp"
#include "runtime/runtime.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;
using process::Process;
using Engine = runtime::Runtime<P>;

Dialect dialect_at_load = Dialect::gnu;  // until the process starts

// What a program may still set before it uses OpenMP.
void choose_policies(const GlobalIcv& global, runtime::Settings& settings) noexcept {
  settings.scheduler = global.scheduler;
  settings.dependence = global.dependence;
  settings.async = global.async;
  if (global.window != 0) settings.window = static_cast<std::uint32_t>(global.window);
  // No limit is no limit for ready tasks, too.
  if (settings.window == UINT32_MAX || global.run_inline == Permission::denied) settings.backlog = UINT32_MAX;
}

// @param recording  the trace that has been started; null: none yet
runtime::Settings settings_of(const Environment& environment, probe::Recording* recording = nullptr) {
  const GlobalIcv& global = environment.global;
  runtime::Settings settings;
  choose_policies(global, settings);
  settings.processors = global.num_procs;
  settings.stack_bytes = global.stack_bytes;
  settings.cancellation = global.cancellation;
  settings.patience_ns = global.patience * 1'000'000'000;
  settings.linger_ns = global.linger_ms * 1'000'000;
  settings.kept_threads = std::max(global.num_procs, environment.initial.nthreads) - 1;
  settings.recording = recording;
  if (!global.trace.empty() && recording == nullptr) settings.recording = process::start_trace(global.trace);
  // GOMP_SPINCOUNT counts rounds of about 35 ns; active waiting means 10 minutes at least, passive next to nothing.
  constexpr std::uint64_t k_round_ns = 35;
  constexpr std::uint64_t k_longest_ns = 4'000'000'000;
  const bool counted = global.origin_of(Setting::spin_count) != Variable::none;
  if (counted) {
    const std::uint64_t ns =
        global.spin_count < k_longest_ns / k_round_ns ? global.spin_count * k_round_ns : k_longest_ns;
    settings.spin_ns = settings.crowded_spin_ns = static_cast<std::uint32_t>(ns);
  } else if (global.wait_policy == WaitPolicy::active) {
    settings.spin_ns = static_cast<std::uint32_t>(k_longest_ns);
  } else if (global.wait_policy == WaitPolicy::passive) {
    settings.spin_ns = settings.crowded_spin_ns = 0;
  }
  return settings;
}

// What libomp would read now for the first time.
std::vector<std::string> variables_now() {
  std::vector<std::string> variables;
  const char* const* entry = base::environment_block();
  for (; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with("OMP_") || text.starts_with("KMP_")) variables.emplace_back(text);
  }
  return variables;
}

}  // namespace

void warn_as_libomp(const char* kind, const std::string& sentence) noexcept {
  if (Settings::get().environment.global.dialect == Dialect::gnu) return base::warn({sentence});
  const std::string line = std::string("OMP: ") + kind + ": " + sentence + " (heddle)\n";
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // nobody listens
}

// In the form that users of the library look for; libomp numbers its messages, and 42 is that of an invalid value.
void warn(Dialect dialect, const std::string& sentence) noexcept {
  if (dialect == Dialect::gnu || !sentence.starts_with("OMP_")) return base::warn({sentence});
  const std::string line = "OMP: Warning #42: " + sentence + " (heddle)\n";
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // nobody listens
}

Settings& Settings::started() noexcept {
  Process::get();
  return get();
}

void Settings::start(runtime::Settings& settings) noexcept {
  auto* const own = new Settings(dialect_at_load);
  settings = settings_of(own->environment);
  // order: release — pairs with get().
  the_one_.store(own, std::memory_order_release);
}

Settings& Settings::used() noexcept {
  Settings& settings = get();
  if (settings.environment.global.dialect == Dialect::llvm) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, [] { get().read_what_has_changed(); });
  }
  return settings;
}

Settings::Settings(Dialect dialect) noexcept
    : environment(parse_environment(base::environment_block(), platform::topology::default_concurrency(),
                                    base::caller_trust(), dialect)) {
  for (const std::string& warning : environment.warnings) warn(dialect, warning);
  process::verify_depends = environment.global.verify;
  variables_ = variables_now();
}

void Settings::read_environment(Dialect dialect) noexcept {
  Engine& engine = *Process::get().runtime;
  Environment anew = parse_environment(base::environment_block(), platform::topology::default_concurrency(),
                                       base::caller_trust(), dialect);
  if (!engine.configure(settings_of(anew, engine.settings().recording))) return;  // threads sit in it
  for (const std::string& warning : anew.warnings)
    if (std::ranges::find(environment.warnings, warning) == environment.warnings.end()) warn(dialect, warning);
  environment = std::move(anew);
  process::verify_depends = environment.global.verify;
  variables_ = variables_now();
  renew_places();
}

void Settings::read_what_has_changed() noexcept {
  if (set_by_program_ || variables_ == variables_now()) return;
  read_environment(Dialect::llvm);
  if (front_reads_ != nullptr) front_reads_();
  show_settings();
}

std::optional<Settings::Refusal> Settings::set(std::string_view name, const char* value) {
  Environment changed = environment;
  if (auto complaint = set_variable(changed, name, value))
    return Refusal{Refusal::Reason::wrong_name_or_value, std::move(*complaint)};
  Engine& engine = *Process::get().runtime;
  runtime::Settings settings = engine.settings();
  choose_policies(changed.global, settings);
  if (!engine.configure(settings)) {
    return Refusal{Refusal::Reason::too_late, std::string(name) +
                                                  " comes too late, OpenMP has been used; set it before the first "
                                                  "construct and omp_ routine, or in the environment"};
  }
  environment = std::move(changed);
  set_by_program_ = true;
  return std::nullopt;
}

bool Settings::has_places() const noexcept {
  return environment.global.places.form != PlaceRequest::Form::none || environment.initial.bind != Bind::no ||
         !environment.global.bind_list.empty();
}

const std::vector<platform::topology::CpuSet>& Settings::places() noexcept {
  const sync::Guard guard(places_lock_);
  if (!places_resolved_ && has_places()) {
    PlaceList list = resolve_places(environment.global.places, platform::topology::affinity_mask());
    for (const std::string& warning : list.warnings) base::warn({warning});
    places_ = std::move(list.places);
  }
  places_resolved_ = true;
  return places_;
}

void Settings::renew_places() noexcept {
  Engine& engine = *Process::get().runtime;
  if (!engine.configure(engine.settings())) return;  // threads sit in them
  const sync::Guard guard(places_lock_);
  places_resolved_ = false;
  places_.clear();
}

void Settings::set_processors(unsigned count) noexcept {
  environment.global.num_procs = count;
  Engine& engine = *Process::get().runtime;
  runtime::Settings settings = engine.settings();
  settings.processors = count;
  engine.configure(settings);  // once threads run, it is what it is
}

namespace {

// HEDDLE_VERBOSE=1: one line about what was chosen; 2: every setting that the environment made.
[[gnu::cold]] void say_what_was_chosen(const Environment& environment, const runtime::Settings& settings) {
  const GlobalIcv& global = environment.global;
  std::string text = "heddle: " + std::to_string(environment.initial.nthreads) + " threads by default, " +
                     std::to_string(global.num_procs) + " processors, scheduler " + settings.scheduler +
                     ", dependence manager " + settings.dependence + ", window of " + std::to_string(settings.window) +
                     " pending tasks, sleep after " + std::to_string(settings.spin_ns / 1000) + " us\n";
  if (global.verbose > 1) text += display_environment(environment, Settings::get().places(), Detail::verbose);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
}

}  // namespace

bool disabled() noexcept {
  const char* value = base::variable("HEDDLE_DISABLE");
  if (value == nullptr) return false;
  return asks_to_disable(value);
}

void load(Dialect dialect) noexcept {
  dialect_at_load = dialect;
  const Settings& settings = Settings::get();
  if (settings.environment.global.verbose > 0) {
    say_what_was_chosen(settings.environment, Process::get().runtime->settings());
  }
}

void show_settings() noexcept {
  static bool shown = false;  // a library's constructor at a time
  const auto wanted = Settings::get().environment.global.display_env;
  if (wanted == GlobalIcv::DisplayEnv::no || shown) return;
  shown = true;
  const Detail detail = wanted == GlobalIcv::DisplayEnv::verbose ? Detail::verbose : Detail::standard;
  const std::string text = display_environment(Settings::get().environment, Settings::get().places(), detail);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
}

// Who links this links the room's entry, too.
[[gnu::used]] void (*const entry)() noexcept = enter_process;

}  // namespace heddle::omp
