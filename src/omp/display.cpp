// See display.hpp. The names, their order and their spelling are libgomp 12's; programs' test suites read them.
#include "omp/display.hpp"

#include "base/quoted.hpp"
#include "omp/environment.hpp"
#include "omp/places.hpp"

namespace heddle::omp {

namespace {

constexpr std::string_view k_openmp = "201511";  // _OPENMP of gcc 12

std::string truth(bool value) { return value ? "TRUE" : "FALSE"; }

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

/// libgomp shows a modifier only where it differs from the kind's default, and a chunk likewise.
std::string schedule_text(const RunSchedule& schedule) {
  const bool is_static = schedule.kind == ScheduleKind::static_chunks;
  std::string text;
  if (schedule.monotonic() != is_static) text = is_static ? "NONMONOTONIC:" : "MONOTONIC:";
  text.append(upper(std::string(name_of(schedule.kind))));
  if (schedule.chunk != default_chunk(schedule.kind)) text.append(",").append(std::to_string(schedule.chunk));
  return text;
}

std::string bind_text(const Environment& environment) {
  std::string text = upper(value_of(Setting::proc_bind, environment));
  constexpr std::string_view modern = "PRIMARY";
  for (std::size_t at = text.find(modern); at != std::string::npos; at = text.find(modern))
    text.replace(at, modern.size(), "MASTER");
  return text;
}

class Lines {
 public:
  void add(std::string_view name, std::string_view value) {
    text_.append("  ").append(name).append(" = '").append(value).append("'\n");
  }
  void add(std::string_view name, std::uint64_t value) { add(name, std::to_string(value)); }
  void title(std::string_view words) { text_.append(words).append("\n"); }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add_limits(Lines& lines, const Environment& environment) {
  const TaskIcv& task = environment.initial;
  lines.add("OMP_STACKSIZE", environment.global.stack_bytes);
  lines.add("OMP_WAIT_POLICY", environment.global.wait_policy == WaitPolicy::active ? "ACTIVE" : "PASSIVE");
  lines.add("OMP_THREAD_LIMIT", task.thread_limit);
  lines.add("OMP_MAX_ACTIVE_LEVELS", task.max_active_levels);
  lines.add("OMP_NUM_TEAMS", static_cast<std::uint64_t>(task.nteams));
  lines.add("OMP_TEAMS_THREAD_LIMIT", static_cast<std::uint64_t>(task.teams_thread_limit));
}

void add_policies(Lines& lines, const Environment& environment) {
  const GlobalIcv& global = environment.global;
  lines.add("OMP_CANCELLATION", truth(global.cancellation));
  lines.add("OMP_DEFAULT_DEVICE", static_cast<std::uint64_t>(environment.initial.default_device));
  lines.add("OMP_MAX_TASK_PRIORITY", static_cast<std::uint64_t>(global.max_task_priority));
  lines.add("OMP_DISPLAY_AFFINITY", truth(global.display_affinity));
  lines.add("OMP_AFFINITY_FORMAT", base::visible(global.affinity_format));
  lines.add("OMP_ALLOCATOR", value_of(Setting::allocator, environment));
  lines.add("OMP_TARGET_OFFLOAD", upper(value_of(Setting::target_offload, environment)));
}

}  // namespace

std::string display_environment(const Environment& environment, const process::OwnSettings& own,
                                const std::vector<platform::topology::CpuSet>& places, Detail detail) {
  if (environment.global.dialect == Dialect::llvm)
    return display_environment_of_llvm(environment, own, detail, LlvmForm::environment);
  Lines lines;
  lines.title("\nOPENMP DISPLAY ENVIRONMENT BEGIN");
  lines.add("_OPENMP", k_openmp);
  lines.add("OMP_DYNAMIC", truth(environment.initial.dynamic));
  lines.add("OMP_NESTED", truth(environment.initial.max_active_levels > 1));
  lines.add("OMP_NUM_THREADS", value_of(Setting::num_threads, environment));
  lines.add("OMP_SCHEDULE", schedule_text(environment.initial.run_sched));
  lines.add("OMP_PROC_BIND", bind_text(environment));
  lines.add("OMP_PLACES", place_list_text(places));
  add_limits(lines, environment);
  add_policies(lines, environment);
  if (detail == Detail::verbose) {
    lines.add("GOMP_CPU_AFFINITY", "");  // always empty: its effect shows in OMP_PLACES
    lines.add("GOMP_STACKSIZE", environment.global.stack_bytes);
    lines.add("GOMP_SPINCOUNT", environment.global.spin_count);
    for (const SettingReport& report : process::report_settings(own))
      lines.add(report.name, base::visible(report.value));
  }
  lines.title("OPENMP DISPLAY ENVIRONMENT END");
  return lines.take();
}

}  // namespace heddle::omp
