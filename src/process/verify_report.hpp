// What HEDDLE_VERIFY says, each at most once per place or pair of places in the program. Any thread.
#pragma once

#include "graph/access.hpp"
#include "graph/overlap.hpp"
#include "process/verify.hpp"

namespace heddle::process {

/// Two depend clauses of sibling tasks (or one) name ranges that overlap without being the same.
[[gnu::cold]] void report_overlap(const graph::NamedRange& one, const graph::NamedRange& other, NamedBy named) noexcept;

/// One construct names an address in two ways.
[[gnu::cold]] void report_twins(const graph::Access& one, const graph::Access& other, const void* place) noexcept;

/// A task names a piece of its own arguments, of which it gets a copy.
[[gnu::cold]] void report_own_argument(const graph::Access& access, const void* place) noexcept;

/// Said once: the front got addresses only.
[[gnu::cold]] void say_that_lengths_are_missing() noexcept;

}  // namespace heddle::process
