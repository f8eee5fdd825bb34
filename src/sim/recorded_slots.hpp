// The slots of EDTs in a graph file: an EDT of a program in OCR is ordered behind those that have filled its slots, and
// takes its blocks in the order of the recording, those of one class together.
//
// Played as accesses: each EDT has one that is its own, which those that wait for it read; and one for each block, in a
// mode whose members are together as the block's holders would be.
#pragma once

#include "sim/fields.hpp"
#include "sim/program.hpp"

namespace heddle::sim {

/// A task's `slots`, if it has any.
Wrong read_slots(const Fields& fields, const Json& task, TaskIndex index, ProgramTask& into);

}  // namespace heddle::sim
