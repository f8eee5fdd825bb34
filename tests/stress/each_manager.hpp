// Tests that run under every dependence manager there is: a new row of the policy table is tested unasked.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/policies.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace heddle::stress {

/// The parameter is the manager's name.
class EachManager : public testing::TestWithParam<std::string> {
 protected:
  runtime::Settings with_manager(runtime::Settings settings) const {
    settings.dependence = GetParam().c_str();
    return settings;
  }
};

inline std::vector<std::string> managers() {
  std::vector<std::string> names;
  for (const auto& policy : runtime::dependence_managers<test::P>()) names.push_back(policy.name);
  return names;
}

}  // namespace heddle::stress
