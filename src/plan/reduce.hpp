// Transitive reduction: takes away every wait that follows from others, so that replay looks at as few switches as can
// be (SWITCHES, section 5).
//
// An edge u -> v is redundant when another predecessor of v comes after u. It cannot be when v lies just one level
// (longest path) below u, which rules out most edges without a look. For the rest: 64 sources at a time, one pass over
// the nodes between the first of them and their last candidate passes on a bit per source. Where edges are short,
// passes are; the worst case is sources x edges / 64.
#pragma once

#include "plan/link.hpp"

namespace heddle::plans {

/// The graph without redundant waits; for many laps, waits for the lap before are reduced, too.
void reduce(Graph& graph);

}  // namespace heddle::plans
