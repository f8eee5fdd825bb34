// How a block of variables is put through the rules (environment_rules.hpp). See environment.hpp.
#include "omp/environment.hpp"

#include <algorithm>
#include <iterator>

#include "base/quoted.hpp"
#include "omp/environment_rules.hpp"
#include "omp/environment_scanner.hpp"
#include "omp/environment_settings.hpp"
#include "omp/environment_spelling.hpp"
#include "omp/environment_texts.hpp"

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
  std::string sentence(name_of(rule.variable));
  sentence.append("=")
      .append(base::Quoted(text))
      .append(" is not understood: allowed is ")
      .append(rule.allowed_instead != nullptr ? rule.allowed_instead(text) : std::string(rule.allowed));
  sentence.append("; using ").append(value_of(rule.setting, environment)).append(" instead");
  return sentence;
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
    const char* text = texts.of[static_cast<std::size_t>(rule.variable)];
    Variable& origin = environment.global.origin[static_cast<std::size_t>(rule.setting)];
    if (text == nullptr || origin != Variable::none) continue;
    Scanner scanner(text);
    if (rule.apply(scanner, environment)) {
      origin = rule.variable;
    } else {
      refused.push_back(&rule);
    }
  }
  settle(environment);

  for (const Rule* rule : refused)
    environment.warnings.push_back(malformed(*rule, texts.of[static_cast<std::size_t>(rule->variable)], environment));
  for (const std::string_view name : texts.unknown) environment.warnings.push_back(about_unknown(name));
  if (!texts.untrusted.empty()) environment.warnings.push_back(about_untrusted(texts.untrusted));
  return environment;
}

std::optional<std::string> set_openmp_variable(Environment& environment, std::string_view name, const char* value) {
  for (const Rule& rule : environment_rules()) {
    if (name_of(rule.variable) != name || !name.starts_with("OMP_")) continue;
    Scanner scanner(value);
    if (!rule.apply(scanner, environment)) return malformed(rule, value, environment);
    environment.global.origin[static_cast<std::size_t>(rule.setting)] = rule.variable;
    settle(environment);
    return std::nullopt;
  }
  return base::named(name) + " has no effect on Heddle";
}

std::optional<std::string> set_variable(Environment& environment, std::string_view name, const char* value) {
  std::string names;
  for (const Rule& rule : environment_rules()) {
    // Those between are the policies and their parameters.
    if (rule.setting < Setting::scheduler || rule.setting > Setting::window) continue;
    names.append(names.empty() ? "" : ", ").append(name_of(rule.variable));
    if (name_of(rule.variable) != name) continue;
    Scanner scanner(value);
    if (!rule.apply(scanner, environment)) return malformed(rule, value, environment);
    environment.global.origin[static_cast<std::size_t>(rule.setting)] = rule.variable;
    return std::nullopt;
  }
  return base::quoted(name) + " cannot be set by a program; what can be set is " + names;
}

}  // namespace heddle::omp
