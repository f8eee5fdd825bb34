// OMP_DISPLAY_ENV, omp_display_env and KMP_SETTINGS in libomp's format: names in its order, values in its spelling.
#include "omp/display.hpp"

#include <algorithm>
#include <climits>

#include "base/quoted.hpp"
#include "omp/environment.hpp"
#include "omp/places.hpp"

namespace heddle::omp {

namespace {

constexpr std::string_view k_openmp = "201611";  // what libomp 19 says

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

/// With the largest unit that leaves no rest.
std::string bytes_text(std::size_t bytes) {
  constexpr std::size_t k_default = std::size_t{8} << 20;
  if (bytes == 0) bytes = k_default;
  constexpr char k_units[] = {'\0', 'K', 'M', 'G', 'T'};
  std::size_t unit = 0;
  for (; unit + 1 < std::size(k_units) && bytes % 1024 == 0; ++unit) bytes /= 1024;
  std::string text = std::to_string(bytes);
  if (unit > 0) text.push_back(k_units[unit]);
  return text;
}

class Lines {
 public:
  explicit Lines(LlvmForm form) : form_(form) {}

  void add(std::string_view name, const std::string& value) {
    text_.append(form_ == LlvmForm::environment ? "  [host] " : "   ").append(name).append("='");
    text_.append(value).append("'\n");
  }
  void add(std::string_view name, std::uint64_t value) { add(name, std::to_string(value)); }
  void add(std::string_view name, bool value) {
    add(name, std::string(form_ == LlvmForm::environment ? (value ? "TRUE" : "FALSE") : (value ? "true" : "false")));
  }
  void note(std::string_view name, std::string_view words) {
    text_.append(form_ == LlvmForm::environment ? "  [host] " : "   ").append(name).append(": ");
    text_.append(words).append("\n");
  }
  void add_undefined(std::string_view name) { note(name, "value is not defined"); }
  void line(std::string_view words) { text_.append(words).append("\n"); }
  std::string take() { return std::move(text_); }

 private:
  LlvmForm form_;
  std::string text_;
};

std::uint64_t bounded(std::uint64_t number) { return std::min<std::uint64_t>(number, INT_MAX); }

void add_threads(Lines& lines, const Environment& environment) {
  const GlobalIcv& global = environment.global;
  if (global.origin_of(Setting::num_threads) == Variable::none) {
    lines.add_undefined("OMP_NUM_THREADS");
  } else {
    lines.add("OMP_NUM_THREADS", value_of(Setting::num_threads, environment));
  }
  if (global.places.form == PlaceRequest::Form::none) {
    lines.add_undefined("OMP_PLACES");
  } else {
    lines.add("OMP_PLACES", places_text(global.places));
  }
  lines.add("OMP_PROC_BIND", value_of(Setting::proc_bind, environment));
  lines.add("OMP_SCHEDULE", value_of(Setting::schedule, environment));
  lines.add("OMP_STACKSIZE", bytes_text(global.stack_bytes));
}

void add_policies(Lines& lines, const Environment& environment) {
  const GlobalIcv& global = environment.global;
  const TaskIcv& task = environment.initial;
  lines.add("OMP_AFFINITY_FORMAT", base::visible(global.affinity_format));
  lines.add("OMP_ALLOCATOR", value_of(Setting::allocator, environment));
  lines.add("OMP_CANCELLATION", global.cancellation);
  lines.add("OMP_DEFAULT_DEVICE", static_cast<std::uint64_t>(task.default_device));
  lines.add("OMP_DISPLAY_AFFINITY", global.display_affinity);
  lines.add("OMP_DISPLAY_ENV", upper(value_of(Setting::display_env, environment)));
  lines.add("OMP_DYNAMIC", task.dynamic);
  lines.add("OMP_MAX_ACTIVE_LEVELS", std::uint64_t{task.max_active_levels});
  lines.add("OMP_MAX_TASK_PRIORITY", static_cast<std::uint64_t>(global.max_task_priority));
  lines.note("OMP_NESTED", "deprecated; max-active-levels-var=" + std::to_string(task.max_active_levels));
  lines.add("OMP_NUM_TEAMS", static_cast<std::uint64_t>(task.nteams));
  add_threads(lines, environment);
  lines.add("OMP_TARGET_OFFLOAD", upper(value_of(Setting::target_offload, environment)));
  lines.add("OMP_TEAMS_THREAD_LIMIT", static_cast<std::uint64_t>(task.teams_thread_limit));
  lines.add("OMP_THREAD_LIMIT", bounded(task.thread_limit));
  lines.add("OMP_WAIT_POLICY", std::string(global.wait_policy == WaitPolicy::active ? "ACTIVE" : "PASSIVE"));
}

}  // namespace

std::string display_environment_of_llvm(const Environment& environment, const process::OwnSettings& own, Detail detail,
                                        LlvmForm form) {
  Lines lines(form);
  const bool framed = form == LlvmForm::environment;
  lines.line(framed ? "\nOPENMP DISPLAY ENVIRONMENT BEGIN" : "\nEffective settings:\n");
  if (framed) lines.line("   _OPENMP='" + std::string(k_openmp) + "'");
  if (detail == Detail::verbose) {
    for (const SettingReport& report : process::report_settings(own))
      lines.line("  " + std::string(report.name) + " = '" + base::visible(report.value) +
                 "'");  // as in the other dialect
  }
  add_policies(lines, environment);
  if (framed) lines.line("OPENMP DISPLAY ENVIRONMENT END\n");
  return lines.take();
}

}  // namespace heddle::omp
