// See installation.hpp.
#include "installation.hpp"

#include <string_view>

namespace heddle::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* k_library_name = "libgomp.so.1";

std::optional<fs::path> libgomp_in(const fs::path& directory) {
  const fs::path file = directory / k_library_name;
  std::error_code ignored;
  return fs::exists(file, ignored) ? std::optional(file) : std::nullopt;
}

}  // namespace

// Debian puts the architecture's name behind lib, others write lib64; a build tree and an artefact do neither.
fs::path library_directory() {
  std::error_code failed;
  const fs::path self = fs::read_symlink("/proc/self/exe", failed);
  const fs::path prefix = failed ? fs::path("/usr/local") : self.parent_path().parent_path();
  const fs::path plain = prefix / "lib" / "heddle" / "gomp";
  if (libgomp_in(plain)) return plain;
  for (const char* const folder : {"lib/" HEDDLE_MULTIARCH, "lib64"})
    if (const fs::path other = prefix / folder / "heddle" / "gomp"; libgomp_in(other)) return other;
  return plain;
}

fs::path llvm_library_file() { return library_directory().parent_path() / "kmpc" / "libomp.so.5"; }

fs::path ocr_directory() { return library_directory().parent_path() / "ocr"; }

fs::path ocr_library_file() { return ocr_directory() / "lib" / "libocr_x86.so"; }

fs::path engine_directory() { return library_directory().parent_path().parent_path(); }

fs::path library_file() { return library_directory() / k_library_name; }

std::optional<fs::path> system_libgomp() {
  // Debian keeps one directory per architecture, others use lib64; the loader's cache has no documented form.
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/usr/lib", ignored))
    if (entry.path().filename().string().ends_with("-linux-gnu"))
      if (const auto found = libgomp_in(entry.path())) return found;
  for (const char* directory : {"/usr/lib64", "/lib64", "/usr/lib", "/usr/local/lib"})
    if (const auto found = libgomp_in(directory)) return found;
  return std::nullopt;
}

}  // namespace heddle::tools
