#include "older.hpp"

#include <heddle/cxx17.hpp>
#include <stdexcept>
#include <string>

static_assert(__cplusplus < 202002L, "this is the file in C++17");

void spawn_older_thrower() {
  heddle::spawn_options named;
  named.name = "older";
  heddle::spawn(named, [] { throw std::runtime_error("from C++17"); });
}

bool older_wait_throws_newer() {
  try {
    heddle::wait();
  } catch (const std::logic_error& thrown) {
    return std::string(thrown.what()) == "from C++20";
  }
  return false;
}
