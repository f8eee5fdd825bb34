// The table of Heddle's own variables: what each decides, how its text is read, how its value is shown.
//
// Constant. Any thread; used while the process starts and for messages.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/scanner.hpp"
#include "process/own_settings.hpp"

namespace heddle::process {

enum class SetBy : std::uint8_t { environment, program };  // program: also by heddle_set()

struct OwnVariable {
  OwnSetting setting;
  std::string_view name;
  SetBy by;
  std::string_view meaning;                              // half a sentence
  bool (*read)(base::Scanner& text, OwnSettings& into);  // changes nothing when the text is malformed
  std::string (*show)(const OwnSettings& settings);      // as the variable would be written
  std::string_view allowed;
  /// In place of `allowed`, where it hangs on the tables of policies and on what was written.
  std::string (*allowed_instead)(std::string_view written) = nullptr;
};

/// In the order of OwnSetting.
std::span<const OwnVariable> own_variables() noexcept;

// For rooms that read variables of their own.

/// Stores a whole text's only token, if there is one.
template <class Target, class Value>
bool store(base::Scanner& text, Target& target, std::optional<Value> value) {
  if (!value || !text.at_end()) return false;
  target = static_cast<Target>(*value);
  return true;
}

/// The name of a row of a table of policies (runtime/policies.hpp).
template <class Policy>
std::optional<const char*> policy_name(base::Scanner& text, std::span<const Policy> policies) {
  std::vector<base::Word<const char*>> words;
  for (const Policy& policy : policies) words.push_back({policy.name, policy.name});
  return text.word(std::span<const base::Word<const char*>>(words));
}

}  // namespace heddle::process
