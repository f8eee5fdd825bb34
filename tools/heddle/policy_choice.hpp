// What the command says of the policies that can be chosen by name: read from the runtime's tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::tools {

/// The names of a kind, in the order of its table; of loop schedules without "asked".
std::vector<std::string_view> scheduler_names();
std::vector<std::string_view> dependence_names();
std::vector<std::string_view> loop_names();

/// The same for a line of help: "steal, dbf".
std::string scheduler_choices();
std::string dependence_choices();
std::string loop_choices();

/// Why a value is none of these names, in CLI11's way: empty where it is one.
std::string complaint_about(const std::string& value, const std::vector<std::string_view>& names);

/// Every policy with its sentence, a line each, behind the option that names it.
std::string about_policies();

}  // namespace heddle::tools
