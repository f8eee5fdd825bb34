// Starting OpenMP in a process, and its threads' coming and going.
#include "omp/process.hpp"

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
#include "omp/region_enter.hpp"
#include "omp/source_place.hpp"
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

P::atomic<Process*> the_process{nullptr};
Dialect dialect_at_load = Dialect::gnu;  // until the process is started
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
  // No limit is no limit for ready tasks, too.
  if (settings.window == UINT32_MAX || global.run_inline == Permission::denied) settings.backlog = UINT32_MAX;
}

// @param recording  the trace that has been started; null: none yet
runtime::Settings settings_of(const Environment& environment, probe::Recording* recording = nullptr) {
  const GlobalIcv& global = environment.global;
  runtime::Settings settings;
  choose_policies(global, settings);
  settings.processors = global.num_procs;
  settings.thread_limit = environment.initial.thread_limit;
  settings.stack_bytes = global.stack_bytes;
  settings.cancellation = global.cancellation;
  settings.patience_ns = global.patience * 1'000'000'000;
  settings.recording = recording;
  if (!global.trace.empty() && recording == nullptr) settings.recording = start_trace(global.trace);
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

// The function's first byte is the line of the directive, or next to it.
void place_of_code(graph::Body code, char* text, std::size_t bytes) noexcept {
  std::snprintf(text, bytes, "%s", source_place(reinterpret_cast<const void*>(code)).c_str());
}

// A program may end its main thread with pthread_exit(), and ends when its last thread does, with status 0 and its
// handlers (libgomp's do so). The pool's threads must not keep it alive: they are dismissed as soon as the main thread
// has ended and no thread is left that has used OpenMP. Either that thread's end comes last, or the main thread's: both
// are announced before the other is looked at.
P::atomic<std::uint32_t> masters{0};
P::atomic<bool> main_has_ended{false};

// What the main thread has in place of a worker, so that its end is noticed.
char main_thread;

bool on_main_thread() noexcept { return gettid() == getpid(); }

void dismiss_where_nobody_is_left() noexcept {
  // order: seq_cst (both) — the Dekker pair above.
  if (main_has_ended.load(std::memory_order_seq_cst) && masters.load(std::memory_order_seq_cst) == 0)
    Process::get().runtime->dismiss_idle();
}

void notice_end_of_main_thread() noexcept {
  if (on_main_thread()) {
    pthread_setspecific(thread_end, &main_thread);
  } else {
    // order: relaxed — nothing runs yet. Its end may go unseen, if it never uses OpenMP: the others' ends have to do.
    main_has_ended.store(true, std::memory_order_relaxed);
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

void end_thread(void* thread) noexcept {
  // order: seq_cst — see dismiss_where_nobody_is_left().
  if (on_main_thread()) main_has_ended.store(true, std::memory_order_seq_cst);
  if (thread != &main_thread) {
    Worker& worker = *static_cast<Worker*>(thread);
    close_standing(worker);
    Process::get().runtime->detach(worker);
    // order: seq_cst — as above.
    masters.fetch_sub(1, std::memory_order_seq_cst);
  }
  dismiss_where_nobody_is_left();
}

void after_fork_in_child() noexcept {
  auto* worker = static_cast<Worker*>(P::self());
  if (worker != nullptr) forget_standing(*worker);
  Process::get().runtime->after_fork_in_child(worker);
  // order: relaxed (both) — one thread, which is the main thread now.
  masters.store(worker != nullptr ? 1 : 0, std::memory_order_relaxed);
  main_has_ended.store(false, std::memory_order_relaxed);
  if (worker == nullptr) pthread_setspecific(thread_end, &main_thread);
}

// A thread that uses OpenMP for the first time.
void begin_thread(Worker& worker) noexcept {
  // order: relaxed — its own end comes behind it.
  masters.fetch_add(1, std::memory_order_relaxed);
  pthread_setspecific(thread_end, &worker);
}

}  // namespace

// In the form that users of the library look for; libomp numbers its messages, and 42 is that of an invalid value.
void warn(Dialect dialect, const std::string& sentence) noexcept {
  if (dialect == Dialect::gnu || !sentence.starts_with("OMP_")) return base::warn({sentence});
  const std::string line = "OMP: Warning #42: " + sentence + " (heddle)\n";
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // nobody listens
}

Process& Process::get() noexcept {
  // order: acquire — pairs with the store below: whoever comes second without having been inside pthread_once().
  if (Process* const process = the_process.load(std::memory_order_acquire)) [[likely]]
    return *process;
  pthread_once(&process_once, [] {
    auto* const process = new Process(dialect_at_load);
    pthread_key_create(&thread_end, end_thread);
    notice_end_of_main_thread();
    pthread_atfork([] { Process::get().runtime->before_fork(); },
                   [] { Process::get().runtime->after_fork_in_parent(); }, after_fork_in_child);
    // order: release — as above.
    the_process.store(process, std::memory_order_release);
  });
  // order: relaxed — pthread_once() has ordered it.
  return *the_process.load(std::memory_order_relaxed);
}

Process& Process::used() noexcept {
  Process& process = get();
  if (process.environment.global.dialect == Dialect::llvm) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, [] { get().read_what_has_changed(); });
  }
  return process;
}

