// heddle/heddle.hpp: Heddle for programs in C++20. Link with -lheddle (CMake: Heddle::heddle); the page is
// docs/loops.md.
#pragma once

#include "errors.hpp"
#include "grid.hpp"
#include "loop_options.hpp"
#include "parallel_for.hpp"
#include "parallel_reduce.hpp"
#include "parallel_scan.hpp"
#include "range.hpp"
