// Settings as text; see environment_settings.hpp.
#include "omp/environment_settings.hpp"

#include "omp/environment_places.hpp"

namespace heddle::omp {

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
    {Setting::disable, Variable::heddle_disable, "hand the program over to libgomp"},
    {Setting::real_libgomp, Variable::heddle_real_libgomp, "with HEDDLE_DISABLE: the libgomp.so.1 that takes over"},
    {Setting::real_libomp, Variable::heddle_real_libomp, "with HEDDLE_DISABLE: the libomp.so.5 that takes over"},
    {Setting::scheduler, Variable::heddle_scheduler, "which worker gets a ready task"},
    {Setting::numa_patience, Variable::heddle_numa_patience, "numa: us until a task leaves its NUMA node"},
    {Setting::topology, Variable::heddle_topology, "another machine's topology, folded onto this one"},
    {Setting::ocr_memory, Variable::heddle_ocr_memory, "OCR: where data blocks lie"},
    {Setting::ocr_spill, Variable::heddle_ocr_spill, "OCR: whether a block goes elsewhere when its node is full"},
    {Setting::dependence, Variable::heddle_dependence, "how depend clauses are resolved"},
    {Setting::async_managers, Variable::heddle_async_managers, "async: workers that manage at a time"},
    {Setting::async_spins, Variable::heddle_async_spins, "async: scans in vain before a manager leaves"},
    {Setting::async_operations, Variable::heddle_async_operations, "async: messages of one worker at a time"},
    {Setting::async_ready, Variable::heddle_async_ready, "async: ready tasks at which a manager leaves"},
    {Setting::loop, Variable::heddle_loop, "how iterations reach threads"},
    {Setting::signals, Variable::heddle_signals, "whether idle threads may interrupt others in loops"},
    {Setting::run_inline, Variable::heddle_inline,
     "whether a creator runs tasks itself that are too short to give away"},
    {Setting::window, Variable::heddle_window, "pending tasks before the producer helps; 0: the default"},
    {Setting::patience, Variable::heddle_patience, "seconds until a team that sleeps altogether says so; 0: never"},
    {Setting::linger, Variable::heddle_linger, "ms that a thread too many sleeps before it ends; 0: none does"},
    {Setting::verify, Variable::heddle_verify, "look at depend clauses for what OpenMP forbids"},
    {Setting::trace, Variable::heddle_trace, "the file that the raw trace goes to"},
    {Setting::verbose, Variable::heddle_verbose, "what the runtime says about itself"},
};
static_assert(std::size(k_descriptions) == k_setting_count);

std::string truth(bool value) { return value ? "true" : "false"; }

template <class Value, std::size_t k_size>
std::string spelled(const std::array<Word<Value>, k_size>& words, Value value) {
  for (const Word<Value>& word : words)
    if (word.value == value) return std::string(word.text);
  return "unknown";
}

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

std::string library_text(const std::string& path) { return path.empty() ? "looked for" : path; }

std::string spin_text(std::uint64_t count) { return count == k_spin_forever ? "infinite" : std::to_string(count); }

std::string window_text(std::size_t tasks) {
  if (tasks == 0) return "default";
  return tasks == SIZE_MAX ? "unlimited" : std::to_string(tasks);
}

std::string managers_text(std::uint32_t managers) {
  if (managers == 0) return "one worker in " + std::to_string(dependence::AsyncParameters::k_workers_per_manager);
  return managers == dependence::AsyncParameters::k_all ? "all" : std::to_string(managers);
}

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
      return spelled(k_allocator_names, task.def_allocator);
    default:
      return {};
  }
}

/// How long the process waits before it does something.
std::string time_value(Setting setting, const GlobalIcv& global) {
  if (setting == Setting::patience) return std::to_string(global.patience);
  return setting == Setting::linger ? std::to_string(global.linger_ms) : std::string();
}

/// What hangs on the machine's NUMA nodes.
std::string numa_value(Setting setting, const GlobalIcv& global) {
  switch (setting) {
    case Setting::numa_patience:
      return global.numa_patience_us == k_numa_never ? "never" : std::to_string(global.numa_patience_us);
    case Setting::topology:
      return global.topology.empty() ? "this machine" : global.topology;
    case Setting::ocr_memory:
      return global.ocr_memory ? std::string(memory::name_of(*global.ocr_memory)) : "by the scheduler";
    case Setting::ocr_spill:
      return global.ocr_spill == memory::Spill::on ? "on" : "off";
    default:
      return time_value(setting, global);
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
    case Setting::disable:
      return truth(global.disabled);
    case Setting::real_libgomp:
      return library_text(global.real_libgomp);
    case Setting::real_libomp:
      return library_text(global.real_libomp);
    case Setting::scheduler:
      return global.scheduler;
    case Setting::dependence:
      return global.dependence;
    case Setting::async_managers:
      return managers_text(global.async.managers);
    case Setting::async_spins:
      return std::to_string(global.async.in_team_of(1).spins);
    case Setting::async_operations:
      return std::to_string(global.async.in_team_of(1).operations);
    case Setting::async_ready:
      return std::to_string(global.async.in_team_of(1).ready);
    case Setting::loop:
      return std::string(global.loop == ScheduleKind::runtime ? k_asked : name_of(global.loop));
    case Setting::signals:
      return spelled(k_permissions, global.signals);
    case Setting::run_inline:
      return spelled(k_permissions, global.run_inline);
    case Setting::window:
      return window_text(global.window);
    case Setting::trace:
      return global.trace.empty() ? "none" : global.trace;
    case Setting::verify:
      return global.verify ? "1" : "0";
    case Setting::verbose:
      return std::to_string(global.verbose);
    default:
      return numa_value(setting, global);
  }
}

}  // namespace

std::string value_of(Setting setting, const Environment& environment) {
  std::string value = task_value(setting, environment);
  return value.empty() ? process_value(setting, environment.global) : value;
}

std::vector<SettingReport> report_settings(const Environment& environment) {
  std::vector<SettingReport> reports;
  for (const Description& row : k_descriptions)
    reports.push_back({name_of(row.variable), value_of(row.setting, environment),
                       name_of(environment.global.origin_of(row.setting)), row.meaning});
  return reports;
}

}  // namespace heddle::omp
