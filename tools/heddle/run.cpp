// The environment `heddle run` makes, and the exec; see run.hpp.
#include "run.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "base/quoted.hpp"
#include "installation.hpp"
#include "launch.hpp"
#include "omp/environment.hpp"
#include "process/own_environment.hpp"
#include "run_check.hpp"
#include "tools/heddle/trace/record.hpp"

extern char** environ;

namespace heddle::tools {

namespace {

struct Assignment {
  std::string variable;
  std::string value;
};

/// `added`, in front of what the variable holds already.
std::string in_front(const std::string& added, const char* variable) {
  const char* before = std::getenv(variable);
  return before == nullptr || *before == '\0' ? added : added + ":" + before;
}

/// Holds the options to the rules of the variables they stand for.
std::optional<std::string> refusal_of(const Override& override) {
  const std::string entry = override.variable + "=" + override.value;
  const char* block[] = {entry.c_str(), nullptr};
  std::vector<std::string> warnings = process::parse_own_environment(block).warnings;
  if (warnings.empty()) warnings = omp::parse_environment(block, 1).warnings;
  if (warnings.empty()) return std::nullopt;
  const std::string& sentence = warnings.front();  // "...: allowed is X; using Y instead"
  const std::size_t begin = sentence.find("allowed is ");
  const std::size_t end = sentence.rfind("; using ");
  return fmt::format("{} does not take {}: {}", override.option, base::quoted(override.value),
                     begin == std::string::npos ? sentence : sentence.substr(begin, end - begin));
}

std::vector<Assignment> assignments_of(const RunRequest& request, const Verdict& program) {
  std::vector<Assignment> assignments;
  // A program for libomp may load libraries for libgomp, too; one pool serves all.
  std::string libraries = library_file().string();
  if (program.built_for == BuiltFor::libomp) libraries += ":" + llvm_library_file().string();
  std::string folders = library_directory().string() + ":" + llvm_library_file().parent_path().string();
  if (program.needs_libheddle) {
    libraries += ":" + (engine_directory() / "libheddle.so.1").string();  // what is loaded need not be found
    folders += ":" + engine_directory().string();
  }
  if (program.needs_ocr) {  // also where it was linked with another OCR's library of this name
    libraries += ":" + ocr_library_file().string();
    folders += ":" + ocr_library_file().parent_path().string();
  }
  if (request.reach != Reach::library_path) assignments.push_back({"LD_PRELOAD", in_front(libraries, "LD_PRELOAD")});
  if (request.reach != Reach::preload) assignments.push_back({"LD_LIBRARY_PATH", in_front(folders, "LD_LIBRARY_PATH")});
  for (const Override& override : request.overrides) assignments.push_back({override.variable, override.value});
  return assignments;
}

/// In a form a shell takes back.
std::string quoted(const std::string& text) {
  constexpr const char* plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

void show_files(const char* kind, const std::vector<std::string>& files) {
  for (const std::string& file : files) fmt::print("# {}: {}\n", kind, std::filesystem::absolute(file).string());
}

/// In the words of a shell; what Heddle itself would do behind the program is a comment.
int show(const std::vector<Assignment>& assignments, const RunRequest& request) {
  for (const Assignment& assignment : assignments) fmt::print("{}={}\n", assignment.variable, quoted(assignment.value));
  if (!request.wanted.nothing()) fmt::print("HEDDLE_TRACE={}\n", quoted(raw_file_pattern(request.wanted)));
  const std::string& program = request.command.front();
  for (const std::string& word : request.command) fmt::print("{}{}", &word == &program ? "" : " ", quoted(word));
  fmt::print("\n");
  show_files("trace", request.wanted.traces);
  show_files("graph", request.wanted.graphs);
  return 0;
}

/// exec keeps the name as it was typed in the program's argv[0].
int become(const std::string& path, std::vector<std::string> command) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execve(path.c_str(), arguments.data(), environ);
  fmt::print(stderr, "heddle run: cannot run {}: {}\n", base::quoted(path), std::strerror(errno));
  return k_cannot_run_status;
}

/// The launcher starts the program by env, so that the launcher itself does not load what is preloaded.
int run_on_ranks(const std::vector<Assignment>& assignments, const RunRequest& request) {
  LauncherChoice launcher = choose_launcher(request.ranks);
  if (launcher.refusal.empty() && !request.wanted.nothing())
    launcher.refusal = "--ranks records no trace yet; leave --trace and --graph away";
  if (!launcher.refusal.empty()) {
    fmt::print(stderr, "heddle run: {}\n", launcher.refusal);
    return k_usage_status;
  }
  std::vector<std::string> command = launcher.words;
  command.emplace_back("env");
  for (const Assignment& assignment : assignments) command.push_back(assignment.variable + "=" + assignment.value);
  command.insert(command.end(), request.command.begin(), request.command.end());
  if (request.action == Action::exec) return become(command.front(), command);
  for (const std::string& word : command) fmt::print("{}{}", &word == &command.front() ? "" : " ", quoted(word));
  fmt::print("\n");
  return 0;
}

}  // namespace

int run(const RunRequest& request) {
  for (const Override& override : request.overrides) {
    const auto refusal = refusal_of(override);
    if (!refusal) continue;
    fmt::print(stderr, "heddle run: {}\n", *refusal);
    return k_usage_status;
  }
  if (const auto refusal = refusal_of(request.wanted)) {
    fmt::print(stderr, "heddle run: {}; {}\n", refusal->what, refusal->hint);
    return k_usage_status;
  }
  const Verdict verdict = check_program(request.command.front());
  if (!verdict.message.empty()) fmt::print(stderr, "heddle run: {}\n", verdict.message);
  if (verdict.status != 0) return verdict.status;
  const auto assignments = assignments_of(request, verdict);
  if (!request.ranks.empty()) return run_on_ranks(assignments, request);
  if (request.action == Action::show) return show(assignments, request);
  for (const Assignment& assignment : assignments) ::setenv(assignment.variable.c_str(), assignment.value.c_str(), 1);
  if (!request.wanted.nothing()) return run_recorded({verdict.path, request.command}, request.wanted);
  return become(verdict.path, request.command);
}

}  // namespace heddle::tools
