// Where things are: our library beside this executable, the system's libgomp. Single-threaded.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace heddle::tools {

/// <prefix>/lib/heddle/gomp, seen from <prefix>/bin/heddle; the same in a build tree; below lib/<architecture> where
/// Debian installs it. May not exist.
std::filesystem::path library_directory();

/// Where libheddle.so.1 is: <prefix>/lib.
std::filesystem::path engine_directory();

/// Our stand-in for libgomp; may not exist.
std::filesystem::path library_file();

/// The same for programs that Clang or Intel's compilers have built: <prefix>/lib/heddle/kmpc/libomp.so.5.
std::filesystem::path llvm_library_file();

/// What OCR programs are built against, laid out as their makefiles expect: <prefix>/lib/heddle/ocr. May not exist.
std::filesystem::path ocr_directory();

/// Its library: lib/libocr_x86.so below that.
std::filesystem::path ocr_library_file();

/// The system's own libgomp.so.1, never ours.
std::optional<std::filesystem::path> system_libgomp();

}  // namespace heddle::tools
