// See info.hpp.
#include "info.hpp"

#include <dlfcn.h>

#include <string_view>

#include "elf_file.hpp"
#include "installation.hpp"
#include "platform/topology/available.hpp"
#include "platform/topology/localities.hpp"
#include "process/own_environment.hpp"

extern char** environ;

namespace heddle::tools {

namespace {

bool is_openacc(std::string_view symbol) {
  return symbol.starts_with("acc_") || symbol.starts_with("GOACC_") ||
         symbol.find("@OACC_") != std::string_view::npos || symbol.find("@GOACC_") != std::string_view::npos ||
         symbol.starts_with("GOMP_PLUGIN_");
}

Coverage coverage() {
  Coverage result;
  result.library = library_file().string();
  const auto ours = read_elf(result.library);
  result.library_found = ours.ok();
  const auto reference = system_libgomp();
  if (!reference) return result;
  result.reference = reference->string();
  const auto theirs = read_elf(result.reference);
  if (!theirs.ok()) return result;
  for (const std::string& symbol : theirs.value().exported) {
    const bool there = ours.ok() && ours.value().exported.contains(symbol);
    if (is_openacc(symbol)) {
      result.openacc_refused += there ? 1 : 0;
      continue;
    }
    ++result.expected;
    if (!there) result.missing.push_back(symbol);
  }
  return result;
}

/// What is wrong with a library that the user has named, if something is.
std::optional<std::string> complaint_about(std::string_view variable, const std::string& path) {
  if (path.empty()) return std::nullopt;
  const auto file = read_elf(path);
  const bool library = file.ok() && file.value().kind == ElfFile::Kind::elf;
  if (library && !file.value().needs("libheddle.so.1")) return std::nullopt;
  return std::string(variable) + "='" + path + "' is " + (library ? "Heddle's own" : "no library of this machine") +
         "; with HEDDLE_DISABLE=1 the first that is found takes over. Name one by its path, or unset the variable";
}

bool can_load(const char* library) {
  void* handle = ::dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (handle != nullptr) ::dlclose(handle);
  return handle != nullptr;
}

}  // namespace

Info gather_info() {
  Info info;
  info.machine = platform::topology::describe_machine();
  info.mask = platform::topology::affinity_mask();
  info.quota = platform::topology::cgroup_cpu_limit();
  info.concurrency = platform::topology::default_concurrency();
  info.memkind = can_load("libmemkind.so.0");
  info.coverage = coverage();
  std::error_code ignored;
  if (std::filesystem::exists(ocr_library_file(), ignored)) info.ocr_tree = ocr_directory().string();
  omp::Environment environment = omp::parse_environment(environ, info.concurrency);
  info.settings = omp::report_settings(environment);
  info.warnings = std::move(environment.warnings);
  const process::OwnEnvironment own = process::parse_own_environment(environ);
  for (process::SettingReport& report : process::report_settings(own.settings))
    info.settings.push_back(std::move(report));
  info.warnings.insert(info.warnings.end(), own.warnings.begin(), own.warnings.end());
  for (const auto& complaint : {complaint_about("HEDDLE_REAL_LIBGOMP", own.settings.real_libgomp),
                                complaint_about("HEDDLE_REAL_LIBOMP", own.settings.real_libomp)})
    if (complaint) info.warnings.push_back(*complaint);
  return info;
}

std::string topology_text() {
  const process::OwnEnvironment own = process::parse_own_environment(environ);
  return platform::topology::describe(
      platform::topology::read_localities(platform::topology::affinity_mask(), own.settings.topology));
}

}  // namespace heddle::tools
