// See run_check.hpp.
#include "run_check.hpp"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/quoted.hpp"
#include "elf_file.hpp"
#include "installation.hpp"
#include "run.hpp"

namespace heddle::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* k_gomp = "libgomp.so.1";

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// The first file of that name on PATH, one that may be executed before one that may not.
std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_file(name) ? std::optional(name) : std::nullopt;
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "/usr/local/bin:/usr/bin:/bin" : variable;
  std::optional<std::string> found;
  while (true) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string_view directory = rest.substr(0, end);
    const std::string path = (directory.empty() ? std::string(".") : std::string(directory)) + "/" + name;
    if (is_file(path) && ::access(path.c_str(), X_OK) == 0) return path;
    if (!found && is_file(path)) found = path;
    if (end == rest.size()) return found;
    rest.remove_prefix(end + 1);
  }
}

Verdict refuse(int status, std::string message) { return {status, {}, std::move(message)}; }

/// What glibc's loader would load for the program, one library a line; the program itself does not run.
std::string loaded_libraries(const std::string& path) {
  int ends[2];
  if (::pipe(ends) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
    ::unsetenv("LD_PRELOAD");
    ::execl(path.c_str(), path.c_str(), nullptr);
    ::_exit(1);
  }
  ::close(ends[1]);
  std::string text;
  char piece[4096];
  for (ssize_t taken; child > 0 && (taken = ::read(ends[0], piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(taken));
  ::close(ends[0]);
  if (child > 0) ::waitpid(child, nullptr, 0);
  return text;
}

/// A program that is known to become, or start, the one that is named behind it: that one is meant.
bool starts_another(const std::string& path) {
  constexpr std::string_view k_known[] = {"chrt",    "env",     "gdb",     "ionice",   "nice",   "nohup",
                                          "numactl", "perf",    "setarch", "stdbuf",   "strace", "taskset",
                                          "time",    "timeout", "unshare", "valgrind", "xargs"};
  const std::string name = fs::path(path).filename().string();
  return std::find(std::begin(k_known), std::end(k_known), name) != std::end(k_known);
}

/// A loader that knows LD_TRACE_LOADED_OBJECTS; another one would start the program.
bool is_glibc_loader(const std::string& interpreter) {
  return fs::path(interpreter).filename().string().starts_with("ld-linux");
}

/// What the loader tells of a program, with a note where the program will not notice Heddle.
Verdict verdict_on(const ElfFile& file, const std::string& path) {
  if (!is_glibc_loader(file.interpreter)) return {0, path, {}};
  const std::string libraries = loaded_libraries(path);
  const auto loads = [&libraries](const char* name) { return libraries.find(name) != std::string::npos; };
  const bool for_libomp = loads("libomp.so") || loads("libiomp5");
  Verdict verdict{
      0, path, {}, for_libomp ? BuiltFor::libomp : BuiltFor::libgomp, loads("libocr_x86.so"), loads("libheddle.so")};
  if (verdict.needs_ocr && !is_file(ocr_library_file().string()))
    return refuse(k_cannot_run_status,
                  fmt::format("{} is an OCR program, and {} is missing; is Heddle completely installed?",
                              base::quoted(path), ocr_library_file().string()));
  if (!starts_another(path) && !for_libomp && !file.needs(k_gomp) && !loads("libgomp") && !verdict.needs_libheddle &&
      !verdict.needs_ocr)
    verdict.message = fmt::format(
        "note: {} loads neither libgomp nor libomp nor OCR's library; Heddle takes effect only if it does so later (as "
        "Python does)",
        base::quoted(path));
  return verdict;
}

/// Scripts and what cannot be read are left to the kernel to start.
Verdict check_file(const std::string& path) {
  const auto file = read_elf(path);
  if (!file.ok() || file.value().kind == ElfFile::Kind::not_elf) return {0, path, {}};
  if (file.value().kind == ElfFile::Kind::other_class)
    return refuse(
        k_cannot_run_status,
        fmt::format("{} is not a 64-bit program of this machine; Heddle has no library for it", base::quoted(path)));
  if (file.value().interpreter.empty())
    return refuse(
        k_cannot_run_status,
        fmt::format("{} is statically linked, so its OpenMP runtime cannot be replaced; link it without -static",
                    base::quoted(path)));
  return verdict_on(file.value(), path);
}

}  // namespace

Verdict check_program(const std::string& name) {
  const auto path = find_program(name);
  if (!path)
    return refuse(k_not_found_status,
                  name.find('/') == std::string::npos
                      ? fmt::format("{} is not found; check the name, or give a path with a slash", base::quoted(name))
                      : fmt::format("{} is not found; check the path", base::quoted(name)));
  if (::access(path->c_str(), X_OK) != 0)
    return refuse(k_cannot_run_status, fmt::format("{} may not be executed; try chmod +x", base::quoted(*path)));
  if (!is_file(library_file().string()))
    return refuse(k_cannot_run_status,
                  fmt::format("{} is missing; is Heddle completely installed?", library_file().string()));
  return check_file(*path);
}

}  // namespace heddle::tools