Process::Process(Dialect dialect) noexcept
    : environment(parse_environment(base::environment_block(), platform::topology::default_concurrency(),
                                    base::caller_trust(), dialect)),
      runtime(new runtime::Runtime<P>(settings_of(environment),
                                      {.worker_made = [](Worker& worker) noexcept { worker.front = new WorkerData; },
                                       .team_made = [](Team& team) noexcept { make_team_data(team); },
                                       .region_entered = enter_member,
                                       .place_of = place_of_code,
                                       .watcher = watcher})) {
  for (const std::string& warning : environment.warnings) warn(dialect, warning);
  verify_depends = environment.global.verify;
  variables_ = variables_now();
}

void Process::read_environment(Dialect dialect) noexcept {
  Environment anew = parse_environment(base::environment_block(), platform::topology::default_concurrency(),
                                       base::caller_trust(), dialect);
  if (!runtime->configure(settings_of(anew, runtime->settings().recording))) return;  // threads sit in it
  for (const std::string& warning : anew.warnings)
    if (std::ranges::find(environment.warnings, warning) == environment.warnings.end()) warn(dialect, warning);
  environment = std::move(anew);
  verify_depends = environment.global.verify;
  variables_ = variables_now();
  renew_places();
}

void Process::read_what_has_changed() noexcept {
  if (set_by_program_ || variables_ == variables_now()) return;
  read_environment(Dialect::llvm);
  if (front_reads_ != nullptr) front_reads_();
  show_settings();
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
  set_by_program_ = true;
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
  if (global.verbose > 1) text += display_environment(environment, Process::get().places(), Detail::verbose);
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
  const Process& process = Process::get();
  if (process.environment.global.verbose > 0) {
    say_what_was_chosen(process.environment, process.runtime->settings());
  }
}

void show_settings() noexcept {
  static bool shown = false;  // a library's constructor at a time
  const auto wanted = Process::get().environment.global.display_env;
  if (wanted == GlobalIcv::DisplayEnv::no || shown) return;
  shown = true;
  const Detail detail = wanted == GlobalIcv::DisplayEnv::verbose ? Detail::verbose : Detail::standard;
  const std::string text = display_environment(Process::get().environment, Process::get().places(), detail);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
}

}  // namespace heddle::omp

namespace heddle::runtime {

Worker<platform::Threads>& attach_current() noexcept {
  omp::Process& process = omp::Process::used();
  if (omp::watcher != nullptr) [[unlikely]]
    omp::watcher->start();
  auto& worker = process.runtime->attach();
  worker.task->environment = &process.environment.initial;
  omp::begin_thread(worker);
  return worker;
}

}  // namespace heddle::runtime
