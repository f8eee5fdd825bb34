// The place in the program that made a wrong call, as the last words of a process name it.
#include "process/caller.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "process/bad_call.hpp"

namespace {

using heddle::process::Caller;

[[gnu::noinline]] void somewhere() { asm volatile(""); }

std::string hexadecimal(std::uintptr_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%jx", std::uintmax_t{number});
  return text;
}

/// As addr2line wants it: the address, the file's name without its folders, and the offset in the file.
std::string expected(const void* address) {
  Dl_info info{};
  EXPECT_NE(dladdr(address, &info), 0);
  const std::string path = info.dli_fname;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  return hexadecimal(number) + " (" + path.substr(path.rfind('/') + 1) + "+" +
         hexadecimal(number - reinterpret_cast<std::uintptr_t>(info.dli_fbase)) + ")";
}

TEST(Caller, in_the_program_is_named_with_its_file_and_the_offset_there) {
  const void* const address = reinterpret_cast<const void*>(&somewhere);
  EXPECT_EQ(Caller(address).text(), expected(address));
  EXPECT_EQ(Caller(address).text().find('/'), std::string_view::npos);
}

TEST(Caller, in_a_library_is_named_with_the_librarys_file) {
  const void* const address = dlsym(RTLD_DEFAULT, "gnu_get_libc_version");
  const std::string text(Caller(address).text());
  EXPECT_EQ(text, expected(address));
  EXPECT_NE(text.find("libc.so.6+0x"), text.npos) << text;
}

TEST(Caller, outside_of_all_files_is_a_number) {
  EXPECT_EQ(Caller(reinterpret_cast<const void*>(0x10)).text(), "0x10");
  EXPECT_EQ(Caller(nullptr).text(), "0x0");
}

TEST(BadCall, ends_the_process_with_function_place_and_what_was_wrong) {
  const auto wrong = [] {
    heddle::process::bad_call("GOMP_loop_end", reinterpret_cast<const void*>(0x1234), "there is no loop to end");
  };
  EXPECT_DEATH(wrong(), "heddle: GOMP_loop_end, called from 0x1234: there is no loop to end");
}

}  // namespace
