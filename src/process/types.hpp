// The names under which the rooms above the engine know its types, on this platform.
#pragma once

#include "platform/threads/threads.hpp"
#include "runtime/current.hpp"
#include "runtime/team.hpp"

namespace heddle::process {

using P = platform::Threads;
using Worker = runtime::Worker<P>;
using Member = runtime::Member<P>;
using Team = runtime::Team<P>;
using Task = graph::Task<P>;
using Group = graph::Group<P>;

}  // namespace heddle::process
