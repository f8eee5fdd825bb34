// The place in the program that made a wrong call, as text: "0x401136 (app+0x1136)".
//
// Fits addr2line: the second number is the offset in the file that holds the code. Used for last words only, on the
// stack of the caller; nothing is allocated. May be called from any thread.
#pragma once

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <string_view>

namespace heddle::process {

class Caller {
 public:
  explicit Caller(const void* address) noexcept {
    const auto value = reinterpret_cast<unsigned long>(address);
    Dl_info info{};
    if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) {
      std::snprintf(text_, sizeof text_, "0x%lx", value);
      return;
    }
    const char* slash = std::strrchr(info.dli_fname, '/');
    const char* file = slash == nullptr ? info.dli_fname : slash + 1;
    std::snprintf(text_, sizeof text_, "0x%lx (%s+0x%lx)", value, file,
                  value - reinterpret_cast<unsigned long>(info.dli_fbase));
  }

  std::string_view text() const noexcept { return text_; }

 private:
  char text_[256];  // file names longer than this are cut, the address is not
};

}  // namespace heddle::process
