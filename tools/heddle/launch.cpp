#include "launch.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "base/quoted.hpp"

namespace heddle::tools {

namespace {

struct Launcher {
  const char* kind;  // as HEDDLE_MPI says it
  const char* command;
  std::vector<std::string> options;  // for ranks on fewer cpus, and for root
};
const Launcher k_launchers[] = {
    {"openmpi", "mpirun.openmpi", {"--oversubscribe", "--allow-run-as-root"}},
    {"mpich", "mpirun.mpich", {}},
};

/// In the folders of PATH; empty: it is in none.
std::string find(const char* command) {
  const char* const path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "" : path;
  while (!left.empty()) {
    const std::size_t colon = left.find(':');
    const std::filesystem::path file = std::filesystem::path(left.substr(0, colon)) / command;
    if (::access(file.c_str(), X_OK) == 0) return file.string();
    left = colon == std::string_view::npos ? std::string_view{} : left.substr(colon + 1);
  }
  return {};
}

bool is_number(const std::string& text) {
  unsigned value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size() && value != 0;
}

}  // namespace

LauncherChoice choose_launcher(const std::string& ranks) {
  if (!is_number(ranks))
    return {{}, fmt::format("--ranks does not take {}; give a number of 1 or more", base::quoted(ranks))};
  const char* const asked = std::getenv("HEDDLE_MPI");
  const std::string_view kind = asked == nullptr ? "" : asked;
  bool known = kind.empty();
  for (const Launcher& launcher : k_launchers) {
    if (!kind.empty() && kind != launcher.kind) continue;
    known = true;
    const std::string file = find(launcher.command);
    if (file.empty()) continue;
    std::vector<std::string> words{file, "-n", ranks};
    words.insert(words.end(), launcher.options.begin(), launcher.options.end());
    return {words, {}};
  }
  if (!known)
    return {{}, fmt::format("HEDDLE_MPI={} is no launcher that is known; give openmpi or mpich", base::quoted(kind))};
  return {{},
          "--ranks needs MPI's launcher, and neither mpirun.openmpi nor mpirun.mpich is in PATH; install the package "
          "openmpi-bin or mpich"};
}

}  // namespace heddle::tools
