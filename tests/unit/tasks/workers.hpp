// A test that runs with one worker and with several.
#pragma once

#include <gtest/gtest.h>

#include "heddle/heddle.hpp"

class WithWorkers : public testing::TestWithParam<unsigned> {
 protected:
  template <class F>
  void with_workers(F body) {
    heddle::scope({.workers = GetParam()}, body);
  }
};
