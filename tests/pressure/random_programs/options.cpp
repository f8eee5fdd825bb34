// Reads the command line, see options.hpp.
#include "options.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "runtime/policies.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace heddle::test {

namespace {

constexpr const char* k_help =
    "usage: random_programs [--manager NAME|all] [--scheduler NAME|all] [--seeds FIRST:LAST] [--threads N]\n"
    "                       [--repeat N] [--patience SECONDS]\n"
    "\n"
    "Runs random task programs (nested tasks, every kind of access, groups, priorities, events, cancellation, inner\n"
    "regions) on the engine and compares each with its serial execution. The seed decides the program, and the team's\n"
    "size, window and manner of waiting.\n"
    "\n"
    "  --manager    a dependence manager, or all (the default)\n"
    "  --scheduler  a scheduler, or all (the default)\n"
    "  --seeds      which programs, under each pair of them; 1:1000 by default\n"
    "  --threads    the size of every team; by default the seed decides: mostly 1 to 8, sometimes 64\n"
    "  --repeat     how often each program is run; 1 by default\n"
    "  --patience   seconds without progress after which every thread says where it is, and the process ends; 60\n"
    "\n"
    "Ends with 0 when all was right, with 1 after the first wrong program, and says how to run that one again.\n"
    "\n"
    "example: random_programs --manager direct --scheduler dbf --seeds 1:20000 --threads 2\n";

[[noreturn]] void refuse(const std::string& what) {
  std::fprintf(stderr, "random_programs: %s; see random_programs --help\n", what.c_str());
  std::exit(2);
}

std::uint32_t number(std::string_view name, std::string_view text, std::uint32_t least, std::uint32_t most) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    refuse(std::string(name) + ": '" + std::string(text) + "' is not a number from " + std::to_string(least) + " to " +
           std::to_string(most));
  }
  return value;
}

template <class Policies>
std::vector<std::string> names_in(const Policies& policies) {
  std::vector<std::string> names;
  for (const auto& policy : policies) names.push_back(policy.name);
  return names;
}

std::vector<std::string> chosen(std::string_view name, const std::vector<std::string>& known) {
  if (name == "all") return known;
  std::string allowed;
  for (const std::string& candidate : known) {
    if (candidate == name) return {candidate};
    allowed += candidate + ", ";
  }
  refuse("'" + std::string(name) + "' is not known; there are " + allowed + "and all");
}

void take(Options& options, std::string_view name, std::string_view value) {
  if (name == "--manager") {
    options.managers = chosen(value, names_in(runtime::dependence_managers<P>()));
  } else if (name == "--scheduler") {
    options.schedulers = chosen(value, names_in(runtime::schedulers<P>()));
  } else if (name == "--seeds") {
    const std::size_t colon = value.find(':');
    options.first_seed = number(name, value.substr(0, colon), 0, UINT32_MAX);
    options.last_seed = colon == value.npos ? options.first_seed
                                            : number(name, value.substr(colon + 1), options.first_seed, UINT32_MAX);
  } else if (name == "--threads") {
    options.threads = number(name, value, 1, 256);
  } else if (name == "--repeat") {
    options.repeat = number(name, value, 1, UINT32_MAX);
  } else if (name == "--patience") {
    options.patience_seconds = number(name, value, 1, 86'400);
  } else {
    refuse("'" + std::string(name) + "' is not an option");
  }
}

}  // namespace

Options read_options(int count, char** words) {
  Options options;
  take(options, "--manager", "all");
  take(options, "--scheduler", "all");
  for (int i = 1; i < count; i += 2) {
    if (std::strcmp(words[i], "--help") == 0) {
      std::fputs(k_help, stdout);
      std::exit(0);
    }
    if (i + 1 == count) refuse(std::string(words[i]) + " wants a value");
    take(options, words[i], words[i + 1]);
  }
  return options;
}

std::string command_again(const Options& options, const std::string& manager, const std::string& scheduler,
                          std::uint32_t seed) {
  std::string command = "random_programs --manager " + manager + " --scheduler " + scheduler + " --seeds " +
                        std::to_string(seed) + " --repeat 1000";
  if (options.threads != 0) command += " --threads " + std::to_string(options.threads);
  return command;
}

}  // namespace heddle::test
