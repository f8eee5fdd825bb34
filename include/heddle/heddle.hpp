// heddle/heddle.hpp: Heddle for programs in C++20. Link with -lheddle (CMake: Heddle::heddle); the pages are
// docs/tasks.md, docs/loops.md and docs/plans.md.
#pragma once

#if __cplusplus < 202002L
#error "heddle/heddle.hpp is C++20: compile with -std=c++20 or a later one; C++17 has heddle/cxx17.hpp"
#endif

#include "access.hpp"
#include "arena.hpp"
#include "async.hpp"
#include "coroutine.hpp"
#include "errors.hpp"
#include "event.hpp"
#include "future.hpp"
#include "grid.hpp"
#include "loop_options.hpp"
#include "loop_over.hpp"
#include "observer.hpp"
#include "parallel_find.hpp"
#include "parallel_for.hpp"
#include "parallel_for_each.hpp"
#include "parallel_invoke.hpp"
#include "parallel_pipeline.hpp"
#include "parallel_reduce.hpp"
#include "parallel_scan.hpp"
#include "parallel_sort.hpp"
#include "parallel_transform.hpp"
#include "per_worker.hpp"
#include "plan.hpp"
#include "range.hpp"
#include "spawn.hpp"
#include "task_group.hpp"
#include "task_reduction.hpp"
#include "when_all.hpp"
#include "when_any.hpp"
