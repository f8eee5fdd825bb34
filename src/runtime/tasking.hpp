// Tasking: all that rooms above ask of tasks, under one name.
//
//   Spawner  makes tasks, and sees to it that they run       (spawner.hpp)
//   Waits    lets tasks wait for tasks                        (waits.hpp)
//   Runner   runs them, and does what is due when one ends    (runner.hpp)
//   Notes    tells trace and watcher of it                    (notes.hpp)
//
// Each uses those below it. They hold nothing: the worker that acts is passed in, and with it its seat and its team.
#pragma once

#include "runtime/spawner.hpp"

namespace heddle::runtime {

template <class P>
struct Tasking : Spawner<P>, Waits<P>, Runner<P>, Notes<P> {
  using Task = graph::Task<P>;
  using W = Worker<P>;
};

}  // namespace heddle::runtime
