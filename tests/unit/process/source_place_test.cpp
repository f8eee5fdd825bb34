// Where a piece of code comes from, as text.
#include "process/source_place.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>

namespace {

using heddle::process::know_place;
using heddle::process::source_place;

constexpr int k_line = __LINE__ + 1;
[[gnu::noinline]] void in_this_file() { asm volatile(""); }

std::string hexadecimal(std::uintptr_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%jx", std::uintmax_t{number});
  return text;
}

// No compiler writes lines for data.
TEST(SourcePlace, without_a_line_is_the_name_with_offsets_there_and_in_the_file) {
  const auto* const begin = static_cast<const char*>(dlsym(dlopen("libc.so.6", RTLD_LAZY), "in6addr_any"));
  Dl_info info{};
  ASSERT_NE(dladdr(begin, &info), 0);
  const auto offset = reinterpret_cast<std::uintptr_t>(begin) - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  EXPECT_EQ(source_place(begin + 5), "in6addr_any+0x5 (libc.so.6+" + hexadecimal(offset + 5) + ")");
  EXPECT_EQ(source_place(begin), "in6addr_any+0x0 (libc.so.6+" + hexadecimal(offset) + ")");
}

TEST(SourcePlace, without_a_line_and_a_name_is_the_offset_in_the_file) {
  const char* const nameless = "a string has no name";
  Dl_info info{};
  ASSERT_NE(dladdr(nameless, &info), 0);
  const auto offset = reinterpret_cast<std::uintptr_t>(nameless) - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  EXPECT_EQ(source_place(nameless), "unit_process+" + hexadecimal(offset));
}

TEST(SourcePlace, of_the_program_is_a_line_with_its_function) {
  if (access("/usr/bin/addr2line", X_OK) != 0) GTEST_SKIP() << "addr2line is not installed";
  const std::string text = source_place(reinterpret_cast<const void*>(&in_this_file));
  const std::size_t file = text.find("tests/unit/process/source_place_test.cpp:" + std::to_string(k_line));
  ASSERT_NE(file, text.npos) << text;
  const std::size_t in = text.find(" (in ");
  ASSERT_NE(in, text.npos) << text;
  EXPECT_NE(text.find("in_this_file", in), text.npos) << text;
  EXPECT_EQ(text.back(), ')') << text;
  EXPECT_EQ(text.find(" at "), text.npos) << text;
  EXPECT_EQ(text.find('\n'), text.npos) << text;
}

TEST(SourcePlace, asks_in_a_process_that_is_collected) {
  source_place(reinterpret_cast<const void*>(&in_this_file));
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "there is no child any more";
  EXPECT_EQ(errno, ECHILD);
}

TEST(SourcePlace, that_somebody_knows_is_what_he_said_first) {
  static const char place = 0;
  know_place(&place, "the third box from the left");
  know_place(&place, "the fourth");
  EXPECT_EQ(source_place(&place), "the third box from the left");
  EXPECT_NE(source_place(&place + 1), "the third box from the left");
}

TEST(SourcePlace, shows_what_could_not_be_seen) {
  static const char place = 0;
  know_place(&place, "two\nlines");
  EXPECT_EQ(source_place(&place).find('\n'), std::string::npos);
}

TEST(SourcePlace, of_nothing_is_a_number) {
  EXPECT_EQ(source_place(reinterpret_cast<const void*>(0x10)), "0x10");
  EXPECT_EQ(source_place(nullptr), "0x0");
}

TEST(SourcePlace, leaves_no_file_open) {
  const auto lowest_free = [] {
    const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(file);
    return file;
  };
  const int before = lowest_free();
  for (int i = 0; i < 3; ++i) source_place(reinterpret_cast<const char*>(&in_this_file) + i);
  EXPECT_EQ(lowest_free(), before);
}

}  // namespace
