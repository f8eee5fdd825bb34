// heddle/parallel_invoke.hpp: a few calls beside each other.
//
//     heddle::parallel_invoke([&] { a = left(); }, [&] { b = right(); });
#pragma once

#include <functional>
#include <utility>

#include "task_group.hpp"

namespace heddle {

/// Calls all of them, the first on this thread, the others where a worker is free, and returns when all are over.
/// Throws what the first to fail has thrown; those that had not begun by then are left out. They are not copied.
template <detail::task_body First, detail::task_body... Others>
void parallel_invoke(First&& first, Others&&... others) {
  task_group group;
  (group.run([&others] { std::invoke(others); }), ...);
  try {
    std::invoke(first);
  } catch (...) {
    group.cancel();
    throw;  // the group waits
  }
  group.wait();
}

}  // namespace heddle
