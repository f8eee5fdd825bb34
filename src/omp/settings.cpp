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
#include "omp/dialect.hpp"
#include "omp/display.hpp"
#include "omp/places.hpp"
#include "platform/topology/available.hpp"
#include "process/own_in_force.hpp"
#include "process/process.hpp"
#include "process/settings.hpp"
#include "runtime/runtime.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;
using process::Process;
using Engine = runtime::Runtime<P>;

Dialect dialect_at_load = Dialect::gnu;  // until the process starts

// OpenMP's settings go over the process's.
void push_settings(const Environment& environment, runtime::Settings& settings) noexcept {
  const GlobalIcv& global = environment.global;
  settings.processors = global.num_procs;
  settings.stack_bytes = global.stack_bytes;
  settings.cancellation = global.cancellation;
  settings.kept_threads = std::max(global.num_procs, environment.initial.nthreads) - 1;
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

void write_text(const std::string& text) noexcept {
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
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
  write_text(line);
}

Settings& Settings::started() noexcept {
  Process::get();
  return get();
}

void Settings::start(runtime::Settings& settings) noexcept {
  auto* const own = new Settings(dialect_at_load);
  push_settings(own->environment, settings);
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
  variables_ = variables_now();
}

void Settings::read_environment(Dialect dialect) noexcept {
  Engine& engine = *Process::get().runtime;
  Environment anew = parse_environment(base::environment_block(), platform::topology::default_concurrency(),
                                       base::caller_trust(), dialect);
  process::OwnEnvironment own = process::read_own_environment();
  runtime::Settings settings = process::engine_settings(own.settings, engine.settings().recording);
  push_settings(anew, settings);
  if (!engine.configure(settings)) return;  // threads sit in it
  process::put_in_force(std::move(own));
  for (const std::string& warning : anew.warnings)
    if (std::ranges::find(environment.warnings, warning) == environment.warnings.end()) warn(dialect, warning);
  environment = std::move(anew);
  variables_ = variables_now();
  renew_places();
}

void Settings::read_what_has_changed() noexcept {
  if (process::set_by_program() || variables_ == variables_now()) return;
  read_environment(Dialect::llvm);
  if (front_reads_ != nullptr) front_reads_();
  show_settings();
}

bool Settings::has_places() const noexcept {
  return environment.global.places.form != PlaceRequest::Form::none || environment.initial.bind != Bind::no ||
         !environment.global.bind_list.empty();
}

// What is returned does not change once threads have used it (renew_places), so it is read without the lock.
const std::vector<platform::topology::CpuSet>& Settings::places() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
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

void choose_dialect(Dialect dialect) noexcept { dialect_at_load = dialect; }

void say_settings() noexcept {
  const Environment& environment = Settings::get().environment;
  const process::OwnSettings& own = process::own_settings();
  process::say_what_was_chosen(environment.initial.nthreads);
  if (own.verbose > 1) write_text(display_environment(environment, own, Settings::get().places(), Detail::verbose));
  // Where front/kmpc is being loaded, too, it shows the settings when it has read its own.
  if (!stands_for_libomp()) show_settings();
}

void show_settings() noexcept {
  static bool shown = false;  // a library's constructor at a time
  const auto wanted = Settings::get().environment.global.display_env;
  if (wanted == GlobalIcv::DisplayEnv::no || shown) return;
  shown = true;
  const Detail detail = wanted == GlobalIcv::DisplayEnv::verbose ? Detail::verbose : Detail::standard;
  write_text(
      display_environment(Settings::get().environment, process::own_settings(), Settings::get().places(), detail));
}

// Who links this links the room's entry, too.
[[gnu::used]] void (*const entry)() noexcept = enter_process;

}  // namespace heddle::omp
