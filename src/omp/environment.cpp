// How a block of variables is put through the rules (environment_rules.hpp), and settings as text. See environment.hpp.
#include "omp/environment.hpp"

#include <algorithm>

#include "base/quoted.hpp"
#include "base/scanner.hpp"
#include "omp/allocator_variable.hpp"
#include "omp/environment_rules.hpp"
#include "omp/places.hpp"
#include "process/own_spelling.hpp"

namespace heddle::omp {

namespace {

constexpr bool all_are_known() noexcept {
  return std::ranges::all_of(k_variable_names,
                             [](std::string_view name) { return name.empty() || base::is_known(name); });
}
static_assert(all_are_known(), "each variable needs its class: base/trust.hpp, and tests/unit/base/trust_test.cpp");

Variable variable_named(std::string_view name) noexcept {
  for (std::size_t i = 1; i < k_variable_count; ++i)
    if (k_variable_names[i] == name) return static_cast<Variable>(i);
  return Variable::none;
}

/// A variable whose setting each device has for itself (OpenMP 5.2, 21): a name with _ALL means all devices, the host
/// among them; one with _DEV, or _DEV_ and a number, means others, of which Heddle has none.
struct OfDevices {
  Variable variable;
  std::string_view of_all;
};
constexpr OfDevices k_of_devices[] = {
    {Variable::omp_dynamic, "OMP_DYNAMIC_ALL"},
    {Variable::omp_max_active_levels, "OMP_MAX_ACTIVE_LEVELS_ALL"},
    {Variable::omp_num_teams, "OMP_NUM_TEAMS_ALL"},
    {Variable::omp_num_threads, "OMP_NUM_THREADS_ALL"},
    {Variable::omp_proc_bind, "OMP_PROC_BIND_ALL"},
    {Variable::omp_schedule, "OMP_SCHEDULE_ALL"},
    {Variable::omp_stacksize, "OMP_STACKSIZE_ALL"},
    {Variable::omp_teams_thread_limit, "OMP_TEAMS_THREAD_LIMIT_ALL"},
    {Variable::omp_places, "OMP_PLACES_ALL"},
    {Variable::omp_thread_limit, "OMP_THREAD_LIMIT_ALL"},
    {Variable::omp_wait_policy, "OMP_WAIT_POLICY_ALL"},
};

/// OMP_NUM_THREADS of OMP_NUM_THREADS_ALL.
Variable variable_of_all(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(k_of_devices, name, &OfDevices::of_all);
  return found == std::end(k_of_devices) ? Variable::none : found->variable;
}

/// Whether a text of texts_of() stands behind a name with _ALL, in the block that it lies in.
bool is_of_all(const char* text) noexcept {
  constexpr std::string_view k_end = "_ALL=";  // no longer than any of the names with its equals sign
  return std::string_view(text - k_end.size(), k_end.size()) == k_end;
}

std::string_view name_as_written(Variable variable, bool of_all) noexcept {
  return of_all ? std::ranges::find(k_of_devices, variable, &OfDevices::variable)->of_all : name_of(variable);
}

}  // namespace

Texts texts_of(const char* const* block, base::Trust trust) {
  Texts texts{};
  Texts of_all{};  // what counts where the host's own variable is not set
  for (; block != nullptr && *block != nullptr; ++block) {
    const std::string_view entry = *block;
    if (!entry.starts_with("OMP_") && !entry.starts_with("GOMP_")) continue;
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view written = entry.substr(0, equals);
    const Variable all = variable_of_all(written);
    const Variable variable = all == Variable::none ? variable_named(written) : all;
    const char*& text = (all == Variable::none ? texts : of_all)[static_cast<std::size_t>(variable)];
    if (text == nullptr && base::counts(name_of(variable), trust)) text = *block + equals + 1;
  }
  for (std::size_t variable = 0; variable < k_variable_count; ++variable)
    if (texts[variable] == nullptr) texts[variable] = of_all[variable];
  texts[static_cast<std::size_t>(Variable::none)] = nullptr;
  return texts;
}

// -- Settings as text.

namespace {

struct Description {
  Setting setting;
  Variable variable;  // the one to set it with
  std::string_view meaning;
};

constexpr Description k_descriptions[] = {
    {Setting::num_threads, Variable::omp_num_threads, "threads of a parallel region, one number per nesting level"},
    {Setting::dynamic, Variable::omp_dynamic, "the runtime may give a region fewer threads"},
    {Setting::max_active_levels, Variable::omp_max_active_levels, "how many nested regions may have several threads"},
    {Setting::schedule, Variable::omp_schedule, "loops with schedule(runtime)"},
    {Setting::proc_bind, Variable::omp_proc_bind, "how threads are bound to places, one policy per nesting level"},
    {Setting::places, Variable::omp_places, "the places threads may be bound to"},
    {Setting::stack_size, Variable::omp_stacksize, "stack of the runtime's threads"},
    {Setting::wait_policy, Variable::omp_wait_policy, "whether waiting threads spin or sleep"},
    {Setting::spin_count, Variable::gomp_spincount, "how long a waiting thread spins before it sleeps"},
    {Setting::thread_limit, Variable::omp_thread_limit, "threads of a contention group, in all"},
    {Setting::num_teams, Variable::omp_num_teams, "teams of a teams region; 0: the runtime chooses"},
    {Setting::teams_thread_limit, Variable::omp_teams_thread_limit, "threads of each team; 0: no limit of its own"},
    {Setting::cancellation, Variable::omp_cancellation, "whether cancel constructs have an effect"},
    {Setting::default_device, Variable::omp_default_device, "device of target regions"},
    {Setting::max_task_priority, Variable::omp_max_task_priority,
     "what omp_get_max_task_priority() says; setting it caps priorities"},
    {Setting::allocator, Variable::omp_allocator, "default memory allocator"},
    {Setting::target_offload, Variable::omp_target_offload, "what to do where no device is"},
    {Setting::display_affinity, Variable::omp_display_affinity, "print each thread's affinity"},
    {Setting::affinity_format, Variable::omp_affinity_format, "the form of such a line"},
    {Setting::display_env, Variable::omp_display_env, "print the OpenMP settings at start"},
};
static_assert(std::size(k_descriptions) == k_setting_count);

std::string truth(bool value) { return value ? "true" : "false"; }

std::string bind_text(Bind bind) {
  constexpr std::string_view texts[] = {"false", "true", "primary", "close", "spread"};
  return std::string(texts[static_cast<std::size_t>(bind)]);
}

/// The list, or `single` where there is none.
template <class Element, class Spell>
std::string list_text(const std::vector<Element>& list, Element single, Spell spell) {
  if (list.empty()) return spell(single);
  std::string text;
  for (const Element& element : list) text.append(text.empty() ? "" : ",").append(spell(element));
  return text;
}

std::string schedule_text(const RunSchedule& schedule) {
  constexpr std::string_view modifiers[] = {"", "monotonic:", "nonmonotonic:"};
  std::string text(modifiers[static_cast<std::size_t>(schedule.modifier)]);
  text.append(schedule.trapezoidal ? "trapezoidal" : name_of(schedule.kind));
  if (schedule.chunk != 0 && schedule.kind != ScheduleKind::automatic)
    text.append(",").append(std::to_string(schedule.chunk));
  return text;
}

std::string stack_text(std::size_t bytes) { return bytes == 0 ? "system default" : std::to_string(bytes) + "B"; }

std::string spin_text(std::uint64_t count) { return count == k_spin_forever ? "infinite" : std::to_string(count); }

std::string wait_text(WaitPolicy policy) {
  if (policy == WaitPolicy::undefined) return "undefined";
  return policy == WaitPolicy::active ? "active" : "passive";
}

std::string offload_text(TargetOffload offload) {
  if (offload == TargetOffload::when_possible) return "default";
  return offload == TargetOffload::mandatory ? "mandatory" : "disabled";
}

std::string display_text(GlobalIcv::DisplayEnv display) {
  if (display == GlobalIcv::DisplayEnv::verbose) return "verbose";
  return truth(display == GlobalIcv::DisplayEnv::yes);
}

/// The settings kept per task.
std::string task_value(Setting setting, const Environment& environment) {
  const TaskIcv& task = environment.initial;
  switch (setting) {
    case Setting::num_threads:
      return list_text(environment.global.nthreads_list, task.nthreads, [](unsigned n) { return std::to_string(n); });
    case Setting::proc_bind:
      return list_text(environment.global.bind_list, task.bind, bind_text);
    case Setting::dynamic:
      return truth(task.dynamic);
    case Setting::max_active_levels:
      return std::to_string(task.max_active_levels);
    case Setting::schedule:
      return schedule_text(task.run_sched);
    case Setting::thread_limit:
      return std::to_string(task.thread_limit);
    case Setting::num_teams:
      return std::to_string(task.nteams);
    case Setting::teams_thread_limit:
      return std::to_string(task.teams_thread_limit);
    case Setting::default_device:
      return std::to_string(task.default_device);
    case Setting::allocator:
      return allocator_text(task.def_allocator);
    default:
      return {};
  }
}

/// The settings of the process.
std::string process_value(Setting setting, const GlobalIcv& global) {
  switch (setting) {
    case Setting::places:
      return places_text(global.places);
    case Setting::stack_size:
      return stack_text(global.stack_bytes);
    case Setting::wait_policy:
      return wait_text(global.wait_policy);
    case Setting::spin_count:
      return spin_text(global.spin_count);
    case Setting::cancellation:
      return truth(global.cancellation);
    case Setting::max_task_priority:
      return std::to_string(global.max_task_priority);
    case Setting::target_offload:
      return offload_text(global.target_offload);
    case Setting::display_affinity:
      return truth(global.display_affinity);
    case Setting::affinity_format:
      return global.affinity_format;
    case Setting::display_env:
      return display_text(global.display_env);
    default:
      return {};
  }
}

}  // namespace

std::string value_of(Setting setting, const Environment& environment) {
  std::string value = task_value(setting, environment);
  return value.empty() ? process_value(setting, environment.global) : value;
}

namespace {

std::string_view name_of_origin(Setting setting, const GlobalIcv& global) noexcept {
  return name_as_written(global.origin_of(setting), global.of_all[static_cast<std::size_t>(setting)]);
}

}  // namespace

std::vector<SettingReport> report_settings(const Environment& environment) {
  std::vector<SettingReport> reports;
  for (const Description& row : k_descriptions)
    reports.push_back({name_of(row.variable), value_of(row.setting, environment),
                       name_of_origin(row.setting, environment.global), row.meaning});
  return reports;
}

// -- From the texts to the ICVs.

namespace {

constexpr std::string_view k_affinity_format_of_llvm = "OMP: pid %P tid %i thread %n bound to OS proc set {%A}";

/// What follows from several variables together.
void settle(Environment& environment) {
  GlobalIcv& global = environment.global;
  const bool lists = !global.nthreads_list.empty() || !global.bind_list.empty();
  if (lists && global.origin_of(Setting::max_active_levels) == Variable::none)
    environment.initial.max_active_levels = k_supported_active_levels;
  // Places alone ask for binding; OMP_PROC_BIND=false overrules them (OpenMP 5.2, 21.1.6).
  if (global.places.form != PlaceRequest::Form::none && global.origin_of(Setting::proc_bind) == Variable::none)
    environment.initial.bind = Bind::yes;
  if (global.origin_of(Setting::spin_count) == Variable::none) {
    global.origin[static_cast<std::size_t>(Setting::spin_count)] = global.origin_of(Setting::wait_policy);
    global.of_all[static_cast<std::size_t>(Setting::spin_count)] =
        global.of_all[static_cast<std::size_t>(Setting::wait_policy)];
  }
}

/// @param name  of rule.variable, as it was written
[[gnu::cold]] std::string malformed(const Rule& rule, std::string_view name, std::string_view text,
                                    const Environment& environment) {
  const std::string allowed = rule.allowed_instead != nullptr ? rule.allowed_instead(text) : std::string(rule.allowed);
  return process::about_malformed(name, text, allowed, value_of(rule.setting, environment));
}

}  // namespace

Environment parse_environment(const char* const* block, unsigned processors, base::Trust trust, Dialect dialect) {
  Environment environment;
  environment.global.dialect = dialect;
  if (dialect == Dialect::llvm) {
    environment.initial.run_sched = {.chunk = 0, .kind = ScheduleKind::static_chunks};
    environment.global.affinity_format = k_affinity_format_of_llvm;
  }
  environment.global.num_procs = processors == 0 ? 1 : processors;
  environment.initial.nthreads = environment.global.num_procs;

  const Texts texts = texts_of(block, trust);
  std::vector<const Rule*> refused;
  for (const Rule& rule : environment_rules()) {
    const char* text = texts[static_cast<std::size_t>(rule.variable)];
    Variable& origin = environment.global.origin[static_cast<std::size_t>(rule.setting)];
    if (text == nullptr || origin != Variable::none) continue;
    base::Scanner scanner(text);
    if (rule.apply(scanner, environment)) {
      origin = rule.variable;
      environment.global.of_all[static_cast<std::size_t>(rule.setting)] = is_of_all(text);
    } else {
      refused.push_back(&rule);
    }
  }
  settle(environment);

  for (const Rule* rule : refused) {
    const char* text = texts[static_cast<std::size_t>(rule->variable)];
    environment.warnings.push_back(
        malformed(*rule, name_as_written(rule->variable, is_of_all(text)), text, environment));
  }
  return environment;
}

std::optional<std::string> set_openmp_variable(Environment& environment, std::string_view name, const char* value) {
  for (const Rule& rule : environment_rules()) {
    if (name_of(rule.variable) != name || !name.starts_with("OMP_")) continue;
    base::Scanner scanner(value);
    if (!rule.apply(scanner, environment)) return malformed(rule, name, value, environment);
    environment.global.origin[static_cast<std::size_t>(rule.setting)] = rule.variable;
    environment.global.of_all[static_cast<std::size_t>(rule.setting)] = false;
    settle(environment);
    return std::nullopt;
  }
  return base::named(name) + " has no effect on Heddle";
}

}  // namespace heddle::omp
