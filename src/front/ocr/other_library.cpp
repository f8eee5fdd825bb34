#include "front/ocr/other_library.hpp"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/message.hpp"
#include "base/quoted.hpp"
#include "front/ocr/export.hpp"

namespace heddle::ocr::door {

namespace {

std::string file_of(const void* address) {
  Dl_info found{};
  return ::dladdr(address, &found) != 0 && found.dli_fname != nullptr ? found.dli_fname : "";
}

[[noreturn]] void refuse(const std::string& one, const std::string& other) {
  base::warn({"two OCR libraries are in this process: ", base::Quoted(one.c_str()), " and ",
              base::Quoted(other.c_str()), "; a program has one of them, so link with one only"});
  std::_Exit(EXIT_FAILURE);
}

std::vector<std::string> loaded_files() {
  std::vector<std::string> files;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* list) {
        if (info->dlpi_name != nullptr && info->dlpi_name[0] == '/')
          static_cast<std::vector<std::string>*>(list)->emplace_back(info->dlpi_name);
        return 0;
      },
      &files);
  return files;
}

}  // namespace

void refuse_another_library() noexcept {
  std::string first;
  for (const std::string& file : loaded_files()) {
    void* const library = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) continue;
    // Found in what the library itself depends on, too: so it is asked where the function lies.
    const void* const function = ::dlsym(library, "ocrEdtCreate");
    const bool has_it = function != nullptr && file_of(function) == file;
    ::dlclose(library);
    if (!has_it) continue;
    if (!first.empty() && first != file) refuse(first, file);
    first = file;
  }
}

}  // namespace heddle::ocr::door

// Called by the constructor of the library of stubs.
extern "C" [[gnu::visibility("default")]] void heddle_ocr_loaded() noexcept {
  heddle::ocr::door::refuse_another_library();
}
