// Starting OpenMP in a process, and its threads' coming and going.
#include "omp/process.hpp"

#include <pthread.h>
#include <unistd.h>
#include <cstdlib>
#include <new>

#include "base/message.hpp"
#include "omp/disable.hpp"
#include "omp/display.hpp"
#include "omp/environment_settings.hpp"
#include "omp/places.hpp"
#include "omp/region_enter.hpp"
#include "omp/standing.hpp"
#include "omp/team_data.hpp"
#include "omp/trace.hpp"
#include "omp/verify.hpp"
#include "omp/watching.hpp"
#include "platform/topology/available.hpp"
#include "runtime/runtime.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;

Process* process = nullptr;
pthread_once_t process_once = PTHREAD_ONCE_INIT;
pthread_key_t thread_end;  // its destructor gives up the hot team of a thread that ends

// The names of the policies in runtime/policies.hpp are those of the variable.
const char* name_of(DependenceName wanted) noexcept {
  for (const auto& [text, value] : k_dependence_names)
    if (value == wanted) return text.data();
  return "";  // not reached: the table has a row for each
}

// What a program may still set before it uses OpenMP.
void choose_policies(const GlobalIcv& global, runtime::Settings& settings) noexcept {
  settings.scheduler = global.scheduler == SchedulerName::dbf ? "dbf" : "steal";
  settings.dependence = name_of(global.dependence);
  settings.async = global.async;
  if (global.window != 0) settings.window = static_cast<std::uint32_t>(global.window);
  if (settings.window == UINT32_MAX) settings.backlog = UINT32_MAX;  // no limit is no limit for ready tasks, too
}

runtime::Settings settings_of(const Environment& environment) {
  const GlobalIcv& global = environment.global;
  runtime::Settings settings;
  choose_policies(global, settings);
  settings.processors = global.num_procs;
  settings.thread_limit = environment.initial.thread_limit;
  settings.stack_bytes = global.stack_bytes;
  settings.cancellation = global.cancellation;
  settings.patience_ns = global.patience * 1'000'000'000;
  if (!global.trace.empty()) settings.recording = start_trace(global.trace);
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

void end_thread(void* thread) noexcept {
  Worker& worker = *static_cast<Worker*>(thread);
  close_standing(worker);
  process->runtime->detach(worker);
}

void after_fork_in_child() noexcept {
  auto* worker = static_cast<Worker*>(P::self());
  if (worker != nullptr) forget_standing(*worker);
  process->runtime->after_fork_in_child(worker);
}

}  // namespace

Process& Process::get() noexcept {
  if (process != nullptr) [[likely]]
    return *process;
  pthread_once(&process_once, [] {
    process = new Process;
    pthread_key_create(&thread_end, end_thread);
    pthread_atfork([] { process->runtime->before_fork(); }, [] { process->runtime->after_fork_in_parent(); },
                   after_fork_in_child);
  });
  return *process;
}

Process::Process() noexcept
    : environment(parse_environment(environ, platform::topology::default_concurrency())),
      runtime(new runtime::Runtime<P>(settings_of(environment),
                                      {.worker_made = [](Worker& worker) noexcept { worker.front = new WorkerData; },
                                       .team_made = [](Team& team) noexcept { make_team_data(team); },
                                       .region_entered = enter_member,
                                       .watcher = watcher})) {
  for (const std::string& warning : environment.warnings) base::warn({warning});
  verify_depends = environment.global.verify;
}

std::optional<Process::Refusal> Process::set(std::string_view name, const char* value) {
  Environment changed = environment;
  if (auto complaint = set_variable(changed, name, value))
    return Refusal{Refusal::Reason::wrong_name_or_value, std::move(*complaint)};
  runtime::Settings settings = runtime->settings();
  choose_policies(changed.global, settings);
  if (!runtime->configure(settings)) {
    return Refusal{Refusal::Reason::too_late, std::string(name) +
                                                  " comes too late, OpenMP has been used; set it before the first "
                                                  "construct and omp_ routine, or in the environment"};
  }
  environment = std::move(changed);
  return std::nullopt;
}

bool Process::has_places() const noexcept {
  return environment.global.places.form != PlaceRequest::Form::none || environment.initial.bind != Bind::no ||
         !environment.global.bind_list.empty();
}

const std::vector<platform::topology::CpuSet>& Process::places() noexcept {
  const sync::Guard guard(places_lock_);
  if (!places_resolved_ && has_places()) {
    PlaceList list = resolve_places(environment.global.places, platform::topology::affinity_mask());
    for (const std::string& warning : list.warnings) base::warn({warning});
    places_ = std::move(list.places);
  }
  places_resolved_ = true;
  return places_;
}

void Process::renew_places() noexcept {
  if (!runtime->configure(runtime->settings())) return;  // threads sit in them
  const sync::Guard guard(places_lock_);
  places_resolved_ = false;
  places_.clear();
}

void Process::set_processors(unsigned count) noexcept {
  environment.global.num_procs = count;
  runtime::Settings settings = runtime->settings();
  settings.processors = count;
  runtime->configure(settings);  // once threads run, it is what it is
}

const GlobalIcv& global() noexcept { return Process::get().environment.global; }
GlobalIcv& writable_global() noexcept { return Process::get().environment.global; }

namespace {

// HEDDLE_VERBOSE=1: one line about what was chosen; 2: every setting that the environment made.
[[gnu::cold]] void say_what_was_chosen(const Environment& environment, const runtime::Settings& settings) {
  const GlobalIcv& global = environment.global;
  std::string text = "heddle: " + std::to_string(environment.initial.nthreads) + " threads by default, " +
                     std::to_string(global.num_procs) + " processors, scheduler " + settings.scheduler +
                     ", dependence manager " + settings.dependence + ", window of " + std::to_string(settings.window) +
                     " pending tasks, sleep after " + std::to_string(settings.spin_ns / 1000) + " us\n";
  if (global.verbose > 1) text += display_environment(environment, process->places(), Detail::verbose);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
}

}  // namespace

bool disabled() noexcept {
  const char* value = secure_getenv("HEDDLE_DISABLE");
  if (value == nullptr) return false;
  return asks_to_disable(value);
}

void load() noexcept {
  process = &Process::get();
  if (process->environment.global.verbose > 0) {
    say_what_was_chosen(process->environment, process->runtime->settings());
  }
}

void show_settings() noexcept {
  static bool shown = false;  // a library's constructor at a time
  const auto wanted = process->environment.global.display_env;
  if (wanted == GlobalIcv::DisplayEnv::no || shown) return;
  shown = true;
  const Detail detail = wanted == GlobalIcv::DisplayEnv::verbose ? Detail::verbose : Detail::standard;
  const std::string text = display_environment(process->environment, process->places(), detail);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
}

}  // namespace heddle::omp

namespace heddle::runtime {

Worker<platform::Threads>& attach_current() noexcept {
  omp::Process& process = omp::Process::get();
  if (omp::watcher != nullptr) [[unlikely]]
    omp::watcher->start();
  auto& worker = process.runtime->attach();
  worker.task->environment = &process.environment.initial;
  pthread_setspecific(omp::thread_end, &worker);
  return worker;
}

}  // namespace heddle::runtime
