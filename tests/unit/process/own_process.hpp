// A case that needs a process of its own: with variables that it reads when it starts, or for what it does to itself.
#pragma once

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace heddle::process::test {

/// The variables of a case, in this process, from which the case's own inherits them.
class Variables {
 public:
  Variables(std::initializer_list<std::pair<const char*, const char*>> variables) {
    for (const auto& [name, value] : variables) {
      setenv(name, value, 1);
      names_.emplace_back(name);
    }
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
  ~Variables() {
    for (const std::string& name : names_) unsetenv(name.c_str());
  }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

 private:
  std::vector<std::string> names_;
};

/// Ends the case's process: 0 when all that it claims is so, else with the number of the first claim that is not.
[[noreturn]] inline void end_with(std::initializer_list<bool> claims) {
  int number = 1;
  for (const bool claim : claims) {
    if (!claim) std::_Exit(number);
    ++number;
  }
  std::_Exit(0);
}

/// Whether other machines' topologies can be read. This machine's own is, without it, where it has one node.
inline bool hwloc_is_there() noexcept { return dlopen("libhwloc.so.15", RTLD_NOW | RTLD_LOCAL) != nullptr; }

/// Runs `body`, which ends it, in a process of its own; `said` is what it says.
template <class Body>
void in_a_process(Body body, const char* said) {
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), said);
}

}  // namespace heddle::process::test
