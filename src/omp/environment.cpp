// How a block of variables is put through the rules (environment_rules.hpp). See environment.hpp.
#include "omp/environment.hpp"

#include "base/quoted.hpp"
#include "base/scanner.hpp"
#include "omp/environment_rules.hpp"
#include "omp/environment_settings.hpp"
#include "omp/environment_texts.hpp"
#include "process/own_spelling.hpp"

namespace heddle::omp {

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
  Variable& spin_origin = global.origin[static_cast<std::size_t>(Setting::spin_count)];
  if (spin_origin == Variable::none) spin_origin = global.origin_of(Setting::wait_policy);
}

[[gnu::cold]] std::string malformed(const Rule& rule, std::string_view text, const Environment& environment) {
  const std::string allowed = rule.allowed_instead != nullptr ? rule.allowed_instead(text) : std::string(rule.allowed);
  return process::about_malformed(name_of(rule.variable), text, allowed, value_of(rule.setting, environment));
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
    } else {
      refused.push_back(&rule);
    }
  }
  settle(environment);

  for (const Rule* rule : refused)
    environment.warnings.push_back(malformed(*rule, texts[static_cast<std::size_t>(rule->variable)], environment));
  return environment;
}

std::optional<std::string> set_openmp_variable(Environment& environment, std::string_view name, const char* value) {
  for (const Rule& rule : environment_rules()) {
    if (name_of(rule.variable) != name || !name.starts_with("OMP_")) continue;
    base::Scanner scanner(value);
    if (!rule.apply(scanner, environment)) return malformed(rule, value, environment);
    environment.global.origin[static_cast<std::size_t>(rule.setting)] = rule.variable;
    settle(environment);
    return std::nullopt;
  }
  return base::named(name) + " has no effect on Heddle";
}

}  // namespace heddle::omp
