// How a block of variables is put through their table (own_variables.hpp). See own_environment.hpp.
#include "process/own_environment.hpp"

#include <array>

#include "base/quoted.hpp"
#include "base/scanner.hpp"
#include "process/own_spelling.hpp"
#include "process/own_variables.hpp"

namespace heddle::process {

namespace {

constexpr std::string_view k_prefix = "HEDDLE_";

/// Which variables of a block are set and count, before anybody looks at what they hold.
struct OwnTexts {
  std::array<const char*, k_own_setting_count> of{};  // by OwnSetting; null: not set
  std::vector<std::string_view> unknown;              // HEDDLE_* names
  std::string untrusted;                              // names of any kind, parted by commas
};

const OwnVariable* variable_named(std::string_view name) noexcept {
  for (const OwnVariable& variable : own_variables())
    if (variable.name == name) return &variable;
  return nullptr;
}

/// Puts one entry where it belongs. Variables of others are of interest only where they do not count.
void sort_in(const char* entry, base::Trust trust, OwnTexts& texts) {
  const std::string_view text = entry;
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return;
  const std::string_view name = text.substr(0, equals);
  const bool own = name.starts_with(k_prefix);
  if (!own && (trust == base::Trust::full || !base::is_known(name))) return;
  const OwnVariable* const variable = variable_named(name);
  if (!base::counts(name, trust)) {
    if (!own || variable != nullptr) texts.untrusted.append(texts.untrusted.empty() ? "" : ", ").append(name);
  } else if (variable != nullptr) {
    const char*& value = texts.of[static_cast<std::size_t>(variable->setting)];
    if (value == nullptr) value = entry + equals + 1;
  } else if (own && !base::is_known(name)) {
    texts.unknown.push_back(name);
  }
}

[[gnu::cold]] std::string malformed(const OwnVariable& variable, std::string_view text, const OwnSettings& settings) {
  const std::string allowed =
      variable.allowed_instead != nullptr ? variable.allowed_instead(text) : std::string(variable.allowed);
  return about_malformed(variable.name, text, allowed, variable.show(settings));
}

/// @returns whether the text is understood.
bool apply(const OwnVariable& variable, const char* text, OwnSettings& settings) {
  base::Scanner scanner(text);
  if (!variable.read(scanner, settings)) return false;
  settings.given[static_cast<std::size_t>(variable.setting)] = true;
  return true;
}

}  // namespace

OwnEnvironment parse_own_environment(const char* const* block, base::Trust trust) {
  OwnTexts texts;
  for (; block != nullptr && *block != nullptr; ++block) sort_in(*block, trust, texts);
  OwnEnvironment environment;
  for (const OwnVariable& variable : own_variables()) {
    const char* const text = texts.of[static_cast<std::size_t>(variable.setting)];
    if (text != nullptr && !apply(variable, text, environment.settings))
      environment.warnings.push_back(malformed(variable, text, environment.settings));
  }
  for (const std::string_view name : texts.unknown) environment.warnings.push_back(about_unknown(name));
  if (!texts.untrusted.empty()) environment.warnings.push_back(about_untrusted(texts.untrusted));
  return environment;
}

std::optional<std::string> set_variable(OwnSettings& settings, std::string_view name, const char* value) {
  std::string names;
  for (const OwnVariable& variable : own_variables()) {
    if (variable.by != SetBy::program) continue;
    names.append(names.empty() ? "" : ", ").append(variable.name);
    if (variable.name != name) continue;
    if (!apply(variable, value, settings)) return malformed(variable, value, settings);
    return std::nullopt;
  }
  return base::quoted(name) + " cannot be set by a program; what can be set is " + names;
}

std::vector<SettingReport> report_settings(const OwnSettings& settings) {
  std::vector<SettingReport> reports;
  for (const OwnVariable& variable : own_variables()) {
    const bool given = settings.is_given(variable.setting);
    reports.push_back(
        {variable.name, variable.show(settings), given ? variable.name : std::string_view(), variable.meaning});
  }
  return reports;
}

std::string value_of(OwnSetting setting, const OwnSettings& settings) {
  return own_variables()[static_cast<std::size_t>(setting)].show(settings);
}

}  // namespace heddle::process
