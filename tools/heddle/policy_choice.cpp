// See policy_choice.hpp.
#include "policy_choice.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/quoted.hpp"
#include "base/spelling.hpp"
#include "platform/threads/threads.hpp"
#include "runtime/policies.hpp"

namespace heddle::tools {

namespace {

using P = platform::Threads;

template <class Policy>
std::string lines_about(const char* option, std::span<const Policy> policies) {
  std::string text;
  for (const Policy& policy : policies) {
    text += fmt::format("  {:<13} {:<11} {}\n", text.empty() ? option : "", policy.name, policy.about);
  }
  return text;
}

}  // namespace

std::vector<std::string_view> scheduler_names() { return runtime::names_of(runtime::schedulers<P>()); }
std::vector<std::string_view> dependence_names() { return runtime::names_of(runtime::dependence_managers<P>()); }
std::vector<std::string_view> loop_names() { return runtime::names_of(runtime::loop_schedules<P>()); }

std::string scheduler_choices() { return base::listed(scheduler_names()); }
std::string dependence_choices() { return base::listed(dependence_names()); }
std::string loop_choices() { return base::listed(loop_names()); }

std::string complaint_about(const std::string& value, const std::vector<std::string_view>& names) {
  if (std::find(names.begin(), names.end(), value) != names.end()) return {};
  return fmt::format("{} is none of {}", base::quoted(value), base::listed_for(value, names));
}

std::string about_policies() {
  return "policies:\n" + lines_about("--scheduler", runtime::schedulers<P>()) +
         lines_about("--dependence", runtime::dependence_managers<P>()) +
         lines_about("--loop", runtime::loop_schedules<P>());
}

}  // namespace heddle::tools
