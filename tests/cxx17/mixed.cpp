// A program of files in C++17 and in C++20: what a task of one kind throws reaches a wait in the other, with its name.
#include <cstdio>
#include <heddle/heddle.hpp>
#include <stdexcept>
#include <string_view>

#include "older.hpp"

namespace {

bool newer_wait_throws_older() {
  spawn_older_thrower();
  try {
    heddle::wait();
  } catch (const std::runtime_error& thrown) {
    const heddle::failed_task task = heddle::last_failed_task();
    return std::string_view(thrown.what()) == "from C++17" && task.name != nullptr &&
           std::string_view(task.name) == "older" && task.where.line() == 0;  // C++17 does not know its place
  }
  return false;
}

}  // namespace

int main() {
  int failures = 0;
  for (int round = 0; round < 100; ++round) {
    if (!newer_wait_throws_older()) ++failures;
    heddle::spawn({.name = "newer"}, [] { throw std::logic_error("from C++20"); });
    if (!older_wait_throws_newer()) ++failures;
  }
  std::printf("%d of 200 exceptions were lost\n", failures);
  return failures == 0 ? 0 : 1;
}
